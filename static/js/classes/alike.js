// Strings that say the same but for case and punctuation, and those of which one stands in the other.

import { wordsOf } from "../judging/strings.js";
import { classOf, inside, labelOf, textOf } from "./board.js";

const MOST = 5; // proposals, each with a key

// The classes among some that an answer likely belongs to, the surest first.
export function likely(answer, groups) {
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

// All answers of the same words that stand in the same place: without a class, or in one class.
export function sameWords(answer) {
  const own = wordsOf(textOf(answer));
  return inside(answer.closest("[data-class]")).filter((other) => other === answer || wordsOf(textOf(other)) === own);
}
