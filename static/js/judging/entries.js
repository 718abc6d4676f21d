// What is put into the queue: one entry for each thing said, with the form fields to send and the state to show.

import { part } from "../behaviour.js";
import { gettext } from "../gettext.js";
import { takeSeconds } from "./clock.js";
import { ofJudgment, ofNotes } from "./describe.js";
import { gradeName } from "./grades.js";
import { docidOf, stateOf, textOf } from "./rows.js";
import { makeId } from "./transport.js";

// shownFrame() gives the frame of the document that stands beside an answer now.
export function makeEntries(root, rows, shownFrame) {
  const { account, assignment, question, questionId } = part(root, "account").dataset;
  const saying = part(root, "say").action;
  const undoingAt = part(root, "undo").action;
  const notesAt = part(root, "notes").action;
  const at = (item) => `${window.location.pathname}${item ? `?item=${item}` : ""}`;
  const owner = (item) => ({ account, assignment, question, questionId, at: at(item), id: makeId() });

  // The copy of the document that stands beside an answer, and how it is shown; none while another answer's is there.
  function shownCopy(item) {
    const { dataset } = shownFrame();
    const { revision = "", remote = "" } = dataset.item === item ? dataset : {};
    return { document: revision, remote };
  }

  // Something said of an answer: {grade}, {note}, {later} or several. A grade settles "later".
  // `beside` are answers whose documents are to come along.
  function judgment(row, change, beside = []) {
    const { item } = row.dataset;
    const owned = owner(item);
    const before = stateOf(row);
    const settled = change.grade ? { later: false } : {};
    const sent = { ...change, ...("later" in change ? { later: change.later ? "1" : "0" } : {}) };
    return {
      ...owned,
      kind: "save",
      item,
      title: textOf(row).slice(0, 100),
      docid: docidOf(row),
      words: ofJudgment(change),
      label: labelOf(change),
      url: saying,
      fields: {
        item,
        seen: before.changes,
        client_id: owned.id,
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
  function undoing({ of, item, label, former }) {
    const owned = owner(item);
    const fields = { client_id: owned.id, of, seconds: takeSeconds() };
    const words = gettext("undo {change}", { change: label });
    return {
      ...owned,
      kind: "undo",
      item,
      title: "",
      words,
      label: gettext("the undo"),
      url: undoingAt,
      fields,
      former,
    };
  }

  // The notes of the question, with the version that it follows.
  function notes(before, after) {
    const owned = owner();
    const fields = { ...after, seen: before.version, client_id: owned.id };
    const [words, label] = [ofNotes(after), gettext("these notes")];
    return { ...owned, kind: "notes", title: "", words, label, url: notesAt, fields, before, after };
  }

  return { account, assignment, judgment, undoing, notes };
}

function labelOf(change) {
  if ("grade" in change) return gettext("“{grade}”", { grade: gradeName(change.grade) });
  return "later" in change ? gettext("“later”") : gettext("note");
}
