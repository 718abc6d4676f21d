// Renaming a class, and merging it into another.

import { gettext } from "../gettext.js";
import { change, say } from "../ledger.js";
import * as board from "./board.js";

const part = (name) => document.querySelector(`[data-${name}]`);
const sayKnown = (group) =>
  say(
    gettext(
      "“{label}” is known from question development and shared by all assessors. Its answers can be put elsewhere.",
      { label: board.labelOf(group) },
    ),
  );
export const send = (url, pairs, title, words, isShown) => change(url, pairs, title.slice(0, 200), words, isShown);

// Opens what changes a class, for the class in focus or the one given.
export function startChange(field, group = board.current()?.closest(".class")) {
  board.listLabels();
  if (!part("which").value) return say(gettext("There is no class of yours to change yet."));
  if (group && "fixed" in group.dataset) return sayKnown(group);
  if (group) for (const list of document.querySelectorAll("[data-which]")) list.value = group.dataset.class;
  showLabel();
  part("change-class").open = true;
  const { elements } = part(field === "into" ? "merge" : "rename");
  elements[field].select();
}

export function showLabel() {
  const { uid, label } = part("rename").elements;
  label.value = uid.value ? board.labelOf(board.groupOf(uid.value)) : "";
}

export function rename({ action, elements: { uid, label } }) {
  const group = board.groupOf(uid.value);
  const [former, wanted] = [board.labelOf(group), label.value.trim().replace(/\s+/g, " ")];
  if (!wanted || wanted === former) return;
  send(
    action,
    [
      ["uid", uid.value],
      ["label", wanted],
      ["seen", former],
    ],
    former,
    gettext("the label “{label}”", { label: wanted }),
  );
  board.rename(group, wanted);
}

export function merge(group, into) {
  if (into === group || !into?.dataset.class) return;
  if ("fixed" in group.dataset) return sayKnown(group);
  const seen = board.inside(group).map((answer) => ["item", board.valueOf(answer)]);
  send(
    part("merge").action,
    [["uid", group.dataset.class], ["into", into.dataset.class], ...seen],
    board.labelOf(group),
    gettext("merged into “{label}”", { label: board.labelOf(into) }),
  );
  delete group.dataset.known;
  board.move(board.inside(group), into.dataset.class);
  board.tidy(group);
  say(gettext("“{merged}” went into “{kept}”.", { merged: board.labelOf(group), kept: board.labelOf(into) }));
}

// Answers whether there is one class of that label to merge into.
export function mergeAsTyped({ elements: { uid, into } }) {
  const found = board.called(into.value.trim()).filter(({ dataset }) => dataset.class !== uid.value);
  const label = into.value;
  if (!found.length) return say(gettext("There is no other class “{label}”.", { label }));
  if (found.length > 1)
    return say(gettext("Several classes are called “{label}”: rename one, or drag the label.", { label }));
  merge(board.groupOf(uid.value), found[0]);
  into.value = "";
  return true;
}
