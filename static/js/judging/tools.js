// The tools above the document: find, the places of what was found, and the whole answer.

import { part, parts } from "../behaviour.js";
import { gettext, ngettext } from "../gettext.js";
import { announce } from "./announce.js";
import { textOf } from "./rows.js";

const LONG = 300; // characters

export function makeTools(root, { rows, frames, showAround }) {
  const form = part(root, "find");
  const whole = part(root, "whole");
  const [length, answer] = [part(whole, "length"), part(whole, "answer")];
  const isAlone = "alone" in whole.dataset; // the answer names no document, and stands in its place
  const isWithin = "within" in whole.dataset;

  // The same search again goes to its next place.
  async function find() {
    const { find: wanted, how } = form.elements;
    const query = { item: rows.current().dataset.item, find: wanted.value.trim(), how: how.value };
    const frame = frames.shown();
    const again = frame.dataset.asked === `${query.item} ${query.find} ${query.how}`;
    if (query.find && again && !frame.dataset.missed) return frames.step(1);
    if (!(await frames.load(frame, query))) return;
    frames.describe();
    announce(query.find ? said(frame.dataset) : gettext("Search ended"));
  }

  // A new answer: its document without a search, and its whole string where the list shows only a part.
  function turnTo(row) {
    form.elements.find.value = "";
    form.elements.item.value = row.dataset.item;
    const text = textOf(row);
    whole.hidden = isWithin || (text.length < LONG && !isAlone);
    length.textContent = text.length;
    answer.textContent = text;
    answer.dir = row.querySelector("[dir]").dir;
    showAround();
  }

  function focusFind() {
    if (!form.checkVisibility()) return gettext("There is no document to find in.");
    form.elements.find.select();
  }

  function toggleWhole() {
    if (whole.hidden) return gettext("The answer is shown whole already.");
    whole.open = isAlone || !whole.open;
  }

  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    await find();
  });
  form.elements.how.addEventListener("change", () => find());
  form.elements.find.addEventListener("search", () => form.elements.find.value || find());
  for (const link of parts(root, "step"))
    link.addEventListener("click", (event) => {
      event.preventDefault();
      frames.step(Number(link.dataset.step));
    });
  return { turnTo, focusFind, toggleWhole };
}

function said({ missed, respelled, places }) {
  if (missed) return gettext("No hits");
  if (respelled) return ngettext("{n} found in another spelling", "{n} found in another spelling", Number(places));
  return ngettext("{n} found", "{n} found", Number(places));
}
