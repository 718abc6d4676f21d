// The answer in focus, a line for each of its sentences. The one that seems to carry the nugget in focus is marked, and
// in view.

import { wordsOf } from "./words.js";

const place = document.querySelector("[data-text]");
const enough = 0.4; // of a nugget's words, which are shared at least, and two of them where it has two
const known = new WeakMap(); // line -> its words

export function showAnswer(text) {
  place.replaceChildren(
    ...text.split(/(?<=\n)/).map((line) => Object.assign(document.createElement("span"), { textContent: line })),
  );
}

export function leadTo(nugget) {
  if (!place) return;
  const words = wordsOf(nugget.querySelector(".words").textContent);
  const [line, shared] = nearest(words);
  const carries = shared >= Math.max(Math.min(2, words.size), enough * words.size, 1);
  place.querySelector(".carries")?.classList.remove("carries");
  if (!carries || place.children.length < 2) return;
  line.classList.add("carries");
  bringIntoView(line);
}

// The line with most of some words, and how many it has.
function nearest(words) {
  let found = [null, 0];
  for (const line of place.children) {
    if (!known.has(line)) known.set(line, wordsOf(line.textContent));
    const shared = [...words].filter((word) => known.get(line).has(word)).length;
    if (shared > found[1]) found = [line, shared];
  }
  return found;
}

// Scrolls what holds the answer, and nothing around it.
function bringIntoView(line) {
  const holder = place.closest(".answer");
  const [outer, inner] = [holder.getBoundingClientRect(), line.getBoundingClientRect()];
  const margin = Math.min(48, outer.height / 4);
  if (inner.top < outer.top + margin) holder.scrollTop -= outer.top + margin - inner.top;
  else if (inner.bottom > outer.bottom - margin) holder.scrollTop += inner.bottom - outer.bottom + margin;
}
