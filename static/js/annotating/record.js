// What somebody says of a question and its page: a record of three steps. Nothing here touches the page.

export const STEPS = ["question", "long", "short"];
export const NONE = -1; // no long answer

export const isBad = ({ question }) => question === "bad";
export const hasBox = ({ candidate }) => candidate !== null && candidate >= 0;
const isShortDecided = ({ short }) => short !== null;

// The first step that is not decided; "" where nothing is left to say.
export function stepOf(record) {
  if (!record.question) return "question";
  if (isBad(record) || record.candidate === NONE) return "";
  if (record.candidate === null) return "long";
  return isShortDecided(record) ? "" : "short";
}

// Whether a step can be answered, as things are.
export function isOpen(record, step) {
  return step === "question" || (record.question === "good" && (step === "long" || hasBox(record)));
}

const UNDECIDED = { long: { candidate: null, long: null, kind: "" }, short: { short: null, yes_no: "NONE" } };

// The record with one step said. What no longer fits is cleared: another box has other short answers.
export function said(record, step, answer) {
  return { ...record, ...changed(record, step, answer), version: record.version + 1 };
}

function changed(record, step, answer) {
  if (step === "question")
    return answer.question === "bad" ? { ...answer, ...UNDECIDED.long, ...UNDECIDED.short } : { ...answer, reason: "" };
  if (step === "long") return { ...answer, ...(answer.candidate === record.candidate ? {} : UNDECIDED.short) };
  return { short: answer.ranges.map(([start, end]) => [null, null, start, end]), yes_no: answer.yes_no };
}

// The words of the short answers, as tokens: [[first, last + 1], …].
export const rangesOf = ({ short }) => (short ?? []).map((place) => place.slice(-2));

// Whether a step says the same in both.
export function isSame(one, other, step) {
  const facts = {
    question: ({ question, reason }) => [question, question === "bad" ? reason : ""],
    long: ({ candidate }) => candidate,
    short: (record) => [record.short && rangesOf(record), record.yes_no],
  };
  return JSON.stringify(facts[step](one)) === JSON.stringify(facts[step](other));
}

// What is to be said again, step by step, so that `stored` says what `wanted` does.
export function differences(stored, wanted) {
  const steps = [];
  let now = stored;
  for (const step of STEPS) {
    if (!isOpen(wanted, step) || isSame(now, wanted, step) || !isDecided(wanted, step)) continue;
    steps.push({ step, answer: answerOf(wanted, step) });
    now = said(now, step, steps.at(-1).answer);
  }
  return steps;
}

export function isDecided(record, step) {
  if (step === "question") return Boolean(record.question);
  return step === "long" ? record.candidate !== null : isShortDecided(record);
}

export function answerOf(record, step) {
  if (step === "question") return { question: record.question, reason: record.reason };
  if (step === "long") return { candidate: record.candidate, kind: record.kind };
  return { ranges: rangesOf(record), yes_no: record.yes_no };
}
