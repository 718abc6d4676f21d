// Saves that were not taken: the page shows what is stored, and the person is asked, in each window of the assignment.

import { ofJudgment } from "./describe.js";
import { showProblems } from "./problems.js";
import { renewed } from "./renewed.js";

export class Unsaved {
  #queue;
  #acts;
  #page;
  #takenBack = new Set(); // ids of saves; whatever becomes of these, nobody need decide

  // acts are those of the queue, and say(entry) to say it once more. page has what shows entries: root (which hears
  // "not-taken"), rows, notes, counts and undoStack.
  constructor(queue, acts, page) {
    this.#queue = queue;
    this.#acts = { ...acts, decide: (entry, useMine) => this.#decide(entry, useMine) };
    this.#page = page;
  }

  takeBack(id) {
    this.#takenBack.add(id);
  }

  // The newest wish for an answer counts; what else was typed in older ones stays with it.
  add(entry) {
    if (entry.problem.code === "undo_unstored") for (const id of [entry.id, entry.fields.of]) this.takeBack(id);
    const { store } = this.#queue;
    const undo = this.#queue.waiting().filter(({ fields }) => fields.of === entry.id);
    if (undo.length) this.takeBack(entry.id);
    const older = this.#queue
      .problems()
      .filter(({ id, kind, item }) => id !== entry.id && kind === entry.kind && item === entry.item);
    for (const gone of [...older, ...undo]) store.remove(gone);
    if (entry.change && older.length) store.update(joined(older, entry));
    this.#putBack(entry);
    this.show();
  }

  show() {
    for (const gone of this.#queue.problems().filter(({ id }) => this.#takenBack.has(id)))
      this.#queue.store.remove(gone);
    showProblems(this.#queue.problems(), this.#acts);
  }

  #putBack(entry) {
    const { root, rows, counts, undoStack } = this.#page;
    undoStack.forget(entry.id);
    const row = rows.byId(entry.item);
    if (entry.problem.stored && row) rows.put(row, entry.problem.stored);
    root.dispatchEvent(new CustomEvent("not-taken", { detail: entry }));
    counts.recount();
  }

  #decide(entry, useMine) {
    const { rows, notes } = this.#page;
    const { stored } = entry.problem;
    const row = rows.byId(entry.item);
    this.#queue.store.remove(entry);
    if (entry.kind === "notes") notes.put(useMine ? { ...entry.after, version: stored.version + 1 } : stored);
    else if (row) rows.put(row, stored);
    if (useMine) this.#acts.say(renewed(entry));
    this.#acts.decided();
  }
}

// A later save of an answer with what only earlier ones said: a note typed before the grade was changed once more.
function joined(older, entry) {
  const before = Object.assign({}, ...older.map(({ change }) => change));
  const sent = Object.assign({}, ...older.map(({ fields }) => fields));
  if (entry.change.grade) for (const part of [before, sent]) delete part.later;
  const change = { ...before, ...entry.change };
  return { ...entry, change, words: ofJudgment(change), fields: { ...sent, ...entry.fields } };
}
