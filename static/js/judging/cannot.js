// That an answer cannot be judged: said with a reason, which becomes its note. Evaluations whose scale has no such
// answer have no such panel.

import { announce } from "./announce.js";

const NONE = { grade: undefined, withReason: (change) => change, open: () => {}, show: () => {} };

export function makeCannot(root) {
  const panel = root.querySelector("details.cannot");
  if (!panel) return NONE;
  const field = panel.querySelector("textarea");
  const button = panel.querySelector("button");
  const written = root.querySelector("#note"); // a note that is there already is reason enough
  let shown = field.value;

  // What is to be said; null, and the panel with its field in focus, where the reason is missing.
  function withReason(change) {
    if (change.grade !== button.value) return change;
    const note = field.value.trim() || written.value.trim();
    if (note) {
      panel.open = false;
      return { ...change, note };
    }
    announce(button.dataset.why);
    open();
    return null;
  }

  function open() {
    panel.open = true;
    field.focus();
  }

  // The field holds the note of the answer in focus, which is to be edited and not replaced unseen: also what is typed
  // there after it, as long as nothing else was typed here.
  function show({ dataset: { note } }) {
    put(note);
  }

  function put(note) {
    field.value = shown = note;
  }

  written.addEventListener("input", () => {
    if (field.value === shown) put(written.value);
  });
  field.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    button.click();
  });
  return { grade: button.value, withReason, open, show };
}
