// The answer in focus, a line for each of its sentences. The one that seems to carry the nugget in focus is marked, and
// in view.

import { wordsOf } from "./words.js";

const ENOUGH = 0.4; // of a nugget's words, which are shared at least, and two of them where it has two

// place is where the answer stands; there is none where nothing is to be read.
export function makeAnswer(place) {
  const known = new WeakMap(); // line -> its words

  const wordsIn = (line) => known.get(line) ?? known.set(line, wordsOf(line.textContent)).get(line);

  // The line with most of some words, and how many it has.
  function nearest(words) {
    let found = [null, 0];
    for (const line of place.children) {
      const shared = [...words].filter((word) => wordsIn(line).has(word)).length;
      if (shared > found[1]) found = [line, shared];
    }
    return found;
  }

  function show(text) {
    const line = (words) => Object.assign(document.createElement("span"), { textContent: words });
    place.replaceChildren(...text.split(/(?<=\n)/).map(line));
  }

  function leadTo(nugget) {
    if (!place) return;
    const words = wordsOf(nugget.querySelector(".words").textContent);
    const [line, shared] = nearest(words);
    const carries = shared >= Math.max(Math.min(2, words.size), ENOUGH * words.size, 1);
    place.querySelector(".carries")?.classList.remove("carries");
    if (!carries || place.children.length < 2) return;
    line.classList.add("carries");
    bringIntoView(line);
  }

  return { show, leadTo };
}

// Scrolls what holds the answer, and nothing around it.
function bringIntoView(line) {
  const holder = line.closest(".answer");
  const [outer, inner] = [holder.getBoundingClientRect(), line.getBoundingClientRect()];
  const margin = Math.min(48, outer.height / 4);
  if (inner.top < outer.top + margin) holder.scrollTop -= outer.top + margin - inner.top;
  else if (inner.bottom > outer.bottom - margin) holder.scrollTop += inner.bottom - outer.bottom + margin;
}
