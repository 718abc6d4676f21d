// What was said, in words: for the lines of the panel, for announcements, and for what waits to be saved.

import { gettext, ngettext } from "../gettext.js";
import { quoted as inQuotes } from "../judging/describe.js";
import { describeBox, textOf } from "./boxes.js";
import { kindName, kindTitle } from "./kinds.js";
import { hasBox, isBad, isDecided, isOpen, rangesOf, STEPS } from "./record.js";

const MOST = 90; // characters of a quotation

const quoted = (text) => inQuotes(text.length > MOST ? `${text.slice(0, MOST - 1)}…` : text);
const reasonIn = (reason) =>
  document.querySelector(`[data-reasons] [value="${CSS.escape(reason)}"] span`)?.textContent ?? reason;
export const countOf = (words) => ngettext("{n} word", "{n} words", words);

const OF_STEP = {
  question: (record) =>
    isBad(record) ? gettext("Bad: {reason}", { reason: reasonIn(record.reason) }) : gettext("Good question"),
  long: (record) => (hasBox(record) ? ofBox(record) : gettext("No long answer")),
  short: (record) => ofShort(record),
};

function ofBox({ candidate, kind }) {
  const box = describeBox(candidate);
  if (!box) return kindTitle(kind);
  return gettext("{kind}, {length}: {text}", {
    kind: kindTitle(box.kind),
    length: countOf(box.words),
    text: quoted(box.text),
  });
}

function ofShort(record) {
  if (record.yes_no !== "NONE") return record.yes_no === "YES" ? gettext("Yes") : gettext("No");
  const ranges = rangesOf(record);
  if (!ranges.length) return gettext("No short answer");
  const texts = ranges.map(textOf).filter(Boolean);
  return texts.length ? texts.map(quoted).join(", ") : ngettext("{n} passage", "{n} passages", ranges.length);
}

// What one step says; "" where it says nothing.
export const ofStep = (record, step) => (isOpen(record, step) && isDecided(record, step) ? OF_STEP[step](record) : "");

export const inWords = (record) =>
  STEPS.map((step) => ofStep(record, step))
    .filter(Boolean)
    .join(" · ") || gettext("nothing said");

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
