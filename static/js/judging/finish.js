// Finishing the question. It is finished when the server has everything: a wish to finish waits for that, and says so.

import { keepTyped } from "./moves.js";
import { isAllSaved } from "./saving.js";
import { bindEnding } from "./ending.js";
import { announce } from "./status.js";

const form = document.querySelector("[data-finish]");
const notice = form.querySelector("[data-finish-waits]");
const undecided = form.querySelector("[data-finish-undecided]");
const problems = document.querySelector("[data-problems]");

export function bindFinish() {
  bindEnding(isAllSaved);
  form.addEventListener("submit", (event) => {
    keepTyped();
    if (isAllSaved()) return;
    event.preventDefault();
    const said = problems.firstElementChild ? undecided : notice;
    said.hidden = false;
    announce(said.textContent.trim());
  });
  document.addEventListener("all-sent", () => {
    if (!isAllSaved()) return;
    undecided.hidden = true;
    if (notice.hidden) return;
    notice.hidden = true;
    form.requestSubmit();
  });
  // Whoever says something else meanwhile is not done.
  for (const other of ["say", "undo"])
    document.querySelector(`[data-${other}]`).addEventListener("submit", () => (notice.hidden = true));
}
