// Between the page and the queue: what is said is shown at once, waits in the queue, and is set right by the answers.

import { gettext } from "../gettext.js";
import { takeSeconds } from "../judging/clock.js";
import { openQueue } from "../judging/page-queue.js";
import { showProblems } from "../judging/problems.js";
import { makeId } from "../judging/transport.js";
import { saidHere } from "../judging/windows.js";
import { differences, said } from "./record.js";
import { labelOf } from "./words.js";

// of: what the page says of its assignment, as attributes; record: what is stored; inWords(record) says it.
export function makeSaving(of, record, inWords) {
  const taken = []; // {id, before, label}: what this window can take back by itself, newest last
  let listener = { shown: () => {}, labelled: () => {} };
  let last = null; // [entry, data] of what was stored last, until it is shown
  const queue = openQueue(of, ({ assignment }) => assignment === of.assignment, {
    saved: (...stored) => (last = stored),
    problem,
    changed: () => showProblems(asked(queue.problems()), acts),
    sent: showLast,
  });
  const acts = { ...queue.acts, decide };

  function put(step, after, fields, more) {
    const entry = { ...entryOf(of, record, step, fields), after, ...more };
    record = after ?? record;
    queue.say(entry);
    return entry.id;
  }

  // One step, said: answer as record.js has it.
  function say(step, answer) {
    const [before, after] = [record, said(record, step, answer)];
    after.said = inWords(after);
    const id = put(step, after, fieldsOf(step, answer), {
      change: answer,
      words: after.said,
      label: gettext("this answer"),
    });
    taken.push({ id, before, label: labelOf(step, answer) });
    listener.labelled(taken.at(-1).label);
  }

  // Takes the newest change back. What is older than this window the server knows: it is shown when it has answered.
  function undo() {
    const newest = taken.pop();
    const after = newest ? { ...newest.before, version: record.version + 1 } : null;
    put("undo", after, {}, { of: newest?.id, words: gettext("undo"), label: gettext("the undo") });
    listener.labelled(taken.at(-1)?.label ?? null);
    return Boolean(after);
  }

  // After a reload: what still waits is shown, unless the server has it already, and sent. listener hears which record
  // is shown(before, entry) in place of another, and how undo is labelled(label).
  function resume(given) {
    listener = given;
    for (const entry of queue.waiting()) {
      saidHere(entry);
      if (entry.fields.seen < record.version) continue;
      record = entry.change ? said(record, entry.step, entry.change) : (entry.after ?? record);
    }
    queue.resume();
  }

  function show(stored, entry) {
    const before = record;
    record = stored;
    listener.shown(before, entry);
  }

  function showLast() {
    if (!last) return;
    const [entry, data] = last;
    last = null;
    listener.labelled(data.undo);
    if (data.record && data.record.version >= record.version) show(data.record, entry);
  }

  // What was not taken takes with it what was to take it back, and so does an undo of what is no more. The page shows
  // what is stored.
  function problem(entry) {
    last = null;
    taken.length = 0;
    listener.labelled(null);
    const undone = queue.waiting().find(({ of: id }) => id === entry.id);
    for (const gone of undone ? [undone, entry] : isPast(entry) ? [entry] : []) queue.store.remove(gone);
    const { stored } = entry.problem;
    if (stored)
      queue.store.update({ ...entry, problem: { ...entry.problem, stored: { ...stored, said: inWords(stored) } } });
    show(stored ?? entry.before ?? record, entry);
  }

  function decide(entry, useMine) {
    const before = record;
    for (const one of queue.problems()) if (one.problem.stored) queue.store.remove(one);
    record = entry.problem.stored;
    if (useMine) for (const { step, answer } of differences(record, entry.after)) say(step, answer);
    listener.shown(before, entry);
    queue.acts.decided();
  }

  const { isAllSaved, problems, flush } = queue;
  return { now: () => record, say, undo, resume, isAllSaved, problems, flush };
}

// What waits of one step: how to send it, and what it was said of.
function entryOf({ account, assignment, question, questionId, saveUrl, document: copy }, before, step, fields) {
  const id = makeId();
  return {
    account,
    question,
    questionId,
    at: window.location.pathname,
    id,
    kind: "annotation",
    assignment,
    title: "",
    url: `${saveUrl}${step}/`,
    fields: { ...fields, document: copy, seen: before.version, client_id: id, seconds: takeSeconds() },
    step,
    before,
  };
}

const fieldsOf = (step, { ranges, kind, ...answer }) =>
  step === "short" ? { ...answer, ranges: JSON.stringify(ranges) } : answer;

const isPast = ({ step, problem: { code } }) =>
  step === "undo" && ["annotation_changed", "nothing_to_undo"].includes(code);

// Two versions of one record ask for one decision, however many steps of it were said: of these, the last is asked
// about.
function asked(problems) {
  const differing = problems.filter(({ problem: { stored } }) => stored);
  return [...problems.filter(({ problem: { stored } }) => !stored), ...differing.slice(-1)];
}
