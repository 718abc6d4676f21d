// The list of nuggets: marks of the answer in focus are toggled here; what else is changed is sent, and drawn anew.

import { announce, change } from "../ledger.js";
import * as texts from "./texts.js";
import { underline } from "./words.js";

const desk = document.querySelector("#desk");
const sheet = document.querySelector("[data-nuggets]");
const boxes = () => [...sheet.querySelectorAll("[name=nugget]")];
const checked = () => boxes().filter((box) => box.checked).map(({ value }) => value);

export function showMarks(row) {
  const marks = new Set(texts.marksOf(row));
  for (const box of boxes()) box.checked = marks.has(box.value);
  if (desk.dataset.run) greyFound(row);
}

// Nuggets marked in another answer of the run shown: each counts once a run.
function greyFound(row) {
  const found = new Set(texts.all().filter((other) => other !== row).flatMap(texts.marksOf));
  for (const line of sheet.querySelectorAll(".nugget")) line.classList.toggle("found", found.has(line.dataset.uid));
}

// Stores the marks as the boxes stand; the answer counts as read.
export function saveMarks(row) {
  const before = row.dataset.marked;
  const marks = checked();
  if (row.dataset.read && before === marks.join(" ")) return;
  const fields = { item: row.dataset.item, seen: before, nugget: marks.join(" ") };
  change(document.querySelector("#mark").action, fields, texts.textOf(row).slice(0, 100), "these marks");
  texts.put(row, marks, "1");
  texts.recount();
  countMarks();
}

function countMarks() {
  if (desk.dataset.run) return; // other lists hold answers that this page does not
  const counts = new Map();
  for (const row of texts.all()) for (const uid of texts.marksOf(row)) counts.set(uid, (counts.get(uid) ?? 0) + 1);
  for (const line of sheet.querySelectorAll(".nugget")) line.querySelector("[data-marks]").textContent = counts.get(line.dataset.uid) ?? "";
}

export function toggle(key) {
  sheet.querySelector(`[data-toggle="${CSS.escape(key)}"]`)?.closest("label").querySelector("input").click();
}

// A new nugget stands in the list at once; its key and its warnings come with the list from the server.
export function addLine(uid, text, vote) {
  const line = document.querySelector("[data-new-nugget]").content.cloneNode(true).firstElementChild;
  Object.assign(line.dataset, { uid, vote });
  line.querySelector("input").value = uid;
  line.querySelector(".words").textContent = text;
  line.querySelector("[data-vote-name]").textContent = vote;
  sheet.querySelector(".nuggets .empty")?.remove();
  sheet.querySelector(".nuggets").append(line);
  announce(`New nugget: ${text}, ${vote}`);
  const row = texts.current();
  line.querySelector("input").checked = Boolean(row);
  if (row) texts.put(row, checked(), row.dataset.read);
  countMarks();
}

// The list as the server has it now, with the marks of the answer in focus as they are shown. Not while somebody types.
export async function refresh() {
  const query = new URLSearchParams({ item: texts.current()?.dataset.item ?? "", list: desk.dataset.run ?? "" });
  const response = await fetch(`${desk.dataset.listUrl}?${query}`).catch(() => null);
  const inUse = sheet.querySelector("details.more[open]");
  if (!response?.ok || inUse) return;
  const held = document.activeElement?.closest?.(".nugget")?.dataset.uid;
  sheet.innerHTML = await response.text();
  if (texts.current()) showMarks(texts.current());
  countMarks();
  underline();
  sheet.querySelector(`[data-uid="${held}"] button`)?.focus({ preventScroll: true });
}

export function bindList() {
  sheet.addEventListener("change", ({ target }) => target.name === "nugget" && texts.current() && saveMarks(texts.current()));
  sheet.addEventListener("submit", (event) => {
    const form = event.target.closest("[data-change]");
    if (!form) return;
    event.preventDefault();
    const fields = Object.fromEntries(new FormData(form, event.submitter));
    for (const button of form.querySelectorAll("[name=vote]")) button.setAttribute("aria-pressed", button === event.submitter);
    form.closest("details")?.removeAttribute("open");
    const words = form.closest(".nugget").querySelector(".words").textContent;
    change(form.action, fields, words.slice(0, 100), fields.text ? `“${fields.text}”` : "this change");
  });
}
