// The panel beside the document: a line for each stage with what was said, and the forms of the stage that is open.

import { gettext } from "../gettext.js";
import { isOpen, stageOf, STAGES } from "./record.js";
import { ofStage } from "./words.js";

const root = document.querySelector("#annotate");
const part = (name) => document.querySelector(`[data-${name}]`);
const lineOf = (stage) => root.querySelector(`[data-line="${stage}"]`);
const HEADS = {
  question: gettext("Is it a good question?"),
  long: gettext("Long answer"),
  short: gettext("Short answer"),
  "": gettext("All said"),
};

// open: the stage that is answered now; "" for the review.
export function draw(record, open) {
  root.dataset.stage = open || "done";
  root.dataset.done = stageOf(record) ? "" : "1";
  for (const stage of STAGES) {
    const line = lineOf(stage);
    const text = ofStage(record, stage);
    if (stage === open) line.setAttribute("aria-current", "step");
    else line.removeAttribute("aria-current");
    line.hidden = !isOpen(record, stage) && Boolean(record.question);
    line.querySelector("[data-said-of]").textContent = text;
    line.querySelector("[data-change]").hidden = !text || stage === open;
    line.querySelector("[data-forms]").hidden = stage !== open;
  }
  part("finish").hidden = Boolean(open) || Boolean(stageOf(record));
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

// The focus goes along with the stage, so that nobody is left on a button that is gone.
export function focusStage(open) {
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
  place.textContent = label ? gettext("Undo: {change}", { change: label }) : gettext("Undo");
  place.closest("button").disabled = label === "";
}
