// The buttons of the grounds say what they do with the grade that is chosen: keep the majority's, or overrule it.

import { gettext } from "../gettext.js";
import { gradeName } from "../judging/grades.js";

export function nameGrounds(page) {
  const form = page.querySelector("#decision");
  const grade = form?.querySelector("[name=grade]:checked")?.value;
  const majority = form?.dataset.majority;
  for (const label of form?.querySelectorAll("[data-choice]") ?? []) {
    label.textContent = sentence(label.dataset.choice, grade, majority);
  }
}

function sentence(ground, grade, majority) {
  if (!grade) return majority ? gettext("Overrule: {ground}", { ground }) : gettext("Decide: {ground}", { ground });
  const values = { ground, grade: gradeName(grade) };
  if (!majority) return gettext("Decide “{grade}”: {ground}", values);
  return grade === majority
    ? gettext("Keep “{grade}”: {ground}", values)
    : gettext("Overrule to “{grade}”: {ground}", values);
}
