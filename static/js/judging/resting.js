// After the last answer its grade keys rest: a key too many would change its grade unseen. Whoever goes to an answer,
// or takes one back, wakes them; the buttons can be pressed all the time.

import { gettext } from "../gettext.js";

// Answers a function that lets them rest.
export function makeResting(root) {
  const resting = root.querySelectorAll("[data-say] .grades, [data-machine-said]");
  document.addEventListener("click", ({ target }) => {
    if (target.closest(".item, [data-walk], [data-undo]")) for (const part of resting) delete part.dataset.rests;
  });
  return () => {
    for (const part of resting)
      part.dataset.rests = gettext("All is judged: Enter goes on. To change a grade, go to its answer first.");
  };
}
