// What was said of the answer in focus so far, by this person: asked for when the panel opens.

import { gettext } from "../gettext.js";
import * as rows from "./rows.js";

const panel = document.querySelector("details.history");

export function bindHistory() {
  panel.addEventListener("toggle", async () => {
    if (!panel.open) return;
    const place = panel.querySelector("[data-history]");
    const { item } = rows.current().dataset;
    place.textContent = "…";
    const answer = await fetch(`${panel.dataset.url}?item=${item}`, { headers: { "X-Assize-Fetch": "1" } }).catch(
      () => null,
    );
    if (item !== rows.current().dataset.item) return;
    if (answer?.ok) place.innerHTML = await answer.text();
    else place.textContent = gettext("The history cannot be loaded now. Your judgments are kept.");
  });
}

// Another answer has another history.
export const closeHistory = () => (panel.open = false);
