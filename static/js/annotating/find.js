// Finding words in the document: the frame looks for them, and says how many there are.

import { part } from "../behaviour.js";
import { gettext, ngettext } from "../gettext.js";
import { announce } from "../judging/status.js";

export function makeFind(form, view) {
  const { find: field } = form.elements;
  const count = part(form, "hits");
  let asked = "";

  function find(event) {
    event.preventDefault();
    const text = field.value.trim();
    view.tell({ type: "find", text, again: text !== "" && text === asked });
    asked = text;
    if (!text) count.textContent = "";
  }

  function found({ hits = 0, hit = 0 }) {
    count.textContent = !asked ? "" : hits ? gettext("{place} of {n}", { place: hit, n: hits }) : gettext("no hits");
    if (asked) announce(hits ? ngettext("{n} found", "{n} found", hits) : gettext("No hits"));
  }

  form.addEventListener("submit", find);
  field.addEventListener("keydown", ({ key }) => key === "Escape" && setTimeout(view.focus)); // back to where one reads
  field.addEventListener("search", () => field.value || form.requestSubmit());
  return { found, focus: () => field.select() };
}
