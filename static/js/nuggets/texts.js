import { gettext } from "../gettext.js";
import { reveal } from "../judging/rows.js";

// The answers in the list. What is marked in each stands in the data- attributes of its link, and nowhere else.

export const all = () => [...document.querySelectorAll(".item")];
export const byItem = (item) => document.querySelector(`.item[data-item="${CSS.escape(item)}"]`);
export const current = () => document.querySelector(".item[aria-current]");
export const textOf = (row) => row.querySelector(".s").textContent;
export const docidOf = (row) => row.closest(".group").querySelector(".doc span").textContent;
export const marksOf = (row) => row.dataset.marked.split(" ").filter(Boolean);
const isShown = (row) => !row.parentElement.hidden;
const part = (name) => document.querySelector(`[data-${name}]`);

const TAKES = { all: () => true, unread: ({ dataset }) => !dataset.read, bare: ({ dataset }) => !dataset.marked };

export function put(row, marks, read) {
  Object.assign(row.dataset, { marked: marks.join(" "), read });
  label(row, listed());
}

// The nuggets on the list. Marks on others wait in the row for their nugget to come back.
export const listed = () =>
  new Set([...document.querySelectorAll("[data-nuggets] [name=nugget]")].map(({ value }) => value));

function label(row, onList) {
  const count = marksOf(row).filter((uid) => onList.has(uid)).length;
  row.querySelector(".g").textContent =
    row.dataset.done ?? (count ? `${count} ✓` : row.dataset.read ? gettext("none") : "—");
}

export function labelAll() {
  const onList = listed();
  for (const row of all()) if (row.dataset.marked) label(row, onList);
}

export function makeCurrent(row) {
  current()?.removeAttribute("aria-current");
  row.setAttribute("aria-current", "true");
  reveal(row);
}

export function showCurrent() {
  if (current()) reveal(current());
}

export function neighbour(row, step) {
  const shown = all().filter((other) => other === row || isShown(other));
  return shown[shown.indexOf(row) + step];
}

// The next answer that is not read, round at the end.
export function following(row) {
  const rows = all();
  const place = rows.indexOf(row);
  return [...rows.slice(place + 1), ...rows.slice(0, place)].find((other) => isShown(other) && !other.dataset.read);
}

export function recount() {
  const rows = all();
  const read = rows.filter(({ dataset }) => dataset.read).length;
  part("judged").textContent = read;
  part("meter").value = read;
  part("finish").hidden = read < rows.length;
}

export function bindFilters() {
  const form = part("filter");
  const apply = () => {
    const show = form.querySelector(".chip.on").dataset.show;
    const needle = form.elements.q.value.toLowerCase();
    const takes = (row) => TAKES[show](row) && textOf(row).toLowerCase().includes(needle);
    for (const row of all()) row.parentElement.hidden = !row.hasAttribute("aria-current") && !takes(row);
    for (const group of document.querySelectorAll(".group")) group.hidden = !group.querySelector("li:not([hidden])");
    part("none").hidden = all().some(isShown);
  };
  form.addEventListener("submit", (event) => event.preventDefault());
  form.elements.q.addEventListener("input", apply);
  form.addEventListener("click", ({ target }) => {
    const chip = target.closest("[data-show]");
    if (!chip) return;
    for (const other of form.querySelectorAll("[data-show]")) other.classList.toggle("on", other === chip);
    apply();
  });
}
