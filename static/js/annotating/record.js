// What somebody says of a question and its page: a record of three stages. Nothing here touches the page.

export const STAGES = ["question", "long", "short"];
export const NONE = -1; // no long answer

export const isBad = ({ question }) => question === "bad";
export const hasBox = ({ candidate }) => candidate !== null && candidate >= 0;
const isShortDecided = ({ short }) => short !== null;

// The first stage that is not decided; "" where nothing is left to say.
export function stageOf(record) {
  if (!record.question) return "question";
  if (isBad(record) || record.candidate === NONE) return "";
  if (record.candidate === null) return "long";
  return isShortDecided(record) ? "" : "short";
}

// Whether a stage can be answered, as things are.
export function isOpen(record, stage) {
  return stage === "question" || (record.question === "good" && (stage === "long" || hasBox(record)));
}

const UNDECIDED = { long: { candidate: null, long: null, kind: "" }, short: { short: null, yes_no: "NONE" } };

// The record with one stage said. What no longer fits is cleared: another box has other short answers.
export function said(record, stage, answer) {
  return { ...record, ...changed(record, stage, answer), version: record.version + 1 };
}

function changed(record, stage, answer) {
  if (stage === "question")
    return answer.question === "bad" ? { ...answer, ...UNDECIDED.long, ...UNDECIDED.short } : { ...answer, reason: "" };
  if (stage === "long") return { ...answer, ...(answer.candidate === record.candidate ? {} : UNDECIDED.short) };
  return { short: answer.ranges.map(([start, end]) => [null, null, start, end]), yes_no: answer.yes_no };
}

// The words of the short answers, as tokens: [[first, last + 1], …].
export const rangesOf = ({ short }) => (short ?? []).map((place) => place.slice(-2));

// Whether a stage says the same in both.
export function isSame(one, other, stage) {
  const facts = {
    question: ({ question, reason }) => [question, question === "bad" ? reason : ""],
    long: ({ candidate }) => candidate,
    short: (record) => [record.short && rangesOf(record), record.yes_no],
  };
  return JSON.stringify(facts[stage](one)) === JSON.stringify(facts[stage](other));
}

// What is to be said again, stage by stage, so that `stored` says what `wanted` does.
export function differences(stored, wanted) {
  const steps = [];
  let now = stored;
  for (const stage of STAGES) {
    if (!isOpen(wanted, stage) || isSame(now, wanted, stage) || !isDecided(wanted, stage)) continue;
    steps.push({ stage, answer: answerOf(wanted, stage) });
    now = said(now, stage, steps.at(-1).answer);
  }
  return steps;
}

export function isDecided(record, stage) {
  if (stage === "question") return Boolean(record.question);
  return stage === "long" ? record.candidate !== null : isShortDecided(record);
}

export function answerOf(record, stage) {
  if (stage === "question") return { question: record.question, reason: record.reason };
  if (stage === "long") return { candidate: record.candidate, kind: record.kind };
  return { ranges: rangesOf(record), yes_no: record.yes_no };
}
