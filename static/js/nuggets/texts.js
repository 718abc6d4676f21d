// The answers in the list. What is marked in each stands in the data- attributes of its link, and nowhere else.

import { part } from "../behaviour.js";
import { gettext } from "../gettext.js";
import { reveal } from "../judging/rows.js";

export const textOf = (row) => row.querySelector(".s").textContent;
export const docidOf = (row) => row.closest(".group").querySelector(".doc span").textContent;
export const marksOf = (row) => row.dataset.marked.split(" ").filter(Boolean);
const isShown = (row) => !row.parentElement.hidden;

function label(row, onList) {
  const count = marksOf(row).filter((uid) => onList.has(uid)).length;
  row.querySelector(".g").textContent =
    row.dataset.done ?? (count ? `${count} ✓` : row.dataset.read ? gettext("none") : "—");
}

export function makeTexts(root) {
  const all = () => [...root.querySelectorAll(".item")];
  const current = () => root.querySelector(".item[aria-current]");

  // The nuggets on the list. Marks on others wait in the row for their nugget to come back.
  const listed = () => new Set([...root.querySelectorAll("[data-nuggets] [name=nugget]")].map(({ value }) => value));

  function put(row, marks, read) {
    Object.assign(row.dataset, { marked: marks.join(" "), read });
    label(row, listed());
  }

  function labelAll() {
    const onList = listed();
    for (const row of all()) if (row.dataset.marked) label(row, onList);
  }

  function makeCurrent(row) {
    current()?.removeAttribute("aria-current");
    row.setAttribute("aria-current", "true");
    reveal(row);
  }

  function showCurrent() {
    if (current()) reveal(current());
  }

  function neighbour(row, step) {
    const shown = all().filter((other) => other === row || isShown(other));
    return shown[shown.indexOf(row) + step];
  }

  // The next answer that is not read, round at the end.
  function following(row) {
    const rows = all();
    const place = rows.indexOf(row);
    return [...rows.slice(place + 1), ...rows.slice(0, place)].find((other) => isShown(other) && !other.dataset.read);
  }

  function recount() {
    const rows = all();
    const read = rows.filter(({ dataset }) => dataset.read).length;
    part(root, "judged").textContent = read;
    part(root, "meter").value = read;
    part(root, "finish").hidden = read < rows.length;
  }

  const byItem = (item) => root.querySelector(`.item[data-item="${CSS.escape(item)}"]`);
  const around = { makeCurrent, showCurrent, neighbour, following };
  return { all, byItem, current, listed, put, labelAll, recount, ...around };
}

const TAKES = { all: () => true, unread: ({ dataset }) => !dataset.read, bare: ({ dataset }) => !dataset.marked };

// Shows the answers that are asked for, and always the one in focus.
export function bindFilter(form, { all }) {
  const list = form.closest(".list");
  const chips = [...form.querySelectorAll("[data-show]")];

  function apply() {
    const takes = TAKES[chips.find((chip) => chip.matches(".on")).dataset.show];
    const needle = form.elements.q.value.toLowerCase();
    const fits = (row) => takes(row) && textOf(row).toLowerCase().includes(needle);
    for (const row of all()) row.parentElement.hidden = !row.hasAttribute("aria-current") && !fits(row);
    for (const group of list.querySelectorAll(".group")) group.hidden = !group.querySelector("li:not([hidden])");
    part(list, "none").hidden = all().some(isShown);
  }

  form.addEventListener("submit", (event) => event.preventDefault());
  form.elements.q.addEventListener("input", apply);
  form.addEventListener("click", ({ target }) => {
    const chosen = target.closest("[data-show]");
    if (!chosen) return;
    for (const chip of chips) chip.classList.toggle("on", chip === chosen);
    apply();
  });
}
