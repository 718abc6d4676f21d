// The search of the settings: what has not the words goes while one types, and folds open where they hold a hit. The
// field does the same without scripts, by loading the page.

import { behaviour, part, parts } from "./behaviour.js";
import { gettext, ngettext } from "./gettext.js";

const has = (row, words) => {
  const text = `${row.dataset.setting} ${row.textContent}`.toLowerCase();
  return words.every((word) => text.includes(word));
};

const found = (n) =>
  n ? ngettext("{n} setting found.", "{n} settings found.", n) : gettext("No setting has these words.");

export const settings = behaviour("settings", (section) => {
  const field = section.querySelector("[name=q]");
  const told = part(section, "told");
  const rows = parts(section, "setting");
  const groups = parts(section, "group");
  let before = null; // which groups were open until somebody searched

  function filter() {
    const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
    for (const row of rows) row.hidden = !has(row, words);
    if (words.length) before ??= groups.map((group) => group.open);
    for (const [at, group] of groups.entries()) {
      group.hidden = !group.querySelector("[data-setting]:not([hidden])");
      group.open = words.length ? !group.hidden : (before?.[at] ?? group.open);
    }
    if (!words.length) before = null;
    told.textContent = words.length ? found(rows.filter((row) => !row.hidden).length) : "";
  }

  function showAll() {
    field.value = "";
    filter();
  }

  if (field.value) before = groups.map((group) => Boolean(group.querySelector(".field-error")));
  field.addEventListener("input", filter);
  field.form.addEventListener("submit", (event) => event.preventDefault()); // what was typed below stays
  part(section, "all")?.addEventListener("click", (event) => {
    event.preventDefault();
    event.currentTarget.hidden = true;
    showAll();
  });
  section.addEventListener("invalid", () => field.value && showAll(), { capture: true }); // it may be hidden
});
