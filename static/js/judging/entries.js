// What is put into the queue: one entry for each thing said, with the form fields to send and the state to show.

import { gettext } from "../gettext.js";
import { takeSeconds } from "./clock.js";
import { ofJudgment, ofNotes } from "./describe.js";
import { gradeName } from "./grades.js";
import * as rows from "./rows.js";
import { makeId } from "./transport.js";

export const { account, assignment, question, questionId } = document.querySelector("#judge").dataset;
// The copy of the document that stands beside an answer now, and how it is shown; none while another answer's is there.
function shownCopy(item) {
  const { dataset } = document.querySelector("[data-frames] iframe.shown") ?? { dataset: {} };
  const { revision = "", remote = "" } = dataset.item === item ? dataset : {};
  return { document: revision, remote };
}
const url = (name) => document.querySelector(`[data-${name}]`).action;
const owner = (item) => ({
  account,
  assignment,
  question,
  questionId,
  at: `${window.location.pathname}${item ? `?item=${item}` : ""}`,
});

// Something said of an answer: {grade}, {note}, {later} or several. A grade settles "later".
// `beside` are answers whose documents are to come along.
export function judgment(row, change, beside = []) {
  const id = makeId();
  const { item } = row.dataset;
  const before = rows.stateOf(row);
  const settled = change.grade ? { later: false } : {};
  const sent = { ...change, ...("later" in change ? { later: change.later ? "1" : "0" } : {}) };
  return {
    ...owner(item),
    id,
    kind: "save",
    item,
    title: rows.textOf(row).slice(0, 100),
    docid: rows.docidOf(row),
    words: ofJudgment(change),
    label:
      "grade" in change
        ? gettext("“{grade}”", { grade: gradeName(change.grade) })
        : "later" in change
          ? gettext("“later”")
          : gettext("note"),
    url: url("say"),
    fields: {
      item,
      seen: before.changes,
      client_id: id,
      seconds: takeSeconds(),
      place: rows.numberOf(row),
      ...shownCopy(item),
      ...(beside.length && { beside: beside.join() }),
      ...sent,
    },
    change,
    before,
    after: { ...before, ...settled, ...change, changes: before.changes + 1 },
  };
}

// Taking back a change that undo-stack.js gave. Its answer may be in another list than the page shows.
export function undoing({ of, item, label, former }) {
  const id = makeId();
  const fields = { client_id: id, of, seconds: takeSeconds() };
  return {
    ...owner(item),
    id,
    kind: "undo",
    item,
    title: "",
    words: gettext("undo {change}", { change: label }),
    label: gettext("the undo"),
    url: url("undo"),
    fields,
    former,
  };
}

// The notes of the question, with the version that it follows.
export function notes(before, after) {
  const id = makeId();
  const fields = { ...after, seen: before.version, client_id: id };
  return {
    ...owner(),
    id,
    kind: "notes",
    title: "",
    words: ofNotes(after),
    label: gettext("these notes"),
    url: url("notes"),
    fields,
    before,
    after,
  };
}
