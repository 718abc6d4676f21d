// The changes that can be taken back, newest last, in a hidden list of the undo form.
// A note typed with a grade stays when that is undone, so only a change of the note alone has a former note.

import { gettext, ngettext } from "../gettext.js";
import * as acts from "./acts.js";
import * as rows from "./rows.js";

const form = document.querySelector("[data-undo]");
const list = form.querySelector("[data-undo-list]");
const lineOf = (id) => list.querySelector(`[data-of="${CSS.escape(id)}"]`);

for (const line of list.children) {
  const act = acts.of(line.dataset.of);
  if (act) line.dataset.act = act;
}
if (newestAct()) show();

export function push(entry) {
  const { grade, note, later } = entry.before;
  const isOfNote = grade === entry.after.grade && later === entry.after.later;
  const line = document.createElement("li");
  Object.assign(line.dataset, { of: entry.id, item: entry.item, grade, later: later ? "1" : "" }, isOfNote && { note });
  const row = rows.byId(entry.item);
  if (entry.act) acts.keep(entry.id, (line.dataset.act = entry.act));
  line.textContent = row
    ? gettext("{change} on answer {number}", { change: entry.label, number: String(rows.numberOf(row)) })
    : gettext("{change} on “{answer}” in another list", { change: entry.label, answer: entry.title });
  list.append(line);
  show();
}

// Takes the newest change off the list. Nothing where the list is empty: the server may still know older ones.
export function pop() {
  const line = list.lastElementChild;
  if (!line) return null;
  line.remove();
  show();
  const { of, item, grade, note, later, act } = line.dataset;
  return {
    of,
    item,
    act,
    label: line.textContent.trim(),
    former: { grade, later: later === "1", ...(note === undefined ? {} : { note }) },
  };
}

export function newestAct() {
  return list.lastElementChild?.dataset.act;
}

export const has = (id) => Boolean(lineOf(id));

// Forgets a change that was never stored.
export function forget(id) {
  lineOf(id)?.remove();
  show();
}

function show() {
  const newest = list.lastElementChild;
  form.elements.of.value = newest?.dataset.of ?? "";
  const says = newest ? gettext("Undo {change}", { change: label(newest) }) : gettext("Undo");
  Object.assign(form.querySelector("[data-undo-label]"), { textContent: says, title: says });
  form.querySelector("button").disabled = false;
}

function label(line) {
  const { act } = line.dataset;
  const count = act ? [...list.children].filter((other) => other.dataset.act === act).length : 1;
  return count > 1
    ? ngettext("{change} and {n} more", "{change} and {n} more", count - 1, { change: line.textContent.trim() })
    : line.textContent.trim();
}
