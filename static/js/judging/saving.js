// Between the page and the queue: what is said is shown at once, waits in the queue, and is set right by the answers.

import { recount } from "./counts.js";
import { account, assignment } from "./entries.js";
import * as entries from "./entries.js";
import { QueueStore } from "./queue-store.js";
import * as rows from "./rows.js";
import { SaveQueue } from "./save-queue.js";
import * as sheet from "./sheet.js";
import { showSaving } from "./status.js";
import { send } from "./transport.js";
import * as undoStack from "./undo-stack.js";
import { Unsaved } from "./unsaved.js";
import { inAllWindows, saidHere } from "./windows.js";

const store = new QueueStore(account);
const unsaved = new Unsaved(store, mine, { say, saveSheet });
const problem = (entry) => unsaved.add(entry);
export const queue = new SaveQueue(store, send, { ...inAllWindows(account, { saved, problem }), changed });

export function say(row, change) {
  queue.add(show(entries.judgment(row, change)));
}

export function saveSheet(before, after) {
  queue.add(saidHere(entries.sheet(before, after)));
}

export const isAllSaved = () => !store.waiting().some(mine);

function mine(entry) {
  return entry.assignment === assignment;
}

// Takes the newest change back and answers its row; null where the page knows of none.
export function undo() {
  const change = undoStack.pop();
  const row = change && rows.byId(change.item);
  if (!row) return row;
  takeBack(change.of);
  queue.add(show(entries.undoing(row, change)));
  return row;
}

function takeBack(id) {
  undoStack.forget(id);
  unsaved.takeBack(id);
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
      if (entry.kind === "undo") takeBack(entry.fields.of);
      show(entry);
    }
  }
  changed();
  unsaved.show();
  queue.flush();
  window.addEventListener("online", () => queue.flush());
  window.addEventListener("focus", () => queue.flush());
  window.addEventListener("storage", ({ key }) => store.owns(key) && changedElsewhere());
}

function changed() {
  showSaving(queue.state, store);
  if (isAllSaved()) document.dispatchEvent(new Event("all-saved"));
}

function changedElsewhere() {
  changed();
  unsaved.show();
}

function saved(entry, data) {
  if (!mine(entry) || entry.kind === "sheet") return;
  const row = rows.byId(data.item);
  const more = store.waiting().some((other) => mine(other) && other.item === entry.item);
  if (more || rows.stateOf(row).changes === data.changes) return;
  rows.put(row, data);
  recount();
}
