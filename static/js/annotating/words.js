// What was said, in words: for the lines of the panel, for announcements, and for what waits to be saved.

import { gettext, ngettext } from "../gettext.js";
import { quoted as inQuotes } from "../judging/describe.js";
import { kindName, kindTitle } from "./kinds.js";
import { hasBox, isBad, isDecided, isOpen, rangesOf, STEPS } from "./record.js";

const MOST = 90; // characters of a quotation

const quoted = (text) => inQuotes(text.length > MOST ? `${text.slice(0, MOST - 1)}…` : text);
export const countOf = (words) => ngettext("{n} word", "{n} words", words);
export const nameBox = ({ kind, words, text }) =>
  gettext("{kind}, {length}: {text}", { kind: kindTitle(kind), length: countOf(words), text });

// Words of what is said on a page with these boxes, where reasonIn gives a reason's own words.
export function makeWords(boxes, reasonIn) {
  const said = {
    question: (record) =>
      isBad(record) ? gettext("Bad: {reason}", { reason: reasonIn(record.reason) }) : gettext("Good question"),
    long: (record) => (hasBox(record) ? ofBox(record, boxes) : gettext("No long answer")),
    short: (record) => ofShort(record, boxes),
  };
  // What one step says; "" where it says nothing.
  const ofStep = (record, step) => (isOpen(record, step) && isDecided(record, step) ? said[step](record) : "");
  const inWords = (record) =>
    STEPS.map((step) => ofStep(record, step))
      .filter(Boolean)
      .join(" · ") || gettext("nothing said");
  return { ofStep, inWords };
}

function ofBox({ candidate, kind }, boxes) {
  const box = boxes.describe(candidate);
  return box ? nameBox({ ...box, text: quoted(box.text) }) : kindTitle(kind);
}

function ofShort(record, boxes) {
  if (record.yes_no !== "NONE") return record.yes_no === "YES" ? gettext("Yes") : gettext("No");
  const ranges = rangesOf(record);
  if (!ranges.length) return gettext("No short answer");
  const texts = ranges.map(boxes.textOf).filter(Boolean);
  return texts.length ? texts.map(quoted).join(", ") : ngettext("{n} passage", "{n} passages", ranges.length);
}

const UNMARKED = {
  NONE: gettext("no short answer"),
  YES: gettext("short answer: yes"),
  NO: gettext("short answer: no"),
};

// What undo calls a change, in the words of the server.
export function labelOf(step, { question, candidate, kind, ranges, yes_no: yesNo }) {
  if (step === "question") return question === "good" ? gettext("good question") : gettext("bad question");
  if (step === "long")
    return candidate < 0 ? gettext("no long answer") : gettext("long answer ({kind})", { kind: kindName(kind) });
  return ranges.length ? gettext("short answer") : UNMARKED[yesNo];
}
