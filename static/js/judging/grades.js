// Grades and votes as people read them, in the words that the server has for them and hands over with the page.

import { onceFor, theOne } from "./the-one.js";

const read = onceFor((script) => JSON.parse(script.textContent));
const names = theOne("#grade-names");
const tones = theOne("#grade-tones");

// R and W are signs, and stay; a grade that has no name here is said in its own words.
export const gradeName = (grade) => read(names())[grade] ?? grade?.replaceAll("_", " ");

// In which tone style sheets show it, where it is the campaign's own grade; they know the others.
export const toneOf = (grade) => read(tones())[grade] ?? "";
