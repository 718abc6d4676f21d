// What is changed in the list by its forms, and what an undo or a merge changed in the answers.

import { gettext } from "../gettext.js";
import { quoted } from "../judging/describe.js";
import { change } from "../ledger.js";
import { showAction } from "./at-once.js";
import { countMarks, refresh, refreshIfDue, saveMarks } from "./list.js";
import * as texts from "./texts.js";

const list = document.querySelector("[data-nuggets]");
const { member } = document.querySelector("#workspace").dataset;

export function bindList() {
  list.addEventListener(
    "change",
    ({ target }) => target.name === "nugget" && texts.current() && saveMarks(texts.current()),
  );
  list.addEventListener("submit", (event) => {
    const form = event.target.closest("[data-change]");
    if (!form) return;
    event.preventDefault();
    const fields = Object.fromEntries(new FormData(form, event.submitter));
    const meant = fields.number && list.querySelector(`.nugget[value="${Number(fields.number)}"]`);
    if (meant) fields.into = meant.dataset.uid;
    for (const button of form.querySelectorAll("[name=vote]"))
      button.setAttribute("aria-pressed", button === event.submitter);
    form.closest("details")?.removeAttribute("open");
    const words = form.closest(".nugget").querySelector(".words").textContent;
    const said = [
      event.submitter?.textContent.trim(),
      fields.text && quoted(fields.text),
      fields.number && gettext("nugget {number}", { number: fields.number }),
    ];
    const isShown = !form.action.endsWith("/merge/"); // else marks move, in answers out of sight too
    change(form.action, fields, words.slice(0, 100), said.filter(Boolean).join(" · "), isShown);
    showAction(form, fields);
  });
  list.addEventListener("toggle", refreshIfDue, { capture: true });
  document.addEventListener("all-sent", refreshIfDue);
  window.addEventListener("focus", refresh);
}

// Shows marks as they are stored now, and answers the rows that changed.
export function takeOver({ matches = {}, readings = {} }) {
  const touched = new Set();
  const note = (item, marks, read) => {
    const row = texts.byItem(item);
    if (!row) return;
    texts.put(row, marks ?? texts.marksOf(row), read ?? row.dataset.read);
    touched.add(row);
  };
  for (const [key, uids] of Object.entries(matches)) {
    const [whose, item] = key.split("/");
    if (whose === member) note(item, uids, null);
  }
  for (const [item, isRead] of Object.entries(readings)) note(item, null, isRead ? "1" : "");
  texts.recount();
  countMarks();
  return [...touched];
}
