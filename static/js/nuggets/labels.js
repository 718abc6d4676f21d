// What is said of cells: how far each answer holds each nugget. It stands here, as the server has it and as it was said
// since; the list shows the answer in focus.

import { part } from "../behaviour.js";
import { gettext } from "../gettext.js";
import { quoted } from "../judging/describe.js";
import { textOf } from "./texts.js";

const NONE = ["", ""]; // a label, and the words that it was said of where the nugget has others now
const isSaid = ([label, ofText]) => Boolean(label) && !ofText;
const wordsOf = (line) => line.querySelector(".words").textContent;
const nameOf = (button) => button.lastChild.textContent.trim();
const buttonsOf = (line) => [...line.querySelectorAll("[name=label]")];
export const buttonOf = (line, key) => buttonsOf(line).find(({ dataset }) => dataset.labelKey === key);
export const keysIn = (list) => [...new Set(buttonsOf(list).map(({ dataset }) => dataset.labelKey))];

function makeCells() {
  let cells = {};
  const saidOf = ({ dataset: { item } }) => (cells[item] ??= {});
  return {
    takeOver: (all) => (cells = all),
    put: (row, uid, cell) => (saidOf(row)[uid] = cell),
    of: (row, { dataset: { uid } }) => saidOf(row)[uid] ?? NONE,
  };
}

function showLine(line, [label, ofText]) {
  for (const button of buttonsOf(line)) button.setAttribute("aria-pressed", !ofText && button.value === label);
  const former = part(line, "former");
  if (!former) return;
  former.hidden = !ofText;
  former.querySelector("q").textContent = ofText;
}

export function makeLabels(root, texts, { announce, change }) {
  const list = part(root, "nuggets");
  const rest = part(root, "rest")?.querySelector("button");
  const cells = makeCells();
  const lines = () => [...list.querySelectorAll(".nugget.cell")];
  const isOpen = (line) => !isSaid(cells.of(texts.current(), line));

  // Takes over what the server says of all cells, when the list was drawn.
  function readAll() {
    cells.takeOver(JSON.parse(list.querySelector("script[type='application/json']")?.textContent ?? "{}"));
    texts.all().forEach(count);
    showAll();
  }

  // How many of an answer's cells have a label, in its row; the last label of a scale says that a nugget is not held.
  function count(row) {
    const all = lines();
    const done = all.filter((line) => isSaid(cells.of(row, line)));
    const held = done.filter((line) => cells.of(row, line)[0] !== buttonsOf(line).at(-1)?.value);
    row.dataset.done = `${done.length}/${all.length}`;
    const marks = held.map(({ dataset }) => dataset.uid);
    texts.put(row, marks, all.length > 0 && done.length === all.length ? "1" : "");
  }

  // The labels of the answer in focus, and how far the question is.
  function showAll() {
    const row = texts.current();
    if (row) for (const line of lines()) showLine(line, cells.of(row, line));
    texts.recount();
    if (rest) rest.disabled = !row || !lines().some(isOpen);
  }

  // The label of a button for some nuggets of the answer in focus: queued, and shown at once.
  function give(button, some) {
    const row = texts.current();
    const said = (line) =>
      Object.entries({ nugget: line.dataset.uid, was: cells.of(row, line)[0], text: wordsOf(line) });
    const fields = [["item", row.dataset.item], ["label", button.value], ...some.flatMap(said)];
    const what = some.length > 1 ? gettext("the rest") : quoted(wordsOf(some[0]));
    change(part(list, "label").action, fields, textOf(row).slice(0, 100), `${what}: ${nameOf(button)}`);
    for (const line of some) cells.put(row, line.dataset.uid, [button.value, ""]);
    count(row);
    showAll();
    announce(`${nameOf(button)}: ${what}`);
  }

  // What stands already is not sent again.
  function label(line, button) {
    const cell = cells.of(texts.current(), line);
    if (button && !(isSaid(cell) && cell[0] === button.value)) give(button, [line]);
  }

  function labelRest() {
    const open = texts.current() ? lines().filter(isOpen) : [];
    const last = open.length ? buttonsOf(open[0]).at(-1) : null;
    if (last) give(last, open);
  }

  // Takes over cells as they are stored now, and answers the rows that changed.
  function takeOver(stored, member) {
    const touched = new Set();
    for (const [key, cell] of Object.entries(stored)) {
      const [whose, item, uid] = key.split("/");
      const row = whose === member ? texts.byItem(item) : null;
      if (!row) continue;
      cells.put(row, uid, cell ? [cell.label, cell.of_text ?? ""] : NONE);
      touched.add(row);
    }
    touched.forEach(count);
    showAll();
    return [...touched];
  }

  return { lines, isOpen, readAll, showAll, label, labelRest, takeOver };
}
