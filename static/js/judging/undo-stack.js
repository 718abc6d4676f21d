// The changes that can be taken back, newest last, in a hidden list of the undo form.
// A note typed with a grade stays when that is undone, so only a change of the note alone has a former note.

import { part } from "../behaviour.js";
import { gettext, ngettext } from "../gettext.js";
import * as acts from "./acts.js";

export function makeUndoStack(root, rows) {
  const form = part(root, "undo");
  const list = part(form, "undo-list");
  const lineOf = (id) => list.querySelector(`[data-of="${CSS.escape(id)}"]`);
  const newestAct = () => list.lastElementChild?.dataset.act;

  function push(entry) {
    const line = lineFor(entry, rows);
    if (entry.act) acts.keep(entry.id, (line.dataset.act = entry.act));
    list.append(line);
    show();
  }

  // Takes the newest change off the list. Nothing where the list is empty: the server may still know older ones.
  function pop() {
    const line = list.lastElementChild;
    if (!line) return null;
    line.remove();
    show();
    const { of, item, grade, note, later, act } = line.dataset;
    const former = { grade, later: later === "1", ...(note === undefined ? {} : { note }) };
    return { of, item, act, label: line.textContent.trim(), former };
  }

  // Forgets a change that was never stored.
  function forget(id) {
    lineOf(id)?.remove();
    show();
  }

  function show() {
    const newest = list.lastElementChild;
    form.elements.of.value = newest?.dataset.of ?? "";
    const says = newest ? gettext("Undo {change}", { change: label(newest, list) }) : gettext("Undo");
    Object.assign(part(form, "undo-label"), { textContent: says, title: says });
    form.querySelector("button").disabled = false;
  }

  for (const line of list.children) {
    const act = acts.of(line.dataset.of);
    if (act) line.dataset.act = act;
  }
  if (newestAct()) show();
  return { push, pop, newestAct, has: (id) => Boolean(lineOf(id)), forget };
}

function lineFor({ id, item, before, after, label: change, title: answer }, rows) {
  const { grade, note, later } = before;
  const isOfNote = grade === after.grade && later === after.later;
  const line = document.createElement("li");
  Object.assign(line.dataset, { of: id, item, grade, later: later ? "1" : "" }, isOfNote && { note });
  const row = rows.byId(item);
  line.textContent = row
    ? gettext("{change} on answer {number}", { change, number: String(rows.numberOf(row)) })
    : gettext("{change} on “{answer}” in another list", { change, answer });
  return line;
}

function label(line, list) {
  const { act } = line.dataset;
  const count = act ? [...list.children].filter((other) => other.dataset.act === act).length : 1;
  return count > 1
    ? ngettext("{change} and {n} more", "{change} and {n} more", count - 1, { change: line.textContent.trim() })
    : line.textContent.trim();
}
