// The list of nuggets: marks of the answer in focus are toggled here; what else is changed is sent, and drawn anew.

import { gettext } from "../gettext.js";
import { quoted } from "../judging/describe.js";
import { gradeName } from "../judging/grades.js";
import { announce, change, isSent } from "../ledger.js";
import { giveKey } from "./at-once.js";
import * as texts from "./texts.js";
import { underline } from "./words.js";

const workspace = document.querySelector("#workspace");
const list = document.querySelector("[data-nuggets]");
const boxes = () => [...list.querySelectorAll("[name=nugget]")];
const checked = () =>
  boxes()
    .filter((box) => box.checked)
    .map(({ value }) => value);
let isDue = false; // the list is to be drawn anew when all is saved

export function showMarks(row) {
  const marks = new Set(texts.marksOf(row));
  for (const box of boxes()) box.checked = marks.has(box.value);
  if (workspace.dataset.run) greyFound(row);
}

// Nuggets marked in another answer of the run shown: each counts once a run.
function greyFound(row) {
  const found = new Set(
    texts
      .all()
      .filter((other) => other !== row)
      .flatMap(texts.marksOf),
  );
  for (const line of list.querySelectorAll(".nugget")) line.classList.toggle("found", found.has(line.dataset.uid));
}

// Stores the marks as the boxes stand; the answer counts as read. Answers whether that is news. Marks on nuggets off
// the list stay as they are.
export function saveMarks(row) {
  const onList = texts.listed();
  const [before, marks] = [texts.marksOf(row).filter((uid) => onList.has(uid)), checked()];
  if (row.dataset.read && before.join(" ") === marks.join(" ")) return false;
  const fields = { item: row.dataset.item, seen: before.join(" "), nugget: marks.join(" ") };
  change(document.querySelector("#mark").action, fields, texts.textOf(row).slice(0, 100), inWords(marks));
  marks.push(...texts.marksOf(row).filter((uid) => !onList.has(uid)));
  texts.put(row, marks, "1");
  texts.recount();
  countMarks();
  return true;
}

const wordsOf = (uid) => quoted(list.querySelector(`.nugget[data-uid="${uid}"] .words`)?.textContent ?? "");
const inWords = (marks) =>
  marks.length ? gettext("holds {nuggets}", { nuggets: marks.map(wordsOf).join(", ") }) : gettext("holds no nugget");

export function countMarks() {
  if (workspace.dataset.run) return; // other lists hold answers that this page does not
  const counts = new Map();
  for (const row of texts.all()) for (const uid of texts.marksOf(row)) counts.set(uid, (counts.get(uid) ?? 0) + 1);
  for (const place of list.querySelectorAll("[data-marks]"))
    place.textContent = counts.get(place.closest(".nugget").dataset.uid) ?? "";
}

// With a nugget on the list, the end of the question does not say that none was found.
const nameEnd = () => document.querySelector("[data-no-answer]")?.toggleAttribute("hidden", boxes().length > 0);

// A new nugget stands in the list at once, with the key of its place; its warnings come with the list from the server.
export function addLine(uid, text, vote) {
  const line = document.querySelector("[data-new-nugget]").content.cloneNode(true).firstElementChild;
  Object.assign(line.dataset, { uid, vote });
  line.querySelector("input").value = uid;
  giveKey(line.querySelector("input"), document.querySelector("[data-new-nugget]").dataset.keys[boxes().length]);
  line.querySelector(".words").textContent = text;
  line.querySelector("[data-vote-name]").textContent = gradeName(vote);
  list.querySelector(".nuggets .empty")?.remove();
  list.querySelector(".nuggets").append(line);
  announce(gettext("New nugget: {nugget}, {vote}", { nugget: text, vote: gradeName(vote) }));
  const row = texts.current();
  line.querySelector("input").checked = Boolean(row);
  if (row) texts.put(row, [...texts.marksOf(row), uid], row.dataset.read);
  countMarks();
  nameEnd();
}

// Draws the list as the server has it, once nothing waits: what waits stands on this page alone.
export async function refresh() {
  isDue = !isSent() || Boolean(list.querySelector("details.more[open]"));
  if (isDue) return;
  const query = new URLSearchParams({ item: texts.current()?.dataset.item ?? "", list: workspace.dataset.run ?? "" });
  const response = await fetch(`${workspace.dataset.listUrl}?${query}`, { headers: { "X-Assize-Fetch": "1" } }).catch(
    () => null,
  );
  if (!response?.ok) return;
  const drawn = await response.text();
  isDue = !isSent() || Boolean(list.querySelector("details.more[open]"));
  if (!isDue) draw(drawn);
}

function draw(html) {
  const held = document.activeElement?.closest?.(".nugget")?.dataset.uid;
  const isOpen = list.querySelector("[data-removed]")?.open;
  list.innerHTML = html;
  if (isOpen) list.querySelector("[data-removed]")?.setAttribute("open", "");
  texts.labelAll();
  if (texts.current()) showMarks(texts.current());
  countMarks();
  nameEnd();
  underline();
  const line = list.querySelector(`[data-uid="${held}"]`);
  // A line of cells holds the focus itself: on its first button, Enter would give a label.
  (line?.matches(".cell") ? line : line?.querySelector("button"))?.focus({ preventScroll: true });
  list.dispatchEvent(new Event("drawn"));
}

export const refreshIfDue = () => isDue && refresh();
