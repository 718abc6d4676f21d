// Numbers on the page that follow from the answers: filters, progress, and whether the question can be finished.

import * as rows from "./rows.js";

const TAKES = {
  all: () => true,
  todo: ({ grade }) => !grade,
  later: ({ later }) => later,
  notes: ({ note }) => note,
};
export const takes = (show) => TAKES[show] ?? (({ grade }) => grade === show);
const correct = [...document.querySelectorAll("[data-correct]")].map((button) => button.value);
const part = (name) => document.querySelector(`[${name}]`);

export function recount() {
  const states = rows.all().map(rows.stateOf);
  const count = (show) => states.filter(takes(show)).length;
  for (const chip of document.querySelectorAll(".filter .chip")) {
    chip.querySelector("[data-count]").textContent = count(chip.dataset.show);
  }
  const judged = states.length - count("todo");
  part("data-judged").textContent = judged;
  part("data-meter").value = judged;
  part("data-finish").hidden = judged < states.length;
  part("data-finish-later").hidden = !count("later");
  part("data-finish-later").querySelector("[data-later]").textContent = count("later");
  part("data-no-answer").hidden = correct.some(count);
}
