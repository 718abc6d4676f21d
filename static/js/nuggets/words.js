// Underlines the words that the nugget in focus shares with the answer, and those of the answer in the nuggets.

import { part } from "../behaviour.js";

const SHORTEST = 4; // letters; shorter words are everywhere
const WORD = /[\p{L}\p{N}]+/gu;
export const wordsOf = (string) =>
  new Set((string.toLowerCase().match(WORD) ?? []).filter((word) => word.length >= SHORTEST));

// Ranges of the words in an element that are among the given ones.
function rangesIn(element, words) {
  const nodes = [...element.childNodes].map((node) => node.firstChild ?? node);
  return nodes.filter(({ data }) => data).flatMap((node) => rangesOf(node, words));
}

function rangesOf(node, words) {
  const found = [...node.data.matchAll(WORD)].filter(([word]) => words.has(word.toLowerCase()));
  return found.map(({ 0: word, index }) => {
    const range = new Range();
    range.setStart(node, index);
    range.setEnd(node, index + word.length);
    return range;
  });
}

export function underline(root, nugget = null) {
  if (!("highlights" in CSS)) return;
  const answer = part(root, "text");
  const own = nugget?.querySelector(".words");
  const inAnswer = own && answer ? rangesIn(answer, wordsOf(own.textContent)) : [];
  const words = answer ? wordsOf(answer.textContent) : new Set();
  const inNuggets = [...root.querySelectorAll(".nugget .words")].flatMap((element) => rangesIn(element, words));
  CSS.highlights.set("shared", new Highlight(...inAnswer, ...inNuggets));
}

export function bindWords(root) {
  for (const sign of ["focusin", "pointerover"]) {
    part(root, "nuggets").addEventListener(sign, ({ target }) => underline(root, target.closest(".nugget")));
  }
  underline(root);
}
