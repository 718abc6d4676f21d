// "My rules of thumb", canonical answer and comment: saved through the queue whenever a field is left.

import { part } from "../behaviour.js";
import { gettext } from "../gettext.js";

const FIELDS = ["rules_of_thumb", "canonical_answer", "comment"];

export function makeNotes(root) {
  const form = part(root, "notes");
  const rules = part(root, "rules");
  const canonical = part(root, "canonical");
  const { seen } = form.elements;
  const read = () => Object.fromEntries(FIELDS.map((name) => [name, form.elements[name].value.trim()]));
  const version = () => Number(seen.value);

  // save(before, now) is called with what changed.
  function bind(save) {
    form.dataset.saved = JSON.stringify(read());
    form.addEventListener("change", () => saveIfChanged(save));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      saveIfChanged(save);
      form.closest("details").open = false;
    });
  }

  function saveIfChanged(save) {
    const now = read();
    if (JSON.stringify(now) === form.dataset.saved) return;
    const before = { ...JSON.parse(form.dataset.saved), version: version() };
    put({ ...now, version: before.version + 1 });
    save(before, now);
  }

  // Shows notes as those that are saved.
  function put({ version: number, ...notes }) {
    for (const name of FIELDS)
      if (form.elements[name].value.trim() !== notes[name]) form.elements[name].value = notes[name];
    seen.value = number;
    form.dataset.saved = JSON.stringify(read());
    rules.textContent = notes.rules_of_thumb || gettext("none yet");
    canonical.textContent = notes.canonical_answer;
    canonical.hidden = !notes.canonical_answer;
  }

  return { version, bind, saveIfChanged, put };
}
