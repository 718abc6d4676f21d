// The machine's grade beside the answer in focus, where the question was declared post-editing. It is nobody's
// judgment: the assessor's own is what they press a key for, be it the one that accepts.

import { part } from "../behaviour.js";
import { gettext } from "../gettext.js";
import { gradeName } from "./grades.js";

// Answers a function that shows it for an answer of the list.
export function makeMachine(root) {
  const line = part(root, "machine-said");
  if (!line) return () => {};
  const said = part(line, "machine-grade");
  const own = part(line, "own-grade");
  const accept = line.querySelector("[name=grade]");
  return ({ dataset: { machine, grade } }) => {
    said.textContent = gradeName(machine) || gettext("none");
    own.textContent = gradeName(grade) || gettext("none yet");
    accept.value = machine;
    accept.disabled = !machine;
  };
}
