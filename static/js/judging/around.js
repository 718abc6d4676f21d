// The answer around the sentence in focus, and further answers with the same sentence.

import { ngettext } from "../gettext.js";
import { leadToSentences } from "./sentences.js";
import * as rows from "./rows.js";

const place = document.querySelector("section[data-around]");

// found: what stands before and after it in each answer, as JSON; without any the sentence stands alone.
export function showAround(found = "[]") {
  if (!place) return;
  const [first = ["", ""], ...others] = JSON.parse(found);
  const more = place.querySelector("details");
  fill(place.querySelector("p"), first);
  more.hidden = !others.length;
  more.open = false;
  more.querySelector("summary").textContent = ngettext(
    "Also in {n} other answer",
    "Also in {n} other answers",
    others.length,
  );
  more
    .querySelector("div")
    .replaceChildren(...others.map((other) => fill(place.querySelector("p").cloneNode(), other)));
  leadToSentences(place);
}

const made = (name, textContent) => Object.assign(document.createElement(name), { textContent });

function fill(paragraph, [before, after]) {
  const row = rows.current();
  paragraph.replaceChildren(made("span", before), made("mark", rows.textOf(row)), made("span", after));
  paragraph.dir = row.querySelector("[dir]").dir;
  return paragraph;
}

place?.querySelector("details").addEventListener("toggle", () => leadToSentences(place));
leadToSentences(place);
