// Between the page and the queue: what is said is shown at once, waits in the queue, and is set right by the answers.

import { recount } from "./counts.js";
import * as entries from "./entries.js";
import { choices } from "./problems.js";
import { QueueStore } from "./queue-store.js";
import * as rows from "./rows.js";
import { SaveQueue } from "./save-queue.js";
import * as sheet from "./sheet.js";
import { showSaving } from "./status.js";
import { send } from "./transport.js";
import * as undoStack from "./undo-stack.js";
import { Unsaved } from "./unsaved.js";
import { inAllWindows, keepSending, saidHere } from "./windows.js";

const store = new QueueStore(entries.account);
const mine = (entry) => entry.assignment === entries.assignment;
const problem = (entry) => unsaved.add(entry);
const queue = new SaveQueue(store, send, { ...inAllWindows(entries.account, { saved, problem }), changed });
const unsaved = new Unsaved(store, mine, { ...choices(store, queue, changed, putAway), say: put, decided: changed });

export function say(row, change) {
  put(entries.judgment(row, change));
}

export function saveSheet(before, after) {
  put(entries.sheet(before, after));
}

export const isAllSaved = () => ![...store.waiting(), ...store.problems()].some(mine);

// Takes the newest change back, wherever it is, and answers it with its row; no row where another list has it.
export function undo() {
  const change = undoStack.pop();
  takeBack(change.of);
  put(entries.undoing(change));
  return { ...change, row: rows.byId(change.item) };
}

function takeBack(id) {
  undoStack.forget(id);
  unsaved.takeBack(id);
}

function put(entry) {
  queue.add(show(entry));
}

// The page may not show the answer: it may be in another list, or have come into the pool since.
function show(entry) {
  if (entry.kind === "save") undoStack.push(entry);
  const row = rows.byId(entry.item);
  if (row) rows.put(row, entry.after ?? undone(rows.stateOf(row), entry.former));
  recount();
  return saidHere(entry);
}

const undone = (now, former) => ({ ...now, ...former, changes: now.changes + 1 });

// After a reload: shows what still waits, unless the server has it already, and goes on sending.
export function resume() {
  for (const entry of store.waiting().filter(mine)) {
    saidHere(entry);
    if (entry.kind === "sheet") {
      if (sheet.version() <= entry.before.version) sheet.put({ ...entry.after, version: entry.before.version + 1 });
    } else if (isNews(entry)) {
      if (entry.kind === "undo") takeBack(entry.fields.of);
      show(entry);
    }
  }
  keepSending(queue, store, changed);
}

function isNews({ id, kind, item, fields, after }) {
  const row = rows.byId(item);
  if (kind === "undo") return undoStack.has(fields.of);
  return row ? rows.stateOf(row).changes < after.changes : !undoStack.has(id);
}

function changed() {
  unsaved.show();
  showSaving(queue, store);
  if (isAllSaved()) document.dispatchEvent(new Event("all-saved"));
}

// What was put aside is not stored: the page is loaded anew to show what is.
function putAway() {
  changed();
  if (!store.problems().some(mine) && store.isKept) window.location.reload();
}

function saved(entry, data) {
  const row = rows.byId(data.item);
  if (!mine(entry) || entry.kind === "sheet" || !row) return;
  const more = store.waiting().some((other) => mine(other) && other.item === entry.item);
  if (more || rows.stateOf(row).changes === data.changes) return;
  rows.put(row, data);
  recount();
}
