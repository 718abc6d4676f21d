// Between the page and the queue: what is said is shown at once, waits in the queue, and is set right by the answers.

import { recount } from "./counts.js";
import { account, assignment } from "./entries.js";
import * as entries from "./entries.js";
import { showProblems } from "./problems.js";
import { QueueStore } from "./queue-store.js";
import * as rows from "./rows.js";
import { SaveQueue } from "./save-queue.js";
import * as sheet from "./sheet.js";
import { showSaving } from "./status.js";
import { send } from "./transport.js";
import * as undoStack from "./undo-stack.js";
import { inAllWindows, saidHere } from "./windows.js";

const store = new QueueStore(account);
export const queue = new SaveQueue(store, send, { ...inAllWindows(account, { saved, problem }), changed });
const mine = (entry) => entry.assignment === assignment;

export const say = (row, change) => queue.add(show(entries.judgment(row, change)));
export const saveSheet = (before, after) => queue.add(saidHere(entries.sheet(before, after)));
export const isAllSaved = () => !store.waiting().some(mine);

// Takes the newest change back and answers its row; null where the page knows of none.
export function undo() {
  const change = undoStack.pop();
  const row = change && rows.byId(change.item);
  if (row) queue.add(show(entries.undoing(row, change)));
  return row;
}

function show(entry) {
  if (entry.kind === "save") undoStack.push(entry);
  rows.put(rows.byId(entry.item), entry.after);
  recount();
  return saidHere(entry);
}

// After a reload: shows what still waits, unless the server has it already, and goes on sending.
export function resume() {
  for (const entry of store.waiting().filter(mine)) {
    saidHere(entry);
    if (entry.kind === "sheet") {
      if (sheet.version() <= entry.before.version) sheet.put({ ...entry.after, version: entry.before.version + 1 });
    } else if (rows.stateOf(rows.byId(entry.item)).changes < entry.after.changes) {
      if (entry.kind === "undo") undoStack.forget(entry.fields.of);
      show(entry);
    }
  }
  changed();
  if (store.problems().some(mine)) showOpen();
  queue.flush();
  window.addEventListener("online", () => queue.flush());
  window.addEventListener("focus", () => queue.flush());
  window.addEventListener("storage", ({ key }) => store.owns(key) && changed());
}

function changed() {
  showSaving(queue.state, store);
  if (isAllSaved()) document.dispatchEvent(new Event("all-saved"));
}

function saved(entry, data) {
  if (!mine(entry) || entry.kind === "sheet") return;
  const row = rows.byId(data.item);
  const more = store.waiting().some((other) => mine(other) && other.item === entry.item);
  if (more || rows.stateOf(row).changes === data.changes) return;
  rows.put(row, data);
  recount();
}

// A save that was not taken: the page shows what is stored, and the person is asked. The newest wish for an answer counts.
function problem(entry) {
  if (!mine(entry)) return;
  const problems = store.problems();
  const older = problems.filter(({ id, kind, item }) => id !== entry.id && kind === entry.kind && item === entry.item);
  const takenBack = store.waiting().filter(({ fields }) => fields.of === entry.id);
  const isSettled = entry.problem.code === "undo_unstored" || takenBack.length > 0; // nobody need decide
  const undone = isSettled ? problems.filter(({ id }) => id === entry.id || id === entry.fields.of) : [];
  for (const gone of [...older, ...takenBack, ...undone]) store.remove(gone);
  undoStack.forget(entry.id);
  if (entry.problem.stored && entry.item) rows.put(rows.byId(entry.item), entry.problem.stored);
  recount();
  showOpen();
}

const showOpen = () => showProblems(store.problems().filter(mine), decide);

function decide(entry, useMine) {
  const { stored } = entry.problem;
  store.remove(entry);
  showOpen();
  if (!stored) return window.location.reload();
  if (entry.kind === "sheet") {
    sheet.put(useMine ? { ...entry.after, version: stored.version + 1 } : stored);
    if (useMine) saveSheet(stored, entry.after);
  } else {
    rows.put(rows.byId(entry.item), stored);
    if (useMine) say(rows.byId(entry.item), entry.change);
  }
}
