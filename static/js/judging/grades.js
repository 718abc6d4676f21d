// Grades and votes as people read them, in the words that the server has for them and hands over with the page.

const read = (id) => JSON.parse(document.querySelector(id).textContent);
const names = read("#grade-names");
const tones = read("#grade-tones");

// R and W are signs, and stay; a grade that has no name here is said in its own words.
export const gradeName = (grade) => names[grade] ?? grade?.replaceAll("_", " ");

// In which tone style sheets show it, where it is the campaign's own grade; they know the others.
export const toneOf = (grade) => tones[grade] ?? "";
