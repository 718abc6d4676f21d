// Grades and votes as people read them, in the words that the server has for them and hands over with the page.

const names = JSON.parse(document.querySelector("#grade-names").textContent);

// R and W are signs, and stay; a grade that has no name here is said in its own words.
export const gradeName = (grade) => names[grade] ?? grade?.replaceAll("_", " ");
