// Changes of answer classes, nuggets and votes: sent in the order they were made, kept in the browser until they are
// saved.

import { gettext } from "./gettext.js";
import { takeSeconds } from "./judging/clock.js";
import { bindEnding, enter, finishNow, nextList } from "./judging/ending.js";
import { openQueue } from "./judging/page-queue.js";
import { showProblems } from "./judging/problems.js";
import { announce } from "./judging/status.js";
import { onceFor, theOne } from "./judging/the-one.js";
import { makeId } from "./judging/transport.js";
import { saidHere } from "./judging/windows.js";

export { announce, enter, finishNow, makeId, nextList };

const workspace = theOne("#workspace");
const notice = theOne("[data-said]");
const ledger = () => ledgerOf(workspace());
const ledgerOf = onceFor(({ dataset: { account, assignment, question, questionId } }) => {
  const shown = new Set(); // ids of what was said on the page as it is loaded now: it shows them
  let listener = { draw: () => {}, saved: () => {}, refused: () => {} };
  let due = null; // {state, entry}: what is stored and not shown, with all that was stored since, and the last of these
  const mine = (entry) => entry.assignment === assignment && entry.kind === "change";
  const queue = openQueue({ account, assignment }, mine, {
    saved,
    problem: (entry) => listener.refused(entry),
    changed: () => showProblems(queue.problems(), queue.acts),
    sent: drawDue,
  });

  function saved(entry, data) {
    showSaved(data);
    if (due || !shown.has(entry.id)) due = { state: joined(due?.state, data.state), entry };
    listener.saved(entry, data);
  }

  // Not before all is sent: what waits is newer, and stands on this page alone.
  function drawDue() {
    if (!due) return;
    const { state, entry } = due;
    due = null;
    listener.draw(state, entry);
  }

  function add(id, entry, isShown) {
    if (isShown) shown.add(id);
    const at = window.location.pathname;
    queue.say({ account, question, questionId, at, id, kind: "change", assignment, ...entry });
  }

  function resume(given) {
    listener = { ...listener, ...given };
    for (const entry of queue.waiting()) saidHere(entry);
    queue.resume();
  }

  return { queue, add, resume };
});

// Says something where everybody sees it, until the next action.
export function say(text) {
  const place = notice();
  place.hidden = !text;
  place.textContent = text;
}

// Queues one change: fields are pairs or an object, title says what it is about, words what was said of it. isShown:
// the page shows what it does at once; else the answer is drawn.
export function change(url, fields, title, words, isShown = true) {
  say("");
  const id = makeId();
  const pairs = Array.isArray(fields) ? fields : Object.entries(fields);
  const all = [
    ...pairs.filter(([name]) => name !== "client_id"),
    ["client_id", id],
    ["seconds", String(takeSeconds())],
  ];
  ledger().add(id, { title, words, label: gettext("this change"), url, fields: all }, isShown);
}

// listener has draw(state, entry) to show what is stored, up to that entry, saved(entry, data) for each change that is
// stored, and refused(entry) where the page shows what is not. What waited when the page was loaded is not shown yet.
export const resume = (listener) => ledger().resume(listener);

export const isSent = () => ledger().queue.isSent();

// Undo waits for its turn behind what is not saved yet; the listener shows what it put back.
export function bindUndo(form) {
  form?.addEventListener("submit", (event) => {
    event.preventDefault();
    change(form.action, [], "", form.querySelector("[data-undo-label]").textContent, false);
  });
}

// A form that must find everything stored, as to finish does, goes when all is saved.
export function whenSaved(form) {
  const { queue } = ledger();
  bindEnding(queue.isAllSaved);
  form?.addEventListener("submit", (event) => {
    if (queue.isAllSaved()) return;
    event.preventDefault();
    if (queue.problems().length) return say(gettext("Not finished: first decide about what is not saved."));
    document.addEventListener("all-sent", () => queue.isAllSaved() && form.submit(), { once: true });
    queue.flush();
  });
}

function showSaved({ undo, notices }) {
  const label = document.querySelector("[data-undo-label]");
  label.textContent = label.title = undo ? gettext("Undo: {change}", { change: undo }) : gettext("Undo");
  label.closest("button").disabled = !undo;
  if (notices.length) say(notices.join(" "));
}

const joined = (one = {}, later) =>
  Object.fromEntries(Object.keys({ ...one, ...later }).map((name) => [name, { ...one[name], ...later[name] }]));
