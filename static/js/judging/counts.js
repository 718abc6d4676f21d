// Numbers on the page that follow from the answers: filters, progress, and whether the question can be finished.

import * as rows from "./rows.js";

const TAKES = {
  all: () => true,
  todo: (row) => !rows.isJudged(row),
  later: ({ dataset }) => dataset.later,
  notes: ({ dataset }) => dataset.note,
};
export const takes = (show) => TAKES[show] ?? (({ dataset }) => dataset.grade === show);
export const isRight = ({ dataset }) => correct.includes(dataset.grade || dataset.automatic);
const correct = [...document.querySelectorAll("[data-correct]")].map((button) => button.value);
const part = (name) => document.querySelector(`[${name}]`);
const chips = [...document.querySelectorAll(".filter .chip")].map((chip) => ({
  show: chip.dataset.show,
  place: chip.querySelector("[data-count]"),
}));
const tallies = [
  ...chips.map(({ show }) => ({ show, fits: takes(show), count: 0 })),
  { show: "right", fits: isRight, count: 0 },
];

// Counted once; from then on each change of an answer changes the numbers that it is in.
const tally = (row, by) => tallies.forEach((one) => one.fits(row) && (one.count += by));
for (const row of rows.all()) tally(row, 1);
rows.watch(tally);
const count = (show) => tallies.find((one) => one.show === show).count;
const put = (place, text) => place.textContent === String(text) || (place.textContent = text);

export function recount() {
  const { length } = rows.all();
  for (const { show, place } of chips) put(place, count(show));
  const judged = length - count("todo");
  put(part("data-judged"), judged);
  part("data-meter").value = judged;
  part("data-finish").hidden = judged < length;
  part("data-finish-later").hidden = !count("later");
  put(part("data-finish-later").querySelector("[data-later]"), count("later"));
  part("data-no-answer").hidden = count("right") > 0;
}
