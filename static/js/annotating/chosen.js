// The words chosen as short answers, until they are saved: as chips that can be taken away, and kept in the browser.

import { gettext } from "../gettext.js";
import { bindDraft } from "../nuggets/draft.js";
import { textOf } from "./boxes.js";

const { account, assignment } = document.querySelector("#annotate").dataset;
const form = document.querySelector("[data-short]");
const list = form.querySelector("[data-chips]");
const field = form.elements.ranges;
const draft = bindDraft(field, `assize.words.${account}.${assignment}`);
let changed = () => {};

// act(ranges) hears of what a chip took away.
export function bindChosen(act) {
  changed = act;
  list.addEventListener("click", ({ target }) => {
    const chip = target.closest("[data-place]");
    if (chip) remove(Number(chip.dataset.place));
  });
}

export const ranges = () => JSON.parse(field.value || "[]");
export const isEmpty = () => !ranges().length;

// isDraft: chosen now, and not yet saved.
export function choose(chosen, isDraft = true) {
  field.value = chosen.length ? JSON.stringify(chosen) : "";
  if (isDraft) field.dispatchEvent(new Event("input"));
  else draft.forget();
  drawChips();
}

// The words to begin with: those left here the last time, as far as they fit, or those that were said.
export function begin(saidBefore, fits) {
  const left = ranges().filter(fits);
  choose(left.length ? left : saidBefore, Boolean(left.length));
}

export function remove(place = ranges().length - 1) {
  if (isEmpty()) return;
  choose(ranges().filter((_, other) => other !== place));
  changed(ranges());
}

export function drawChips() {
  list.replaceChildren(...ranges().map(chip));
  form.querySelector("[data-none-chosen]").hidden = !isEmpty();
  form.querySelector("[data-save-words]").disabled = isEmpty();
}

function chip(range, place) {
  const item = document.createElement("li");
  const text =
    textOf(range) || gettext("words {first} to {last}", { first: String(range[0]), last: String(range[1] - 1) });
  const words = Object.assign(document.createElement("span"), { dir: "auto", textContent: text });
  const button = Object.assign(document.createElement("button"), { type: "button", textContent: "×" });
  button.dataset.place = place;
  button.setAttribute("aria-label", gettext("Take away “{words}”", { words: text }));
  item.append(words, button);
  return item;
}
