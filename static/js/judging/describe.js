// What was typed and not saved, in words: for the page, and as text to take elsewhere.

const FIELDS = { rules_of_thumb: "my decisions", canonical_answer: "canonical answer", comment: "comment" };
const quoted = (text) => `“${text}”`;

// What a judgment says: {grade, note, later}.
export function ofJudgment({ grade, note, later }) {
  const marked = later === undefined ? "" : later ? "decide later" : "not to decide later";
  return [grade, marked, note === undefined ? "" : note ? `note: ${quoted(note)}` : "no note"].filter(Boolean).join(" · ");
}

// What the notes on a question say.
export function ofNotes(notes) {
  const said = Object.entries(FIELDS).filter(([name]) => notes[name]);
  return said.map(([name, label]) => `${label}: ${quoted(notes[name])}`).join(" · ") || "nothing";
}

// What an annotation of a page says: in the words of the page where it stood, or as far as its record tells.
export function ofAnnotation({ said, question, reason, kind, candidate, short, yes_no: yesNo }) {
  const ofBox = candidate === null ? "" : candidate < 0 ? "no long answer" : `long answer: ${kind}`;
  const ofWords = short && (short.length ? `${short.length} short` : yesNo === "NONE" ? "no short answer" : yesNo.toLowerCase());
  return said ?? ([question && `${question} question`, reason, ofBox, ofWords].filter(Boolean).join(" · ") || "nothing said");
}

// One entry of the queue. Its words are those that it was made with, or the label where an older page made it.
export const wordsOf = ({ words, label }) => words ?? label;

// What an entry is about.
export const subjectOf = ({ title, docid }) => [title && quoted(title), docid && `(${docid})`].filter(Boolean).join(" ");

export function asText(entries) {
  const line = (entry) => [entry.question, subjectOf(entry), wordsOf(entry)].filter(Boolean).join(" · ");
  const why = ({ problem }) => (problem ? `  ${problem.message}` : "");
  return entries.map((entry) => [line(entry), why(entry)].filter(Boolean).join("\n")).join("\n\n");
}
