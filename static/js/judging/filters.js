// The filters of the list: which answers it shows. The links do the same without scripts.

import { takes } from "./counts.js";
import * as rows from "./rows.js";

const form = document.querySelector("[data-filter]");

export function bindFilters(changed) {
  for (const chip of document.querySelectorAll("[data-show]")) {
    chip.addEventListener("click", (event) => {
      event.preventDefault();
      choose(chip.dataset.show);
      changed();
    });
  }
  form.elements.q.addEventListener("input", apply);
  form.addEventListener("submit", (event) => event.preventDefault());
}

function choose(show) {
  form.elements.show.value = show;
  for (const chip of form.querySelectorAll(".chip")) {
    const isOn = chip.dataset.show === show;
    chip.classList.toggle("on", isOn);
    chip.toggleAttribute("aria-current", isOn);
  }
  document.querySelector("#judge").dataset.following = ["all", "todo"].includes(show) ? "open" : "listed";
  if (show === "all") form.elements.q.value = "";
  apply();
}

// The answer in focus stays in view whatever the filter.
function apply() {
  const needle = form.elements.q.value.toLowerCase();
  const wanted = takes(form.elements.show.value);
  for (const row of rows.all()) {
    const isWanted = wanted(row) && rows.textOf(row).toLowerCase().includes(needle);
    row.parentElement.hidden = !isWanted && !row.hasAttribute("aria-current");
  }
  let any = false;
  for (const group of document.querySelectorAll(".group")) {
    group.hidden = !group.querySelector("li:not([hidden])");
    any ||= !group.hidden;
  }
  document.querySelector("[data-none]").hidden = any;
}

// The filter as the tail of an address.
export function query() {
  const { show, q, list } = form.elements;
  const pairs = Object.entries({ show: show.value === "all" ? "" : show.value, q: q.value, list: list?.value }).filter(
    ([, value]) => value,
  );
  return pairs.map((pair) => `&${new URLSearchParams([pair])}`).join("");
}
