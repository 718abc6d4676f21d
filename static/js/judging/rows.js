// The answers in the list. What was said of each stands in the data- attributes of its link, and nowhere else.

import { gettext } from "../gettext.js";
import { gradeName, toneOf } from "./grades.js";

export const textOf = (row) =>
  row.querySelector(".s").textContent || (row.querySelector(".q") ?? row.querySelector(".p"))?.textContent || "";
export const docidOf = (row) => row.closest(".group").querySelector(".doc span").textContent;
const isShown = (row) => !row.parentElement.hidden;

export function stateOf(row) {
  const { grade, note, later, changes } = row.dataset;
  return { grade, note, later: later === "1", changes: Number(changes) };
}

// Whether an answer has a grade: the assessor's own, or that of the gold standard.
export function isJudged({ dataset }) {
  return Boolean(dataset.grade || dataset.automatic);
}

// The links themselves stay as long as the page, so they are looked for once: a list may have thousands.
export function makeRows(root) {
  const all = [...root.querySelectorAll(".item")];
  const places = new Map(all.map((row, place) => [row, place]));
  const known = new Map(all.map((row) => [Number(row.dataset.item), row]));
  const search = root.querySelector("[name=q].search");
  const watchers = [];
  let now = root.querySelector(".item[aria-current]");

  function put(row, state) {
    for (const change of watchers) change(row, -1);
    write(row, state);
    for (const change of watchers) change(row, 1);
  }

  function makeCurrent(row) {
    const listHadFocus = now?.contains(document.activeElement);
    now?.removeAttribute("aria-current");
    now?.removeAttribute("id"); // by which the grade buttons are described
    row.setAttribute("aria-current", "true");
    row.id = "answer-now";
    now = row;
    if (listHadFocus) row.focus({ preventScroll: true });
  }

  // Where a judgment leads, as selectors/rows.py says it: to what is open, then to what waits; else down the list.
  function following(row, mode) {
    if (mode !== "open") return neighbour(row, 1);
    const needle = search.value.toLowerCase();
    const fits = (other) => !needle || textOf(other).toLowerCase().includes(needle);
    const [place, count] = [places.get(row), all.length];
    let later;
    for (let step = 1; step < count; step++) {
      const other = all[(place + step) % count];
      if (other.dataset.later) later ??= fits(other) ? other : undefined;
      else if (!isJudged(other) && fits(other)) return other;
    }
    return later;
  }

  // The shown answer after (1) or before (-1) one.
  function neighbour(row, step) {
    let place = places.get(row) + step;
    while (all[place] && !isShown(all[place])) place += step;
    return all[place];
  }

  return {
    all: () => all,
    current: () => now,
    byId: (id) => known.get(Number(id)) ?? null,
    numberOf: (row) => places.get(row) + 1,
    // Calls change(row, by) with -1 before what is said of an answer changes, and with 1 afterwards.
    watch: (change) => watchers.push(change),
    put,
    makeCurrent,
    following,
    neighbour,
  };
}

function write(row, { grade, note, later, changes }) {
  Object.assign(row.dataset, { grade, tone: toneOf(grade), note, later: later ? "1" : "", changes });
  row.querySelector(".g").textContent = label(grade, note, later, row.dataset.automatic);
}

function label(grade, note, later, automatic) {
  const said = [
    gradeName(grade) || (automatic && gettext("{grade} by gold", { grade: gradeName(automatic) })),
    later ? gettext("later") : "",
    note ? gettext("note") : "",
  ];
  return said.filter(Boolean).join(" · ") || "—";
}

// Scrolls the list alone: the page around it stays where it is.
export function reveal(row) {
  const list = row.closest("[data-rows]");
  const [box, mine] = [list.getBoundingClientRect(), row.getBoundingClientRect()];
  const margin = Math.min(64, box.height / 4);
  if (mine.top < box.top + margin) list.scrollTop -= box.top + margin - mine.top;
  else if (mine.bottom > box.bottom - margin) list.scrollTop += mine.bottom - box.bottom + margin;
}
