// Strings that say the same but for case and punctuation, and those of which one stands in the other.

import { wordsOf } from "../judging/strings.js";
import { classOf, inside, labelOf, textOf } from "./board.js";

const MOST = 5; // proposals, each with a key

// The classes among some that an answer likely belongs to, the surest first.
function likely(answer, groups) {
  const own = wordsOf(textOf(answer));
  if (!own.trim()) return [];
  const near = [];
  const same = [];
  for (const group of groups) {
    const texts = [labelOf(group), ...inside(group).map(textOf)];
    const strings = texts.map(wordsOf).filter((words) => words.trim());
    if (strings.includes(own)) same.push(group);
    else if (strings.some((words) => words.includes(own) || own.includes(words))) near.push(group);
  }
  return [...same, ...near].filter((group) => group.dataset.class !== classOf(answer)).slice(0, MOST);
}

// A button for each class that is likely, with its key; act(uid) puts something there.
export const proposals = (answer, groups, act) =>
  likely(answer, groups).map((group, place) => {
    const key = Object.assign(document.createElement("kbd"), { textContent: place + 1 });
    const button = Object.assign(document.createElement("button"), { type: "button", className: "btn" });
    button.dataset.key = String(place + 1);
    button.append(key, labelOf(group));
    button.addEventListener("click", () => act(group.dataset.class));
    return button;
  });

// All answers of the same words that stand in the same place: without a class, or in one class.
export function sameWords(answer) {
  const own = wordsOf(textOf(answer));
  return inside(answer.closest("[data-class]")).filter((other) => other === answer || wordsOf(textOf(other)) === own);
}
