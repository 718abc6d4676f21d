// The same or nearly the same string elsewhere in this question's pool, how it was judged here, and judging all alike.

import { part } from "../behaviour.js";
import { gettext, ngettext } from "../gettext.js";
import { announce } from "./announce.js";
import { gradeName } from "./grades.js";
import { docidOf, textOf } from "./rows.js";
import { likeness } from "./strings.js";
import { makeId } from "./transport.js";

const MOST = 60; // lines

// say(row, change, {act}) says something of an answer; what cannotJudge grades needs a reason of its own each time.
export function makeAlike(root, { rows, say, cannotJudge, afterPaint }) {
  const panel = part(root, "alike");
  const count = part(panel, "alike-count");
  const differs = part(panel, "alike-differs");
  const list = part(panel, "alike-list");
  const none = part(panel, "alike-none");
  const all = part(panel, "alike-all");
  const template = part(panel, "alike-line");
  let turn = 0;

  // Looked for when the answer is painted: nobody waits for it.
  function show() {
    const mine = ++turn;
    afterPaint(() => mine === turn && draw());
  }

  function draw() {
    const { grade } = rows.current().dataset;
    const alike = likeOf(rows.current(), rows.all());
    const differ = alike.filter(({ row, how }) => how === "same" && isOther(grade, row.dataset.grade));
    count.textContent = alike.length;
    differs.textContent = differ.length ? ngettext("{n} differs", "{n} differ", differ.length) : "";
    panel.classList.toggle("clash", differ.length > 0);
    list.replaceChildren(...alike.map((one) => line(template, one, grade)));
    none.hidden = alike.length > 0;
    offer();
  }

  // What can be said of others too.
  function toSay() {
    const { grade } = rows.current().dataset;
    return grade === cannotJudge ? "" : grade;
  }

  const chosen = () => [...list.querySelectorAll("input:checked:not(:disabled)")].map(({ value }) => rows.byId(value));

  // The button says how many and as what; without a grade there is nothing to do alike.
  function offer() {
    const grade = toSay();
    const some = chosen().length;
    all.disabled = !grade || !some;
    all.querySelector("span").textContent = grade
      ? ngettext("Judge {n} like this: “{grade}”", "Judge {n} like this: “{grade}”", some, { grade: gradeName(grade) })
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
    announce(saidOf(some.length, grade));
    show();
  }

  // Its links lead there without loading the page.
  function bind(moveTo) {
    list.addEventListener("click", (event) => {
      const link = event.target.closest("a");
      if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      moveTo(rows.byId(link.closest("li").querySelector("input").value));
    });
  }

  panel.hidden = false;
  list.addEventListener("change", offer);
  all.addEventListener("click", judgeAlike);
  return { show, bind };
}

const isOther = (grade, other) => Boolean(grade && other && other !== grade);

// Those like one of them, the same strings first: {row, how}.
function likeOf(row, all) {
  if (row.dataset.document) return []; // it is no string
  const own = textOf(row);
  const alike = all
    .filter((other) => other !== row)
    .map((other) => ({ row: other, how: likeness(own, textOf(other)) }))
    .filter(({ how }) => how);
  return alike.sort((one, other) => (one.how === "near") - (other.how === "near")).slice(0, MOST);
}

function line(template, { row, how }, grade) {
  const item = template.content.cloneNode(true).firstElementChild;
  const docid = docidOf(row);
  Object.assign(item.querySelector("input"), {
    value: row.dataset.item,
    checked: how === "same" && row.dataset.grade !== grade,
    disabled: row.dataset.grade === grade && Boolean(grade),
  });
  item.querySelector(".s").textContent = textOf(row);
  item.querySelector(".mono").textContent = how === "same" ? gettext("{docid} · same string", { docid }) : docid;
  item.querySelector("a").href = row.href;
  Object.assign(item.dataset, { grade: row.dataset.grade, tone: row.dataset.tone ?? "" });
  item.querySelector(".g").textContent = row.querySelector(".g").textContent;
  return item;
}

const saidOf = (n, grade) =>
  ngettext(
    "{n} more judged “{grade}”. Undo takes all of them back.",
    "{n} more judged “{grade}”. Undo takes all of them back.",
    n,
    { grade: gradeName(grade) },
  );
