// Changes of answer classes, nuggets and votes: sent in the order they were made, kept in the browser until they are saved.

import { takeSeconds } from "./judging/clock.js";
import { showProblems } from "./judging/problems.js";
import { QueueStore } from "./judging/queue-store.js";
import { SaveQueue } from "./judging/save-queue.js";
import { announce, showSaving } from "./judging/status.js";
import { makeId, send } from "./judging/transport.js";
import { inAllWindows, saidHere } from "./judging/windows.js";

const { account, assignment } = document.querySelector("#desk").dataset;
const owner = `${assignment}/parts`; // apart from the judgments of the same assignment
const mine = (entry) => entry.assignment === owner;
const store = new QueueStore(account);
const queue = new SaveQueue(store, send, { ...inAllWindows(account, { saved, problem }), changed });
let listener = { saved: () => {}, refused: () => {} };

export { announce, makeId };

// Says something where everybody sees it, until the next deed.
export function say(text) {
  const place = document.querySelector("[data-said]");
  place.hidden = !text;
  place.textContent = text;
}

// Queues one change: fields are pairs or an object, title says what it is about, label names it where it is not taken.
export function change(url, fields, title, label) {
  say("");
  const id = makeId();
  const pairs = Array.isArray(fields) ? fields : Object.entries(fields);
  const all = [...pairs.filter(([name]) => name !== "client_id"), ["client_id", id], ["seconds", String(takeSeconds())]];
  queue.add(saidHere({ id, kind: "change", assignment: owner, title, label, url, fields: all }));
}

// listener has saved(entry) for each change that is stored, and refused(entry) where the page shows what is not.
export function resume(given) {
  listener = given;
  changed();
  showMine();
  queue.flush();
  window.addEventListener("online", () => queue.flush());
  window.addEventListener("focus", () => queue.flush());
  window.addEventListener("storage", ({ key }) => store.owns(key) && changed());
}

export const isAllSaved = () => !store.waiting().some(mine);

// Undo waits for its turn behind what is not saved yet; the listener shows what it put back.
export function bindUndo(form) {
  form?.addEventListener("submit", (event) => {
    event.preventDefault();
    change(form.action, [], "Undo", "this undo");
  });
}

// A form that must find everything stored, as to finish does, goes when all is saved.
export function whenSaved(form) {
  form?.addEventListener("submit", (event) => {
    if (isAllSaved()) return;
    event.preventDefault();
    document.addEventListener("all-saved", () => form.submit(), { once: true });
    queue.flush();
  });
}

function changed() {
  showSaving(queue.state, store);
  if (isAllSaved()) document.dispatchEvent(new Event("all-saved"));
}

function saved(entry, data) {
  if (!mine(entry)) return;
  const label = document.querySelector("[data-undo-label]");
  label.textContent = data.undo ? `Undo: ${data.undo}` : "Undo";
  label.closest("button").disabled = !data.undo;
  if (data.notices.length) say(data.notices.join(" "));
  listener.saved(entry, data);
}

function problem(entry) {
  if (!mine(entry)) return;
  showMine();
  listener.refused(entry);
}

// What was not taken is told with what was wanted; the page is loaded anew when the person has read it.
function showMine() {
  showProblems(store.problems().filter(mine), (entry) => {
    store.remove(entry);
    window.location.reload();
  });
}
