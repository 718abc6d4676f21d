// The tools above the document: find, the places of what was found, and the whole answer.

import { gettext, ngettext } from "../gettext.js";
import { showAround } from "./around.js";
import * as frames from "./frames.js";
import * as rows from "./rows.js";

const LONG = 300; // characters
const form = document.querySelector("[data-find]");
const whole = document.querySelector("[data-whole]");
const isAlone = () => "alone" in whole.dataset; // the answer names no document, and stands in its place

export function bindTools(announce) {
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    await find(announce);
  });
  form.elements.how.addEventListener("change", () => find(announce));
  form.elements.find.addEventListener("search", () => form.elements.find.value || find(announce));
  for (const link of document.querySelectorAll("[data-step]")) {
    link.addEventListener("click", (event) => {
      event.preventDefault();
      frames.step(Number(link.dataset.step));
    });
  }
}

// The same search again goes to its next place.
async function find(announce) {
  const query = {
    item: rows.current().dataset.item,
    find: form.elements.find.value.trim(),
    how: form.elements.how.value,
  };
  const frame = frames.shown();
  const again = frame.dataset.asked === `${query.item} ${query.find} ${query.how}`;
  if (query.find && again && !frame.dataset.missed) return frames.step(1);
  if (!(await frames.load(frame, query))) return;
  frames.describe();
  announce(query.find ? said(frame.dataset) : gettext("Search ended"));
}

function said({ missed, respelled, places }) {
  if (missed) return gettext("No hits");
  if (respelled) return ngettext("{n} found in another spelling", "{n} found in another spelling", Number(places));
  return ngettext("{n} found", "{n} found", Number(places));
}

// A new answer: its document without a search, and its whole string where the list shows only a part.
export function turnTo(row) {
  form.elements.find.value = "";
  form.elements.item.value = row.dataset.item;
  const text = rows.textOf(row);
  whole.hidden = "within" in whole.dataset || (text.length < LONG && !isAlone());
  whole.querySelector("[data-length]").textContent = text.length;
  const answer = whole.querySelector("[data-answer]");
  answer.textContent = text;
  answer.dir = row.querySelector("[dir]").dir;
  showAround();
}

export function focusFind() {
  if (!form.checkVisibility()) return gettext("There is no document to find in.");
  form.elements.find.select();
}

export function toggleWhole() {
  if (whole.hidden) return gettext("The answer is shown whole already.");
  whole.open = isAlone() || !whole.open;
}
