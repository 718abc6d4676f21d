// The panel beside the document: a line for each step with what was said, and the forms of the step that is open.

import { part } from "../behaviour.js";
import { gettext } from "../gettext.js";
import { isOpen, stepOf, STEPS } from "./record.js";

const HEADS = {
  question: gettext("Is it a good question?"),
  long: gettext("Long answer"),
  short: gettext("Short answer"),
  "": gettext("All said"),
};

// Whether a button says what was said, by its name.
const IS_PRESSED = {
  question: ({ question }, value) => value === question,
  reason: ({ reason }, value) => value === reason,
  candidate: ({ candidate }) => candidate === -1,
  yes_no: ({ short, yes_no: yesNo }, value) =>
    short !== null && (value === "NONE" ? !short.length && yesNo === "NONE" : value === yesNo),
};

export const headOf = (open) => HEADS[open];

// ofStep(record, step) says a step in words.
export function makePanel(root, ofStep) {
  const reasons = part(root, "reasons");
  const lineOf = (step) => root.querySelector(`[data-line="${step}"]`);

  // open: the step that is answered now; "" for the review.
  function draw(record, open) {
    const isDone = !stepOf(record);
    root.dataset.openStep = open || "done";
    root.dataset.done = isDone ? "1" : "";
    for (const step of STEPS) drawLine(lineOf(step), record, step, open);
    part(root, "finish").hidden = Boolean(open) || !isDone;
    for (const button of root.querySelectorAll("button[name]"))
      button.setAttribute("aria-pressed", IS_PRESSED[button.name]?.(record, button.value) ?? false);
  }

  function drawLine(line, record, step, open) {
    const text = ofStep(record, step);
    if (step === open) line.setAttribute("aria-current", "step");
    else line.removeAttribute("aria-current");
    line.hidden = !isOpen(record, step) && Boolean(record.question);
    part(line, "said-of").textContent = text;
    part(line, "change").hidden = !text || step === open;
    part(line, "forms").hidden = step !== open;
  }

  // The focus goes along with the step, so that nobody is left on a button that is gone.
  function focusStep(open) {
    const place = open === "" ? part(root, "finish").querySelector("button") : lineOf(open).querySelector("h2");
    place.focus({ preventScroll: true });
  }

  // label: what the next undo takes back; "" where nothing does, null where only the server knows.
  function showUndo(label) {
    const place = part(root, "undo-label");
    place.textContent = place.title = label ? gettext("Undo: {change}", { change: label }) : gettext("Undo");
    place.closest("button").disabled = label === "";
  }

  return {
    draw,
    focusStep,
    showUndo,
    showReasons: (isShown) => (reasons.open = isShown),
    areReasonsShown: () => reasons.open,
  };
}
