// What is said of cells: how far each answer holds each nugget. It stands here, as the server has it and as it was said
// since; the list shows the answer in focus.

import { gettext } from "../gettext.js";
import { quoted } from "../judging/describe.js";
import { announce, change } from "../ledger.js";
import * as texts from "./texts.js";

const list = document.querySelector("[data-nuggets]");
const rest = document.querySelector("[data-rest]");
const none = ["", ""]; // a label, and the words that it was said of where the nugget has others now
let cells = {};

export const lines = () => [...list.querySelectorAll(".nugget.cell")];
const said = ({ dataset: { item } }) => (cells[item] ??= {});
const cellOf = (row, line) => said(row)[line.dataset.uid] ?? none;
const isSaid = ([label, ofText]) => Boolean(label) && !ofText;
const wordsOf = (line) => line.querySelector(".words").textContent;
const buttonsOf = (line) => [...line.querySelectorAll("[name=label]")];
export const isOpen = (line) => !isSaid(cellOf(texts.current(), line));

// Takes over what the server says of all cells, when the list was drawn.
export function readAll() {
  cells = JSON.parse(list.querySelector("script[type='application/json']")?.textContent ?? "{}");
  texts.all().forEach(count);
  showAll();
}

// How many of an answer's cells have a label, in its row.
function count(row) {
  const all = lines();
  const done = all.filter((line) => isSaid(cellOf(row, line))).length;
  const isHeld = (line) => isSaid(cellOf(row, line)) && cellOf(row, line)[0] !== buttonsOf(line).at(-1)?.value;
  row.dataset.done = `${done}/${all.length}`;
  const marks = all.filter(isHeld).map(({ dataset }) => dataset.uid);
  texts.put(row, marks, all.length > 0 && done === all.length ? "1" : "");
}

// The labels of the answer in focus, and how far the question is.
export function showAll() {
  const row = texts.current();
  if (row) lines().forEach((line) => showLine(row, line));
  texts.recount();
  const button = rest?.querySelector("button");
  if (button) button.disabled = !row || !lines().some(isOpen);
}

function showLine(row, line) {
  const [label, ofText] = cellOf(row, line);
  for (const button of buttonsOf(line)) button.setAttribute("aria-pressed", !ofText && button.value === label);
  const former = line.querySelector("[data-former]");
  if (!former) return;
  former.hidden = !ofText;
  former.querySelector("q").textContent = ofText;
}

// One label for some nuggets of the answer in focus: queued, and shown at once.
function give(label, name, some) {
  const row = texts.current();
  const pairs = some.flatMap((line) => [
    ["nugget", line.dataset.uid],
    ["was", cellOf(row, line)[0]],
    ["text", wordsOf(line)],
  ]);
  const fields = [["item", row.dataset.item], ["label", label], ...pairs];
  const what = some.length > 1 ? gettext("the rest") : quoted(wordsOf(some[0]));
  change(list.querySelector("[data-label]").action, fields, texts.textOf(row).slice(0, 100), `${what}: ${name}`);
  for (const line of some) said(row)[line.dataset.uid] = [label, ""];
  count(row);
  showAll();
  announce(`${name}: ${what}`);
}

// The label of a button in the line of a nugget. What stands already is not sent again.
export function label(line, button) {
  if (button && !(isSaid(cellOf(texts.current(), line)) && cellOf(texts.current(), line)[0] === button.value))
    give(button.value, nameOf(button), [line]);
}

export const buttonOf = (line, key) => buttonsOf(line).find(({ dataset }) => dataset.labelKey === key);
export const keysOfLabels = () => [
  ...new Set([...list.querySelectorAll("[name=label]")].map(({ dataset }) => dataset.labelKey)),
];
const nameOf = (button) => button.lastChild.textContent.trim();

export function labelRest() {
  const open = texts.current() ? lines().filter(isOpen) : [];
  const last = open.length ? buttonsOf(open[0]).at(-1) : null;
  if (last) give(last.value, nameOf(last), open);
}

// Shows cells as they are stored now, and answers the rows that changed.
export function takeOver(stored, member) {
  const touched = new Set();
  for (const [key, cell] of Object.entries(stored)) {
    const [whose, item, uid] = key.split("/");
    const row = whose === member ? texts.byItem(item) : null;
    if (!row) continue;
    said(row)[uid] = cell ? [cell.label, cell.of_text ?? ""] : none;
    touched.add(row);
  }
  touched.forEach(count);
  showAll();
  return [...touched];
}
