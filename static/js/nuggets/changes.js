// What is changed in the list by its forms, and what an undo or a merge changed in the answers.

import { gettext } from "../gettext.js";
import { quoted } from "../judging/describe.js";
import { showAction } from "./at-once.js";
import { marksOf } from "./texts.js";

// What was said by a form, in words.
const inWords = ({ text, number }, submitter) =>
  [submitter?.textContent.trim(), text && quoted(text), number && gettext("nugget {number}", { number })]
    .filter(Boolean)
    .join(" · ");

// The fields of a form; a nugget to merge with is typed by its number, and meant as it stood there then.
function fieldsOf(form, submitter) {
  const fields = Object.fromEntries(new FormData(form, submitter));
  const meant =
    fields.number && form.closest("[data-nuggets]").querySelector(`.nugget[value="${Number(fields.number)}"]`);
  return meant ? { ...fields, into: meant.dataset.uid } : fields;
}

export function bindChanges(list, { texts, marks, refresh, refreshIfDue }, change) {
  list.addEventListener(
    "change",
    ({ target }) => target.name === "nugget" && texts.current() && marks.save(texts.current()),
  );
  list.addEventListener("submit", (event) => {
    const { submitter } = event;
    const form = event.target.closest("[data-change]");
    if (!form) return;
    event.preventDefault();
    const fields = fieldsOf(form, submitter);
    for (const button of form.querySelectorAll("[name=vote]"))
      button.setAttribute("aria-pressed", button === submitter);
    form.closest("details")?.removeAttribute("open");
    const words = form.closest(".nugget").querySelector(".words").textContent;
    const isShown = !form.action.endsWith("/merge/"); // else marks move, in answers out of sight too
    change(form.action, fields, words.slice(0, 100), inWords(fields, submitter), isShown);
    showAction(form, fields);
  });
  list.addEventListener("toggle", refreshIfDue, { capture: true });
  document.addEventListener("all-sent", refreshIfDue);
  window.addEventListener("focus", refresh);
}

// Takes over marks as they are stored now, and answers the rows that changed.
export function takeOver({ matches = {}, readings = {} }, member, texts) {
  const touched = new Set();
  const note = (item, marks, read) => {
    const row = texts.byItem(item);
    if (!row) return;
    texts.put(row, marks ?? marksOf(row), read ?? row.dataset.read);
    touched.add(row);
  };
  for (const [key, uids] of Object.entries(matches)) {
    const [whose, item] = key.split("/");
    if (whose === member) note(item, uids, null);
  }
  for (const [item, isRead] of Object.entries(readings)) note(item, null, isRead ? "1" : "");
  texts.recount();
  return [...touched];
}
