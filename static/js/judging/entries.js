// What is put into the queue: one entry for each thing said, with the form fields to send and the state to show.

import { takeSeconds } from "./clock.js";
import * as rows from "./rows.js";
import { makeId } from "./transport.js";

export const { account, assignment } = document.querySelector("#judge").dataset;
// The copy of the document that stands beside an answer now, and how it is shown; none while another answer's is there.
function shownCopy(item) {
  const { dataset } = document.querySelector("[data-frames] iframe.shown") ?? { dataset: {} };
  const { revision = "", remote = "" } = dataset.item === item ? dataset : {};
  return { document: revision, remote };
}
const url = (name) => document.querySelector(`[data-${name}]`).action;

// Something said of an answer: {grade}, {note}, {later} or several. A grade settles "later".
export function judgment(row, change) {
  const id = makeId();
  const before = rows.stateOf(row);
  const settled = change.grade ? { later: false } : {};
  const sent = { ...change, ...("later" in change ? { later: change.later ? "1" : "0" } : {}) };
  return {
    id,
    kind: "save",
    assignment,
    item: row.dataset.item,
    title: rows.textOf(row).slice(0, 100),
    label: "grade" in change ? `“${change.grade}”` : "later" in change ? "“later”" : "note",
    url: url("say"),
    fields: { item: row.dataset.item, seen: before.changes, client_id: id, seconds: takeSeconds(), ...shownCopy(row.dataset.item), ...sent },
    change,
    before,
    after: { ...before, ...settled, ...change, changes: before.changes + 1 },
  };
}

// Taking back a change that undo-stack.js gave.
export function undoing(row, { of, former }) {
  const id = makeId();
  const before = rows.stateOf(row);
  return {
    id,
    kind: "undo",
    assignment,
    item: row.dataset.item,
    title: "Undo",
    label: "the undo",
    url: url("undo"),
    fields: { client_id: id, of, seconds: takeSeconds() },
    before,
    after: { ...before, ...former, changes: before.changes + 1 },
  };
}

// The sheet of the question, with the version that it follows.
export function sheet(before, after) {
  const fields = { ...after, seen: before.version };
  return { id: makeId(), kind: "sheet", assignment, title: "My decisions", label: "these notes", url: url("sheet"), fields, before, after };
}
