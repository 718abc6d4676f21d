// One sitting: which step is open, what is said in it, and where that leads.

import { gettext } from "../gettext.js";
import { announce } from "../judging/status.js";
import { describeBox, holds } from "./boxes.js";
import * as chosen from "./chosen.js";
import { goOn, tell as sayAside } from "./finish.js";
import * as panel from "./panel.js";
import { answerOf, hasBox, isBad, isDecided, isOpen, isSame, NONE, rangesOf, said, stepOf, STEPS } from "./record.js";
import { forget, offered, recall } from "./rule.js";
import * as saving from "./saving.js";
import * as view from "./view.js";
import { ofStep } from "./words.js";

const { now } = saving;
let open = stepOf(now());

export const opened = () => open; // "" for the review

// Opens a step: what was said in it, and what can be said.
export function show(step = stepOf(now())) {
  open = step;
  const record = now();
  panel.draw(record, open);
  panel.showReasons(open === "question" && record.question === "bad");
  showPage();
}

// The document for this step, when the step is opened and when the document comes: it may come late, and nothing that
// somebody does meanwhile in the panel is taken back by it.
export function showPage() {
  const record = now();
  view.show(open !== "question" && record.question === "good");
  if (open === "short") chosen.begin(rangesOf(record), (range) => holds(record.candidate, range));
  showPlaces();
}

// In the document: the box and the words of this step. Beside it: whether they keep the rule.
export function showPlaces() {
  const record = now();
  const ranges = open === "short" ? chosen.ranges() : rangesOf(record);
  view.enter({ step: open || "done", candidate: hasBox(record) ? record.candidate : null, ranges });
  showRule();
}

export function showRule() {
  if (open === "short") recall(now(), chosen.ranges());
  else if (!open) recall(now(), rangesOf(now()));
  else forget();
}

// Says one step, and goes on to the next that is not decided.
export function answer(step, value) {
  goOn();
  const record = now();
  const isNews = !isDecided(record, step) || !isSame(record, said(record, step, value), step);
  if (isNews) saving.say(step, value);
  if (step !== "question" && isNews) chosen.choose([], false);
  show();
  announce(`${ofStep(now(), step)}. ${panel.headOf(open)}`);
  if (!view.hasFocus() || open === "question" || !open) panel.focusStep(open);
}

// Opens a step that was answered, to answer it anew; or says why it cannot be.
export function change(step) {
  if (step === open) return announce(panel.headOf(step));
  if (!isOpen(now(), step) || !isDecided(now(), step)) return sayAside(whyClosed(now()));
  goOn();
  show(step);
  announce(panel.headOf(step));
  if (!view.hasFocus() || step === "question") panel.focusStep(step);
}

function whyClosed(record) {
  if (isBad(record)) return gettext("A bad question has no answers. To give it one, call it good first.");
  if (record.candidate === NONE) return gettext("Without a long answer there is no short one.");
  return gettext("Choose the long answer first.");
}

export const changeLast = () => change(STEPS.findLast((step) => isDecided(now(), step) && isOpen(now(), step)));

// One step back; what was said there stays until it is answered anew.
export function back() {
  if (open === "question") panel.showReasons(false);
  else if (open) change(STEPS[STEPS.indexOf(open) - 1]);
  else changeLast();
}

export function undo() {
  goOn();
  if (saving.undo()) show();
  announce(`${gettext("Undone.")} ${panel.headOf(open)}`);
}

// Takes the box that keeps the rule better, with the words that were chosen or said.
export function take() {
  const offer = offered();
  if (!offer) return;
  goOn();
  const short = isDecided(now(), "short") && answerOf(now(), "short");
  saving.say("long", { candidate: offer.index, kind: describeBox(offer.index).kind });
  if (short && !open) saving.say("short", { ...short, ranges: offer.ranges });
  else chosen.choose(offer.ranges);
  show();
  announce(`${ofStep(now(), "long")}. ${panel.headOf(open)}`);
}

// What is stored may say the same as what is shown, or something else: after undo, or from another window.
export function takeOver(before) {
  if (STEPS.every((step) => isSame(before, now(), step))) return panel.draw(now(), open);
  chosen.choose([], false);
  show();
  announce(panel.headOf(open));
}
