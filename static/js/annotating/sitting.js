// One sitting: which step is open, what is said in it, and where that leads.

import { gettext } from "../gettext.js";
import { announce } from "../judging/status.js";
import { sayAside } from "./finish.js";
import { headOf } from "./panel.js";
import { answerOf, hasBox, isBad, isDecided, isOpen, isSame, NONE, rangesOf, said, stepOf, STEPS } from "./record.js";

// Which step is open: in the panel, in the document, and by the rule. now() is the record.
export function makeSteps(now, { boxes, chosen, panel, rule, view }) {
  let open = stepOf(now());

  // Opens a step: what was said in it, and what can be said.
  function show(step = stepOf(now())) {
    open = step;
    const record = now();
    panel.draw(record, open);
    panel.showReasons(open === "question" && record.question === "bad");
    showPage();
  }

  // The document for this step, when the step is opened and when the document comes: it may come late, and nothing that
  // somebody does meanwhile in the panel is taken back by it.
  function showPage() {
    const record = now();
    view.show(open !== "question" && record.question === "good");
    if (open === "short") chosen.begin(rangesOf(record), (range) => boxes.holds(record.candidate, range));
    showPlaces();
  }

  // In the document: the box and the words of this step. Beside it: whether they keep the rule.
  function showPlaces() {
    const record = now();
    const ranges = open === "short" ? chosen.ranges() : rangesOf(record);
    view.enter({ step: open || "done", candidate: hasBox(record) ? record.candidate : null, ranges });
    showRule();
  }

  function showRule() {
    if (open === "short") rule.recall(now(), chosen.ranges());
    else if (!open) rule.recall(now(), rangesOf(now()));
    else rule.forget();
  }

  chosen.listen(showPlaces);
  // opened: the step; "" for the review.
  return { opened: () => open, draw: () => panel.draw(now(), open), show, showPage, showPlaces, showRule };
}

export function makeSitting({ boxes, chosen, finish, panel, rule, saving, steps, view, ofStep }) {
  const { now } = saving;
  const { opened, show } = steps;

  // Says one step, and goes on to the next that is not decided.
  function answer(step, value) {
    finish.goOn();
    const record = now();
    const isNews = !isDecided(record, step) || !isSame(record, said(record, step, value), step);
    if (isNews) saving.say(step, value);
    if (step !== "question" && isNews) chosen.choose([], false);
    show();
    announce(`${ofStep(now(), step)}. ${headOf(opened())}`);
    if (!view.hasFocus() || opened() === "question" || !opened()) panel.focusStep(opened());
  }

  // Opens a step that was answered, to answer it anew; or says why it cannot be.
  function change(step) {
    if (step === opened()) return announce(headOf(step));
    if (!isOpen(now(), step) || !isDecided(now(), step)) return sayAside(whyClosed(now()));
    finish.goOn();
    show(step);
    announce(headOf(step));
    if (!view.hasFocus() || step === "question") panel.focusStep(step);
  }

  const changeLast = () => change(STEPS.findLast((step) => isDecided(now(), step) && isOpen(now(), step)));

  // One step back; what was said there stays until it is answered anew.
  function back() {
    if (opened() === "question") panel.showReasons(false);
    else if (opened()) change(STEPS[STEPS.indexOf(opened()) - 1]);
    else changeLast();
  }

  function undo() {
    finish.goOn();
    if (saving.undo()) show();
    announce(`${gettext("Undone.")} ${headOf(opened())}`);
  }

  // Takes the box that keeps the rule better, with the words that were chosen or said.
  function take() {
    const offer = rule.offered();
    if (!offer) return;
    finish.goOn();
    const short = isDecided(now(), "short") && answerOf(now(), "short");
    saving.say("long", { candidate: offer.index, kind: boxes.describe(offer.index).kind });
    if (short && !opened()) saving.say("short", { ...short, ranges: offer.ranges });
    else chosen.choose(offer.ranges);
    show();
    announce(`${ofStep(now(), "long")}. ${headOf(opened())}`);
  }

  // What is stored may say the same as what is shown, or something else: after undo, or from another window.
  function takeOver(before) {
    if (STEPS.every((step) => isSame(before, now(), step))) return steps.draw();
    chosen.choose([], false);
    show();
    announce(headOf(opened()));
  }

  return { answer, change, changeLast, back, undo, take, takeOver };
}

function whyClosed(record) {
  if (isBad(record)) return gettext("A bad question has no answers. To give it one, call it good first.");
  if (record.candidate === NONE) return gettext("Without a long answer there is no short one.");
  return gettext("Choose the long answer first.");
}
