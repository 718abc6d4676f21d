// The machine's grade beside the answer in focus, where the question was declared post-editing. It is nobody's
// judgment: the assessor's own is what they press a key for, be it the one that accepts.

import { gettext } from "../gettext.js";
import { gradeName } from "./grades.js";

const line = document.querySelector("[data-machine-said]");

export function showMachine({ dataset }) {
  if (!line) return;
  const { machine, grade } = dataset;
  line.querySelector("[data-machine-grade]").textContent = gradeName(machine) || gettext("none");
  line.querySelector("[data-own-grade]").textContent = gradeName(grade) || gettext("none yet");
  const accept = line.querySelector("[name=grade]");
  accept.value = machine;
  accept.disabled = !machine;
}
