// Renaming a class, and merging it into another.

import { part, parts } from "../behaviour.js";
import { gettext } from "../gettext.js";
import { inside, labelOf, rename, tidy, valueOf } from "./board.js";

const isFixed = ({ dataset }) => "fixed" in dataset;
const known = (group) =>
  gettext(
    "“{label}” is known from question development and shared by all assessors. Its answers can be put elsewhere.",
    { label: labelOf(group) },
  );

// Classes that can be changed are offered; the chosen one stays chosen while it is there.
function offer(list, groups) {
  const { value } = list;
  const changeable = groups.filter((group) => !isFixed(group));
  list.replaceChildren(...changeable.map((group) => new Option(labelOf(group), group.dataset.class)));
  list.value = value;
  if (!list.value) list.selectedIndex = 0;
}

// say(words) tells the person; send(url, pairs, title, words) queues a change that the page shows at once.
export function makeChanges(root, board, { say, send }) {
  const lists = parts(root, "which"); // the classes to choose from: one list to rename, one to merge
  const forms = { label: part(root, "rename"), into: part(root, "merge") };

  // The labels to choose from, as they are when a field is entered.
  function listLabels() {
    const groups = board.groups();
    root.querySelector("#class-labels").replaceChildren(...groups.map((group) => new Option("", labelOf(group))));
    for (const list of lists) offer(list, groups);
  }

  // Opens what changes a class, for the class in focus or the one given.
  function start(field, group = board.current()?.closest(".class")) {
    listLabels();
    if (!lists[0].value) return say(gettext("There is no class of yours to change yet."));
    if (group && isFixed(group)) return say(known(group));
    if (group) for (const list of lists) list.value = group.dataset.class;
    showLabel();
    part(root, "change-class").open = true;
    forms[field].elements[field].select();
  }

  function showLabel() {
    const { uid, label } = forms.label.elements;
    label.value = uid.value ? labelOf(board.groupOf(uid.value)) : "";
  }

  function renameAsTyped({ action, elements: { uid, label } }) {
    const group = board.groupOf(uid.value);
    const [former, wanted] = [labelOf(group), label.value.trim().replace(/\s+/g, " ")];
    if (!wanted || wanted === former) return;
    const pairs = Object.entries({ uid: uid.value, label: wanted, seen: former });
    send(action, pairs, former, gettext("the label “{label}”", { label: wanted }));
    rename(group, wanted);
  }

  function merge(group, into) {
    if (into === group || !into?.dataset.class) return;
    if (isFixed(group)) return say(known(group));
    const [merged, kept] = [labelOf(group), labelOf(into)];
    const seen = inside(group).map((answer) => ["item", valueOf(answer)]);
    const pairs = [["uid", group.dataset.class], ["into", into.dataset.class], ...seen];
    send(forms.into.action, pairs, merged, gettext("merged into “{label}”", { label: kept }));
    delete group.dataset.known;
    board.move(inside(group), into.dataset.class);
    tidy(group);
    say(gettext("“{merged}” went into “{kept}”.", { merged, kept }));
  }

  // Answers whether there is one class of that label to merge into.
  function mergeAsTyped({ elements: { uid, into } }) {
    const label = into.value;
    const found = board.called(label.trim()).filter(({ dataset }) => dataset.class !== uid.value);
    if (!found.length) return say(gettext("There is no other class “{label}”.", { label }));
    if (found.length > 1)
      return say(gettext("Several classes are called “{label}”: rename one, or drag the label.", { label }));
    merge(board.groupOf(uid.value), found[0]);
    into.value = "";
    return true;
  }

  forms.label.elements.uid.addEventListener("change", showLabel);
  return { listLabels, start, renameAsTyped, merge, mergeAsTyped };
}
