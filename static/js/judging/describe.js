// What was typed and not saved, in words: for the page, and as text to take elsewhere.

import { kindName } from "../annotating/kinds.js";
import { gettext, ngettext } from "../gettext.js";
import { gradeName } from "./grades.js";

const FIELDS = {
  rules_of_thumb: gettext("my rules of thumb"),
  canonical_answer: gettext("canonical answer"),
  comment: gettext("comment"),
};
export const quoted = (text) => gettext("“{text}”", { text });

// What a judgment says: {grade, note, later}.
export function ofJudgment({ grade, note, later }) {
  const marked = later === undefined ? "" : later ? gettext("decide later") : gettext("not to decide later");
  const noted = note === undefined ? "" : note ? gettext("note: {note}", { note: quoted(note) }) : gettext("no note");
  return [gradeName(grade), marked, noted].filter(Boolean).join(" · ");
}

// What the notes on a question say.
export function ofNotes(notes) {
  const said = Object.entries(FIELDS).filter(([name]) => notes[name]);
  return (
    said.map(([name, label]) => gettext("{label}: {text}", { label, text: quoted(notes[name]) })).join(" · ") ||
    gettext("nothing")
  );
}

// What an annotation of a page says: in the words of the page where it stood, or as far as its record tells.
export function ofAnnotation({ said, question, reason, kind, candidate, short, yes_no: yesNo }) {
  const ofQuestion = question && (question === "good" ? gettext("good question") : gettext("bad question"));
  const ofBox =
    candidate === null
      ? ""
      : candidate < 0
        ? gettext("no long answer")
        : gettext("long answer: {kind}", { kind: kindName(kind) });
  const ofWords =
    short &&
    (short.length
      ? ngettext("{n} short", "{n} short", short.length)
      : yesNo === "NONE"
        ? gettext("no short answer")
        : gradeName(yesNo.toLowerCase()));
  return said ?? ([ofQuestion, reason, ofBox, ofWords].filter(Boolean).join(" · ") || gettext("nothing said"));
}

// One entry of the queue. Its words are those that it was made with, or the label where an older page made it.
export const wordsOf = ({ words, label }) => words ?? label;

// What an entry is about.
export const subjectOf = ({ title, docid }) =>
  [title && quoted(title), docid && `(${docid})`].filter(Boolean).join(" ");

export function asText(entries) {
  const line = (entry) => [entry.question, subjectOf(entry), wordsOf(entry)].filter(Boolean).join(" · ");
  const why = ({ problem }) => (problem ? `  ${problem.message}` : "");
  return entries.map((entry) => [line(entry), why(entry)].filter(Boolean).join("\n")).join("\n\n");
}
