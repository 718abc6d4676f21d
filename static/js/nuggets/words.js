// Underlines the words that the nugget in focus shares with the answer, and those of the answer in the nuggets.

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

export function underline(nugget = null) {
  if (!("highlights" in CSS)) return;
  const answer = document.querySelector("[data-text]");
  const own = nugget?.querySelector(".words");
  const inAnswer = own && answer ? rangesIn(answer, wordsOf(own.textContent)) : [];
  const words = answer ? wordsOf(answer.textContent) : new Set();
  const inNuggets = [...document.querySelectorAll(".nugget .words")].flatMap((element) => rangesIn(element, words));
  CSS.highlights.set("shared", new Highlight(...inAnswer, ...inNuggets));
}

export function bindWords() {
  for (const sign of ["focusin", "pointerover"]) {
    document.addEventListener(
      sign,
      ({ target }) => target.closest?.("[data-nuggets]") && underline(target.closest(".nugget")),
    );
  }
  underline();
}
