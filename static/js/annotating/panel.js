// The panel beside the document: a line for each step with what was said, and the forms of the step that is open.

import { gettext } from "../gettext.js";
import { isOpen, stepOf, STEPS } from "./record.js";
import { ofStep } from "./words.js";

const root = document.querySelector("#annotate");
const part = (name) => document.querySelector(`[data-${name}]`);
const lineOf = (step) => root.querySelector(`[data-line="${step}"]`);
const HEADS = {
  question: gettext("Is it a good question?"),
  long: gettext("Long answer"),
  short: gettext("Short answer"),
  "": gettext("All said"),
};

// open: the step that is answered now; "" for the review.
export function draw(record, open) {
  root.dataset.openStep = open || "done";
  root.dataset.done = stepOf(record) ? "" : "1";
  for (const step of STEPS) {
    const line = lineOf(step);
    const text = ofStep(record, step);
    if (step === open) line.setAttribute("aria-current", "step");
    else line.removeAttribute("aria-current");
    line.hidden = !isOpen(record, step) && Boolean(record.question);
    line.querySelector("[data-said-of]").textContent = text;
    line.querySelector("[data-change]").hidden = !text || step === open;
    line.querySelector("[data-forms]").hidden = step !== open;
  }
  part("finish").hidden = Boolean(open) || Boolean(stepOf(record));
  press(record);
}

// The buttons say what was said.
function press({ question, reason, yes_no: yesNo, short, candidate }) {
  const isPressed = {
    question: (value) => value === question,
    reason: (value) => value === reason,
    candidate: () => candidate === -1,
    yes_no: (value) => short !== null && (value === "NONE" ? !short.length && yesNo === "NONE" : value === yesNo),
  };
  for (const button of root.querySelectorAll("button[name]")) {
    button.setAttribute("aria-pressed", isPressed[button.name]?.(button.value) ?? false);
  }
}

// The focus goes along with the step, so that nobody is left on a button that is gone.
export function focusStep(open) {
  if (open === "") return part("finish").querySelector("button").focus({ preventScroll: true });
  lineOf(open).querySelector("h2").focus({ preventScroll: true });
}

export const headOf = (open) => HEADS[open];

export function showReasons(isShown) {
  part("reasons").open = isShown;
}

export const areReasonsShown = () => part("reasons").open;

// label: what the next undo takes back; "" where nothing does, null where only the server knows.
export function showUndo(label) {
  const place = part("undo-label");
  place.textContent = place.title = label ? gettext("Undo: {change}", { change: label }) : gettext("Undo");
  place.closest("button").disabled = label === "";
}
