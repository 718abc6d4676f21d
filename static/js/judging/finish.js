// Finishing the question. It is finished when the server has everything: a wish to finish waits for that, and says so.

import { part } from "../behaviour.js";
import { announce } from "./announce.js";
import { bindEnding } from "./ending.js";

export function bindFinish(root, { keepTyped, isAllSaved }) {
  const form = part(root, "finish");
  const notice = part(form, "finish-waits");
  const undecided = part(form, "finish-undecided");
  const problems = part(root, "problems");

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
  for (const other of [part(root, "say"), part(root, "undo")])
    other.addEventListener("submit", () => (notice.hidden = true));
}
