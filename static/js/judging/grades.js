// Grades and votes as people read them; the server has the same words (assessment/shared/grades.py).

import { gettext } from "../gettext.js";

const NAMES = {
  yes: gettext("yes"),
  no: gettext("no"),
  correct: gettext("correct"),
  locally_correct: gettext("locally correct"),
  inexact: gettext("inexact"),
  unsupported: gettext("unsupported"),
  incorrect: gettext("incorrect"),
  vital: gettext("vital"),
  okay: gettext("okay"),
};

// R and W are signs, and stay; a grade that has no name here is said in its own words.
export const gradeName = (grade) => NAMES[grade] ?? grade?.replaceAll("_", " ");
