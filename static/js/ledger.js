// Changes of answer classes, nuggets and votes: sent in the order they were made, kept in the browser until they are saved.

import { takeSeconds } from "./judging/clock.js";
import { choices, showProblems } from "./judging/problems.js";
import { QueueStore } from "./judging/queue-store.js";
import { SaveQueue } from "./judging/save-queue.js";
import { announce, showSaving } from "./judging/status.js";
import { makeId, send } from "./judging/transport.js";
import { inAllWindows, keepSending, saidHere } from "./judging/windows.js";

const { account, assignment, question } = document.querySelector("#desk").dataset;
const owner = `${assignment}/parts`; // apart from the judgments of the same assignment
const mine = (entry) => entry.assignment === owner;
const store = new QueueStore(account);
const queue = new SaveQueue(store, send, { ...inAllWindows(account, { saved, problem }), changed });
const acts = choices(store, queue, changed, putAway);
let listener = { saved: () => {}, refused: () => {} };

export { announce, makeId };

// Says something where everybody sees it, until the next deed.
export function say(text) {
  const place = document.querySelector("[data-said]");
  place.hidden = !text;
  place.textContent = text;
}

// Queues one change: fields are pairs or an object, title says what it is about, words what was said of it.
export function change(url, fields, title, words) {
  say("");
  const id = makeId();
  const pairs = Array.isArray(fields) ? fields : Object.entries(fields);
  const all = [...pairs.filter(([name]) => name !== "client_id"), ["client_id", id], ["seconds", String(takeSeconds())]];
  const at = window.location.pathname;
  queue.add(saidHere({ account, question, at, id, kind: "change", assignment: owner, title, words, label: "this change", url, fields: all }));
}

// listener has saved(entry) for each change that is stored, and refused(entry) where the page shows what is not.
export function resume(given) {
  listener = given;
  keepSending(queue, store, changed);
}

export const isSent = () => !store.waiting().some(mine);

// Undo waits for its turn behind what is not saved yet; the listener shows what it put back.
export function bindUndo(form) {
  form?.addEventListener("submit", (event) => {
    event.preventDefault();
    change(form.action, [], "", form.querySelector("[data-undo-label]").textContent);
  });
}

// A form that must find everything stored, as to finish does, goes when all is saved.
export function whenSaved(form) {
  form?.addEventListener("submit", (event) => {
    const isUndecided = store.problems().some(mine);
    if (isSent() && !isUndecided) return;
    event.preventDefault();
    if (isUndecided) return say("Not finished: decide first what is not saved.");
    document.addEventListener("all-sent", () => store.problems().some(mine) || form.submit(), { once: true });
    queue.flush();
  });
}

function changed() {
  showProblems(store.problems().filter(mine), acts);
  showSaving(queue, store);
  if (isSent()) document.dispatchEvent(new Event("all-sent"));
}

// The page is loaded anew when the person has decided, to show what is stored.
function putAway() {
  changed();
  if (!store.problems().some(mine) && store.isKept) window.location.reload();
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
  if (mine(entry)) listener.refused(entry);
}
