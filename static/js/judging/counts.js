// Numbers on the page that follow from the answers: filters, progress, and whether the question can be finished.

import * as rows from "./rows.js";

const TAKES = {
  all: () => true,
  todo: (row) => !rows.isJudged(row),
  later: ({ dataset }) => dataset.later,
  notes: ({ dataset }) => dataset.note,
};
export const takes = (show) => TAKES[show] ?? (({ dataset }) => dataset.grade === show);
const isRight = ({ dataset }) => correct.includes(dataset.grade || dataset.automatic);
const correct = [...document.querySelectorAll("[data-correct]")].map((button) => button.value);
const part = (name) => document.querySelector(`[${name}]`);

export function recount() {
  const every = rows.all();
  const count = (show) => every.filter(takes(show)).length;
  for (const chip of document.querySelectorAll(".filter .chip")) {
    chip.querySelector("[data-count]").textContent = count(chip.dataset.show);
  }
  const judged = every.length - count("todo");
  part("data-judged").textContent = judged;
  part("data-meter").value = judged;
  part("data-finish").hidden = judged < every.length;
  part("data-finish-later").hidden = !count("later");
  part("data-finish-later").querySelector("[data-later]").textContent = count("later");
  part("data-no-answer").hidden = every.some(isRight);
}
