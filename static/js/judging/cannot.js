// That an answer cannot be judged: said with a reason, which becomes its note. Evaluations whose scale has no such
// answer have no such panel.

import { announce } from "./announce.js";

const panel = document.querySelector("details.cannot");
const field = panel?.querySelector("textarea");
const button = panel?.querySelector("button");
const written = document.querySelector("#note"); // a note that is there already is reason enough
let shown = field?.value;

export const CANNOT_JUDGE = button?.value;

// What is to be said; null, and the panel with its field in focus, where the reason is missing.
export function withReason(change) {
  if (!button || change.grade !== CANNOT_JUDGE) return change;
  const note = field.value.trim() || written.value.trim();
  if (note) {
    panel.open = false;
    return { ...change, note };
  }
  announce(button.dataset.why);
  openCannot();
  return null;
}

export function openCannot() {
  if (!panel) return;
  panel.open = true;
  field.focus();
}

// The field holds the note of the answer in focus, which is to be edited and not replaced unseen: also what is typed
// there after it, as long as nothing else was typed here.
export function showReason({ note }) {
  if (field) field.value = shown = note;
}

written?.addEventListener("input", () => {
  if (field?.value === shown) showReason({ note: written.value });
});

field?.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
  event.preventDefault();
  button.click();
});
