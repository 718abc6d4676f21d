// The filters of the list: which answers it shows. The links do the same without scripts.

import { part, parts } from "../behaviour.js";
import { takes } from "./counts.js";
import { textOf } from "./rows.js";

export function makeFilters(root, rows) {
  const form = part(root, "filter");
  const bench = part(root, "following");
  const none = part(root, "none");

  function choose(show) {
    form.elements.show.value = show;
    for (const chip of form.querySelectorAll(".chip")) {
      const isOn = chip.dataset.show === show;
      chip.classList.toggle("on", isOn);
      chip.toggleAttribute("aria-current", isOn);
    }
    bench.dataset.following = ["all", "todo"].includes(show) ? "open" : "listed";
    if (show === "all") form.elements.q.value = "";
    apply();
  }

  // The answer in focus stays in view whatever the filter.
  function apply() {
    const needle = form.elements.q.value.toLowerCase();
    const wanted = takes(form.elements.show.value);
    for (const row of rows.all()) {
      const isWanted = wanted(row) && textOf(row).toLowerCase().includes(needle);
      row.parentElement.hidden = !isWanted && !row.hasAttribute("aria-current");
    }
    const groups = [...root.querySelectorAll(".group")];
    for (const group of groups) group.hidden = !group.querySelector("li:not([hidden])");
    none.hidden = groups.some((group) => !group.hidden);
  }

  // changed() is called when another filter was chosen.
  function bind(changed) {
    for (const chip of parts(root, "show")) {
      chip.addEventListener("click", (event) => {
        event.preventDefault();
        choose(chip.dataset.show);
        changed();
      });
    }
    form.elements.q.addEventListener("input", apply);
    form.addEventListener("submit", (event) => event.preventDefault());
  }

  return { bind, query: () => queryOf(form.elements) };
}

// The filter as the tail of an address.
function queryOf({ show, q, list }) {
  const pairs = Object.entries({ show: show.value === "all" ? "" : show.value, q: q.value, list: list?.value }).filter(
    ([, value]) => value,
  );
  return pairs.map((pair) => `&${new URLSearchParams([pair])}`).join("");
}
