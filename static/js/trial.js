// Keys of the judging page, where an evaluation is tried with questions and a run; and files, whose text goes into the
// field beside which they are chosen. What is no text, or too large, is sent as it is: the server says what it is.

import { behaviour } from "./behaviour.js";
import { bindDrops } from "./judging/drops.js";
import { bindKeys, openAt } from "./judging/keys.js";

export const trial = behaviour("trial", (form) => {
  bindKeys({ c: () => form.querySelector("details.cannot") && openAt("details.cannot", "textarea") });
  bindDrops();
  form.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.shiftKey || event.isComposing || event.target.id !== "reason") return;
    event.preventDefault();
    event.target.closest("details").querySelector("button").click();
  });
});

export const intoFields = behaviour("into", (chooser) => {
  const field = document.getElementById(chooser.dataset.into);
  field.addEventListener("input", () => (chooser.value = ""));
  chooser.addEventListener("change", () => take(chooser, field));
});

async function take(chooser, field) {
  const [file] = chooser.files;
  const text = file && file.size <= chooser.dataset.most ? await textOf(file) : null;
  if (text === null) return;
  field.value = text;
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

async function textOf(file) {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer());
  } catch {
    return null;
  }
}
