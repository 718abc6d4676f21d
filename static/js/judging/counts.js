// Numbers on the page that follow from the answers: filters, progress, and whether the question can be finished.

import { part, parts } from "../behaviour.js";
import { isJudged } from "./rows.js";

const TAKES = {
  all: () => true,
  todo: (row) => !isJudged(row),
  later: ({ dataset }) => dataset.later,
  notes: ({ dataset }) => dataset.note,
};
export const takes = (show) => TAKES[show] ?? (({ dataset }) => dataset.grade === show);
const put = (place, text) => place.textContent === String(text) || (place.textContent = text);

export function makeCounts(root, rows) {
  const correct = parts(root, "correct").map((button) => button.value);
  const chips = [...root.querySelectorAll(".filter .chip")].map((chip) => ({
    show: chip.dataset.show,
    place: part(chip, "count"),
  }));
  const judgedPlace = part(root, "judged");
  const meter = part(root, "meter");
  const finish = part(root, "finish");
  const finishLater = part(root, "finish-later");
  const noAnswer = part(root, "no-answer");
  const isRight = ({ dataset }) => correct.includes(dataset.grade || dataset.automatic);
  const tallies = [
    ...chips.map(({ show }) => ({ show, fits: takes(show), count: 0 })),
    { show: "right", fits: isRight, count: 0 },
  ];
  const tally = (row, by) => tallies.forEach((one) => one.fits(row) && (one.count += by));
  const count = (show) => tallies.find((one) => one.show === show).count;

  function recount() {
    const { length } = rows.all();
    for (const { show, place } of chips) put(place, count(show));
    const judged = length - count("todo");
    put(judgedPlace, judged);
    meter.value = judged;
    finish.hidden = judged < length;
    finishLater.hidden = !count("later");
    put(part(finishLater, "later"), count("later"));
    noAnswer.hidden = count("right") > 0;
  }

  // Counted once; from then on each change of an answer changes the numbers that it is in.
  for (const row of rows.all()) tally(row, 1);
  rows.watch(tally);
  return { isRight, recount };
}
