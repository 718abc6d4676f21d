// Saves that were not taken: the page shows what is stored, and the person is asked, in each window of the assignment.

import { recount } from "./counts.js";
import { showProblems } from "./problems.js";
import * as rows from "./rows.js";
import * as sheet from "./sheet.js";
import * as undoStack from "./undo-stack.js";

export class Unsaved {
  #store;
  #mine;
  #again;
  #takenBack = new Set(); // ids of saves; whatever becomes of these, nobody need decide

  // mine(entry) tells this page's entries; again has say(row, change) and saveSheet(before, after).
  constructor(store, mine, again) {
    this.#store = store;
    this.#mine = mine;
    this.#again = again;
  }

  takeBack(id) {
    this.#takenBack.add(id);
  }

  // The newest wish for an answer counts.
  add(entry) {
    if (!this.#mine(entry)) return;
    if (entry.problem.code === "undo_unstored") for (const id of [entry.id, entry.fields.of]) this.takeBack(id);
    const undo = this.#store.waiting().filter(({ fields }) => fields.of === entry.id);
    if (undo.length) this.takeBack(entry.id);
    const older = this.#store.problems().filter(({ id, kind, item }) => id !== entry.id && kind === entry.kind && item === entry.item);
    for (const gone of [...older, ...undo]) this.#store.remove(gone);
    undoStack.forget(entry.id);
    if (entry.problem.stored && entry.item) rows.put(rows.byId(entry.item), entry.problem.stored);
    recount();
    this.show();
  }

  show() {
    for (const gone of this.#store.problems().filter(({ id }) => this.#takenBack.has(id))) this.#store.remove(gone);
    showProblems(this.#store.problems().filter(this.#mine), (entry, useMine) => this.#decide(entry, useMine));
  }

  #decide(entry, useMine) {
    const { stored } = entry.problem;
    this.#store.remove(entry);
    this.show();
    if (!stored) return window.location.reload();
    if (entry.kind === "sheet") {
      sheet.put(useMine ? { ...entry.after, version: stored.version + 1 } : stored);
      if (useMine) this.#again.saveSheet(stored, entry.after);
    } else {
      rows.put(rows.byId(entry.item), stored);
      if (useMine) this.#again.say(rows.byId(entry.item), entry.change);
    }
  }
}
