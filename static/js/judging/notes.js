// "My rules of thumb", canonical answer and comment: saved through the queue whenever a field is left.

import { gettext } from "../gettext.js";

const form = document.querySelector("[data-notes]");
const fields = ["rules_of_thumb", "canonical_answer", "comment"];
const part = (name) => document.querySelector(`[data-${name}]`);

export const read = () => Object.fromEntries(fields.map((name) => [name, form.elements[name].value.trim()]));
export const version = () => Number(form.elements.seen.value);

export function bindNotes(save) {
  form.dataset.saved = JSON.stringify(read());
  form.addEventListener("change", () => saveIfChanged(save));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    saveIfChanged(save);
    form.closest("details").open = false;
  });
}

export function saveIfChanged(save) {
  const now = read();
  if (JSON.stringify(now) === form.dataset.saved) return;
  const before = { ...JSON.parse(form.dataset.saved), version: version() };
  put({ ...now, version: before.version + 1 });
  save(before, now);
}

// Shows a notes as the one that is saved.
export function put({ version: number, ...notes }) {
  for (const name of fields)
    if (form.elements[name].value.trim() !== notes[name]) form.elements[name].value = notes[name];
  form.elements.seen.value = number;
  form.dataset.saved = JSON.stringify(read());
  part("rules").textContent = notes.rules_of_thumb || gettext("none yet");
  part("canonical").textContent = notes.canonical_answer;
  part("canonical").hidden = !notes.canonical_answer;
}
