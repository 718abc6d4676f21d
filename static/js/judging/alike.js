// The same or nearly the same string elsewhere in this question's pool, how it was judged here, and judging all alike.

import { gettext, ngettext } from "../gettext.js";
import { CANNOT_JUDGE } from "./cannot.js";
import { gradeName } from "./grades.js";
import { afterPaint } from "./paint.js";
import * as rows from "./rows.js";
import { say } from "./saving.js";
import { announce } from "./status.js";
import { likeness } from "./strings.js";
import { makeId } from "./transport.js";

const MOST = 60; // lines
const panel = document.querySelector("[data-alike]");
const part = (name) => panel.querySelector(`[data-alike-${name}]`);
let turn = 0;

// Looked for when the answer is painted: nobody waits for it.
export function showAlike() {
  const mine = ++turn;
  afterPaint(() => mine === turn && draw());
}

function found(row) {
  if (row.dataset.document) return []; // it is no string
  const own = rows.textOf(row);
  const others = rows.all().filter((other) => other !== row);
  const alike = others
    .map((other) => ({ row: other, how: likeness(own, rows.textOf(other)) }))
    .filter(({ how }) => how);
  return alike.sort((one, other) => (one.how === "near") - (other.how === "near")).slice(0, MOST);
}

function draw() {
  const row = rows.current();
  const alike = found(row);
  const { grade } = row.dataset;
  const differ = alike.filter(
    ({ row: other, how }) => how === "same" && grade && other.dataset.grade && other.dataset.grade !== grade,
  );
  part("count").textContent = alike.length;
  part("differs").textContent = differ.length ? ngettext("{n} differs", "{n} differ", differ.length) : "";
  panel.classList.toggle("clash", differ.length > 0);
  part("list").replaceChildren(...alike.map((one) => line(one, grade)));
  part("none").hidden = alike.length > 0;
  offer();
}

function line({ row, how }, grade) {
  const item = part("line").content.cloneNode(true).firstElementChild;
  const box = item.querySelector("input");
  Object.assign(box, {
    value: row.dataset.item,
    checked: how === "same" && row.dataset.grade !== grade,
    disabled: row.dataset.grade === grade && Boolean(grade),
  });
  item.querySelector(".s").textContent = rows.textOf(row);
  item.querySelector(".mono").textContent =
    how === "same" ? gettext("{docid} · same string", { docid: rows.docidOf(row) }) : rows.docidOf(row);
  item.querySelector("a").href = row.href;
  Object.assign(item.dataset, { grade: row.dataset.grade, tone: row.dataset.tone ?? "" });
  item.querySelector(".g").textContent = row.querySelector(".g").textContent;
  return item;
}

// What can be said of others too: that an answer cannot be judged is said of each, with its reason.
const toSay = () => {
  const { grade } = rows.current().dataset;
  return grade === CANNOT_JUDGE ? "" : grade;
};

const chosen = () =>
  [...part("list").querySelectorAll("input:checked:not(:disabled)")].map(({ value }) => rows.byId(value));

// The button says how many and as what; without a grade there is nothing to do alike.
function offer() {
  const grade = toSay();
  const count = chosen().length;
  part("all").disabled = !grade || !count;
  part("all").querySelector("span").textContent = grade
    ? ngettext("Judge {n} like this: “{grade}”", "Judge {n} like this: “{grade}”", count, { grade: gradeName(grade) })
    : gettext("Judge this answer first");
}

// What would be judged is seen before it is.
function judgeAlike() {
  if (!panel.open) return (panel.open = true);
  const grade = toSay();
  const some = chosen();
  if (!grade || !some.length) return;
  const act = makeId();
  for (const row of some) say(row, { grade }, { act });
  panel.open = false;
  announce(
    ngettext(
      "{n} more judged “{grade}”. Undo takes all of them back.",
      "{n} more judged “{grade}”. Undo takes all of them back.",
      some.length,
      { grade: gradeName(grade) },
    ),
  );
  showAlike();
}

export function bindAlike(moveTo) {
  panel.hidden = false;
  part("list").addEventListener("change", offer);
  part("all").addEventListener("click", judgeAlike);
  part("list").addEventListener("click", (event) => {
    const link = event.target.closest("a");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    moveTo(rows.byId(link.closest("li").querySelector("input").value));
  });
}
