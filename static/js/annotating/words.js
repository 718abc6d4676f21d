// What was said, in words: for the lines of the panel, for announcements, and for what waits to be saved.

import { describeBox, textOf } from "./boxes.js";
import { hasBox, isBad, isDecided, isOpen, rangesOf, STAGES } from "./record.js";

const MOST = 90; // characters of a quotation

const quoted = (text) => `“${text.length > MOST ? `${text.slice(0, MOST - 1)}…` : text}”`;
const reasonIn = (reason) => document.querySelector(`[data-reasons] [value="${CSS.escape(reason)}"] span`)?.textContent ?? reason;
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
export const countOf = (words) => `${words.toLocaleString("en")} word${words === 1 ? "" : "s"}`;

const OF_STAGE = {
  question: (record) => (isBad(record) ? `Bad: ${reasonIn(record.reason)}` : "Good question"),
  long: (record) => (hasBox(record) ? ofBox(record) : "No long answer"),
  short: (record) => ofShort(record),
};

function ofBox({ candidate, kind }) {
  const box = describeBox(candidate);
  return box ? `${capital(box.kind || "box")}, ${countOf(box.words)}: ${quoted(box.text)}` : capital(kind || "box");
}

function ofShort(record) {
  if (record.yes_no !== "NONE") return capital(record.yes_no.toLowerCase());
  const ranges = rangesOf(record);
  if (!ranges.length) return "No short answer";
  const texts = ranges.map(textOf).filter(Boolean);
  return texts.length ? texts.map(quoted).join(", ") : `${ranges.length} passage${ranges.length === 1 ? "" : "s"}`;
}

// What one stage says; "" where it says nothing.
export const ofStage = (record, stage) => (isOpen(record, stage) && isDecided(record, stage) ? OF_STAGE[stage](record) : "");

export const inWords = (record) => STAGES.map((stage) => ofStage(record, stage)).filter(Boolean).join(" · ") || "nothing said";

// What undo calls a change, in the words of the server.
export function labelOf(stage, { question, candidate, kind, ranges, yes_no: yesNo }) {
  if (stage === "question") return `${question} question`;
  if (stage === "long") return candidate < 0 ? "no long answer" : `long answer (${kind})`;
  return ranges.length ? "short answer" : yesNo === "NONE" ? "no short answer" : `short answer: ${yesNo.toLowerCase()}`;
}
