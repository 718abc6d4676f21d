// What was said of the answer in focus so far, by this person: asked for when the panel opens.

import { part } from "../behaviour.js";
import { gettext } from "../gettext.js";

// Answers a function that closes it: another answer has another history.
export function makeHistory(root, rows) {
  const panel = root.querySelector("details.history");
  const place = part(panel, "history");
  panel.addEventListener("toggle", async () => {
    if (!panel.open) return;
    const { item } = rows.current().dataset;
    place.textContent = "…";
    const answer = await fetch(`${panel.dataset.url}?item=${item}`, { headers: { "X-Assize-Fetch": "1" } }).catch(
      () => null,
    );
    if (item !== rows.current().dataset.item) return;
    if (answer?.ok) place.innerHTML = await answer.text();
    else place.textContent = gettext("The history cannot be loaded now. Your judgments are kept.");
  });
  return () => (panel.open = false);
}
