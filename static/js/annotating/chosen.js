// The words chosen as short answers, until they are saved: as chips that can be taken away, and kept in the browser.

import { part } from "../behaviour.js";
import { gettext } from "../gettext.js";
import { bindDraft } from "../nuggets/draft.js";

// draftName: under which they are kept; textOf gives the words of a range, or "".
export function makeChosen(form, draftName, textOf) {
  const list = part(form, "chips");
  const field = form.elements.ranges;
  const draft = bindDraft(field, draftName);
  let changed = () => {};
  const ranges = () => JSON.parse(field.value || "[]");
  const isEmpty = () => !ranges().length;

  // isDraft: chosen now, and not yet saved.
  function choose(chosen, isDraft = true) {
    field.value = chosen.length ? JSON.stringify(chosen) : "";
    if (isDraft) field.dispatchEvent(new Event("input"));
    else draft.forget();
    drawChips();
  }

  // The words to begin with: those left here the last time, as far as they fit, or those that were said.
  function begin(saidBefore, fits) {
    const left = ranges().filter(fits);
    choose(left.length ? left : saidBefore, Boolean(left.length));
  }

  function remove(place = ranges().length - 1) {
    if (isEmpty()) return;
    choose(ranges().filter((_, other) => other !== place));
    changed();
  }

  function drawChips() {
    list.replaceChildren(...ranges().map((range, place) => chip(range, place, textOf(range))));
    part(form, "none-chosen").hidden = !isEmpty();
    part(form, "save-words").disabled = isEmpty();
  }

  list.addEventListener("click", ({ target }) => {
    const button = target.closest("[data-place]");
    if (button) remove(Number(button.dataset.place));
  });
  // listen: to what is taken away here.
  return { ranges, isEmpty, choose, begin, remove, drawChips, listen: (act) => (changed = act) };
}

function chip([first, end], place, text) {
  const item = document.createElement("li");
  const named = text || gettext("words {first} to {last}", { first: String(first), last: String(end - 1) });
  const words = Object.assign(document.createElement("span"), { dir: "auto", textContent: named });
  const button = Object.assign(document.createElement("button"), { type: "button", textContent: "×" });
  button.dataset.place = place;
  button.setAttribute("aria-label", gettext("Take away “{words}”", { words: named }));
  item.append(words, button);
  return item;
}
