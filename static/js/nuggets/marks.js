// Marks of the answer in focus, toggled in the list of nuggets: which of them it holds.

import { part } from "../behaviour.js";
import { gettext } from "../gettext.js";
import { quoted } from "../judging/describe.js";
import { marksOf, textOf } from "./texts.js";

export function makeMarks(root, texts, { change }) {
  const list = part(root, "nuggets");
  const { run } = root.querySelector("#workspace").dataset;
  const boxes = () => [...list.querySelectorAll("[name=nugget]")];
  const wordsOf = (uid) => quoted(list.querySelector(`.nugget[data-uid="${uid}"] .words`)?.textContent ?? "");
  const inWords = (marks) =>
    marks.length ? gettext("holds {nuggets}", { nuggets: marks.map(wordsOf).join(", ") }) : gettext("holds no nugget");

  function show(row) {
    const marks = new Set(marksOf(row));
    for (const box of boxes()) box.checked = marks.has(box.value);
    if (run) greyFound(row);
  }

  // Nuggets marked in another answer of the run shown: each counts once a run.
  function greyFound(row) {
    const others = texts.all().filter((other) => other !== row);
    const found = new Set(others.flatMap(marksOf));
    for (const line of list.querySelectorAll(".nugget")) line.classList.toggle("found", found.has(line.dataset.uid));
  }

  // Stores the marks as the boxes stand; the answer counts as read. Answers whether that is news. Marks on nuggets off
  // the list stay as they are.
  function save(row) {
    const onList = texts.listed();
    const before = marksOf(row).filter((uid) => onList.has(uid));
    const marks = boxes()
      .filter((box) => box.checked)
      .map(({ value }) => value);
    if (row.dataset.read && before.join(" ") === marks.join(" ")) return false;
    const fields = { item: row.dataset.item, seen: before.join(" "), nugget: marks.join(" ") };
    change(root.querySelector("#mark").action, fields, textOf(row).slice(0, 100), inWords(marks));
    marks.push(...marksOf(row).filter((uid) => !onList.has(uid)));
    texts.put(row, marks, "1");
    texts.recount();
    count();
    return true;
  }

  function count() {
    if (run) return; // other lists hold answers that this page does not
    const counts = new Map();
    for (const uid of texts.all().flatMap(marksOf)) counts.set(uid, (counts.get(uid) ?? 0) + 1);
    for (const place of list.querySelectorAll("[data-marks]"))
      place.textContent = counts.get(place.closest(".nugget").dataset.uid) ?? "";
  }

  return { show, save, count };
}
