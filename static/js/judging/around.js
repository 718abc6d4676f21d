// The answer around the sentence in focus, and further answers with the same sentence.

import { behaviour } from "../behaviour.js";
import { ngettext } from "../gettext.js";
import { leadToSentences } from "./sentences.js";
import { textOf } from "./rows.js";

export const around = behaviour("around", (place) => {
  place.querySelector("details").addEventListener("toggle", () => leadToSentences(place));
  leadToSentences(place);
});

const made = (name, textContent) => Object.assign(document.createElement(name), { textContent });

// Answers a function that shows what was found: what stands before and after the sentence in each answer, as JSON;
// without any the sentence stands alone.
export function makeAround(root, rows) {
  const place = root.querySelector("[data-around]");
  if (!place) return () => {};
  const paragraph = place.querySelector("p");
  const more = place.querySelector("details");

  function fill(one, [before, after]) {
    const row = rows.current();
    one.replaceChildren(made("span", before), made("mark", textOf(row)), made("span", after));
    one.dir = row.querySelector("[dir]").dir;
    return one;
  }

  return (found = "[]") => {
    const [first = ["", ""], ...others] = JSON.parse(found);
    const n = others.length;
    fill(paragraph, first);
    Object.assign(more, { hidden: !n, open: false });
    more.querySelector("summary").textContent = ngettext("Also in {n} other answer", "Also in {n} other answers", n);
    more.querySelector("div").replaceChildren(...others.map((other) => fill(paragraph.cloneNode(), other)));
    leadToSentences(place);
  };
}
