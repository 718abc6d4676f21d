// Finding words in the document: the frame looks for them, and says how many there are.

import { gettext, ngettext } from "../gettext.js";
import { announce } from "../judging/status.js";
import { focus, tell } from "./view.js";

const form = document.querySelector("[data-find]");
const { find: field } = form.elements;
const count = form.querySelector("[data-hits]");
let asked = "";

export function bindFind() {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const text = field.value.trim();
    tell({ type: "find", text, again: text !== "" && text === asked });
    asked = text;
    if (!text) count.textContent = "";
  });
  field.addEventListener("keydown", ({ key }) => key === "Escape" && setTimeout(focus)); // back to where one reads
  field.addEventListener("search", () => field.value || form.requestSubmit());
}

export function found({ hits = 0, hit = 0 }) {
  count.textContent = !asked ? "" : hits ? gettext("{place} of {n}", { place: hit, n: hits }) : gettext("no hits");
  if (asked) announce(hits ? ngettext("{n} found", "{n} found", hits) : gettext("No hits"));
}

export const focusFind = () => field.select();
