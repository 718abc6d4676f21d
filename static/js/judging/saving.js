// Between the page and the queue: what is said is shown at once, waits in the queue, and is set right by the answers.

import { openQueue } from "./page-queue.js";
import { stateOf } from "./rows.js";
import { Unsaved } from "./unsaved.js";
import { saidHere } from "./windows.js";

const besideOf = ({ fields }) => fields.beside?.split(",") ?? [];
const undone = (now, former) => ({ ...now, ...former, changes: now.changes + 1 });

// page has what is shown of entries: rows, counts, notes, undoStack, ahead (the documents to come), and root.
export function makeSaving(page, entries) {
  const { rows, counts, notes, undoStack, ahead } = page;
  const mine = (entry) => entry.assignment === entries.assignment && entry.kind !== "change";
  const queue = openQueue(entries, mine, { saved, problem, changed: () => unsaved.show() });
  const unsaved = new Unsaved(queue, { ...queue.acts, say: put }, page);

  // act: the name of what is said of several answers at once, and is undone at once. toCome: answers to come, whose
  // documents come along.
  function say(row, change, { act, toCome = [] } = {}) {
    const accepts = "grade" in change && (counts.isRight(row) || counts.isRight({ dataset: change })); // or no longer
    if (accepts) ahead.forget();
    const entry = entries.judgment(row, change, ahead.wanted(toCome));
    put({ ...entry, ...(accepts && { accepts }), ...(act && { act }) });
  }

  // Takes the newest change back, wherever it is, with all that were made at once with it, and answers it with its
  // row; no row where another list has it.
  function undo() {
    let change = undoNewest();
    while (change.act && undoStack.newestAct() === change.act) change = undoNewest();
    return { ...change, row: rows.byId(change.item) };
  }

  function undoNewest() {
    const change = undoStack.pop();
    ahead.forget();
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
    if (row) rows.put(row, entry.after ?? undone(stateOf(row), entry.former));
    counts.recount();
    return entry;
  }

  // After a reload: shows what still waits, unless the server has it already, and goes on sending.
  function resume() {
    for (const entry of queue.waiting()) {
      saidHere(entry);
      if (entry.kind === "notes") showNotes(entry, notes);
      else if (isNews(entry, page)) {
        if (entry.kind === "undo") takeBack(entry.fields.of);
        show(entry);
      }
    }
    queue.resume();
  }

  function problem(entry) {
    ahead.bring(besideOf(entry));
    unsaved.add(entry);
  }

  function saved(entry, data) {
    ahead.bring(besideOf(entry), data.beside);
    ahead.renew(entry);
    const row = rows.byId(data.item);
    if (entry.kind === "notes" || !row) return;
    if (queue.waiting().some(({ item }) => item === entry.item) || stateOf(row).changes === data.changes) return;
    rows.put(row, data);
    counts.recount();
  }

  const saveSheet = (before, after) => put(entries.notes(before, after));
  return { say, saveSheet, undo, resume, isAllSaved: queue.isAllSaved };
}

function showNotes({ before, after }, notes) {
  if (notes.version() <= before.version) notes.put({ ...after, version: before.version + 1 });
}

function isNews({ id, kind, item, fields, after }, { rows, undoStack }) {
  const row = rows.byId(item);
  if (kind === "undo") return undoStack.has(fields.of);
  return row ? stateOf(row).changes < after.changes : !undoStack.has(id);
}
