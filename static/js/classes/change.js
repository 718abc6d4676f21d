// Renaming a class, and merging it into another.

import { change, say } from "../ledger.js";
import * as board from "./board.js";

const part = (name) => document.querySelector(`[data-${name}]`);
const KNOWN = "is known from question development and shared by all assessors. Its answers can be put elsewhere.";
export const send = (url, pairs, title, words) => change(url, pairs, title.slice(0, 200), words);

// Opens what changes a class, for the class in focus or the one given.
export function startChange(field, group = board.current()?.closest(".class")) {
  board.listLabels();
  if (!part("which").value) return say("There is no class of yours to change yet.");
  if (group && "fixed" in group.dataset) return say(`“${board.labelOf(group)}” ${KNOWN}`);
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
  send(action, [["uid", uid.value], ["label", wanted], ["seen", former]], former, `the label “${wanted}”`);
  board.rename(group, wanted);
}

export function merge(group, into) {
  if (into === group || !into?.dataset.class) return;
  if ("fixed" in group.dataset) return say(`“${board.labelOf(group)}” ${KNOWN}`);
  const seen = board.inside(group).map((answer) => ["item", board.valueOf(answer)]);
  send(part("merge").action, [["uid", group.dataset.class], ["into", into.dataset.class], ...seen], board.labelOf(group), `merged into “${board.labelOf(into)}”`);
  delete group.dataset.known;
  board.move(board.inside(group), into.dataset.class);
  board.tidy(group);
  say(`“${board.labelOf(group)}” went into “${board.labelOf(into)}”.`);
}

// Answers whether there is one class of that label to merge into.
export function mergeAsTyped({ elements: { uid, into } }) {
  const found = board.called(into.value.trim()).filter(({ dataset }) => dataset.class !== uid.value);
  if (found.length !== 1) return say(found.length ? `Several classes are called “${into.value}”: rename one, or drag the label.` : `There is no other class “${into.value}”.`);
  merge(board.groupOf(uid.value), found[0]);
  into.value = "";
  return true;
}
