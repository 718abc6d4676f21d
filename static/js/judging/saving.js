// Between the page and the queue: what is said is shown at once, waits in the queue, and is set right by the answers.

import { bring, forget, renew, wanted } from "./ahead.js";
import { isRight, recount } from "./counts.js";
import * as entries from "./entries.js";
import { openQueue } from "./page-queue.js";
import * as rows from "./rows.js";
import * as notes from "./notes.js";
import * as undoStack from "./undo-stack.js";
import { Unsaved } from "./unsaved.js";
import { saidHere } from "./windows.js";

const mine = (entry) => entry.assignment === entries.assignment && entry.kind !== "change";
const queue = openQueue(entries, mine, { saved, problem, changed: () => unsaved.show() });
const unsaved = new Unsaved(queue, { ...queue.acts, say: put });
const besideOf = ({ fields }) => fields.beside?.split(",") ?? [];

// act: the name of what is said of several answers at once, and is undone at once. ahead: answers to come, whose
// documents come along.
export function say(row, change, { act, ahead = [] } = {}) {
  const accepts = "grade" in change && (isRight(row) || isRight({ dataset: change })); // an answer, or no longer
  if (accepts) forget();
  put({ ...entries.judgment(row, change, wanted(ahead)), ...(accepts && { accepts }), ...(act && { act }) });
}

export function saveSheet(before, after) {
  put(entries.notes(before, after));
}

export const { isAllSaved } = queue;

// Takes the newest change back, wherever it is, with all that were made at once with it, and answers it with its row;
// no row where another list has it.
export function undo() {
  let change = undoNewest();
  while (change.act && undoStack.newestAct() === change.act) change = undoNewest();
  return { ...change, row: rows.byId(change.item) };
}

function undoNewest() {
  const change = undoStack.pop();
  forget();
  takeBack(change.of);
  put(entries.undoing(change));
  return change;
}

function takeBack(id) {
  undoStack.forget(id);
  unsaved.takeBack(id);
}

function put(entry) {
  queue.say(show(entry));
}

// The page may not show the answer: it may be in another list, or have come into the pool since.
function show(entry) {
  if (entry.kind === "save") undoStack.push(entry);
  const row = rows.byId(entry.item);
  if (row) rows.put(row, entry.after ?? undone(rows.stateOf(row), entry.former));
  recount();
  return entry;
}

const undone = (now, former) => ({ ...now, ...former, changes: now.changes + 1 });

// After a reload: shows what still waits, unless the server has it already, and goes on sending.
export function resume() {
  for (const entry of queue.waiting()) {
    saidHere(entry);
    if (entry.kind === "notes") {
      if (notes.version() <= entry.before.version) notes.put({ ...entry.after, version: entry.before.version + 1 });
    } else if (isNews(entry)) {
      if (entry.kind === "undo") takeBack(entry.fields.of);
      show(entry);
    }
  }
  queue.resume();
}

function isNews({ id, kind, item, fields, after }) {
  const row = rows.byId(item);
  if (kind === "undo") return undoStack.has(fields.of);
  return row ? rows.stateOf(row).changes < after.changes : !undoStack.has(id);
}

function problem(entry) {
  bring(besideOf(entry));
  unsaved.add(entry);
}

function saved(entry, data) {
  bring(besideOf(entry), data.beside);
  renew(entry);
  const row = rows.byId(data.item);
  if (entry.kind === "notes" || !row) return;
  if (queue.waiting().some(({ item }) => item === entry.item) || rows.stateOf(row).changes === data.changes) return;
  rows.put(row, data);
  recount();
}
