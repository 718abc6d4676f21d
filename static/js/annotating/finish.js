// Finishing: when the server has everything. A wish to finish waits for that, and says so.

import { gettext } from "../gettext.js";
import { announce } from "../judging/status.js";

// What a page says aside, where everybody sees it.
export function sayAside(text) {
  const place = document.querySelector("[data-said]"); // one a page
  place.hidden = !text;
  place.textContent = text;
  if (text) announce(text);
}

export function makeFinish(form, { flush, isAllSaved, problems }) {
  let isWanted = false;

  function finish(event) {
    if (isAllSaved()) return;
    event.preventDefault();
    isWanted = !problems().length;
    sayAside(
      isWanted
        ? gettext("Saving; the question is finished when all is saved.")
        : gettext("Not finished: first decide about what is not saved."),
    );
    flush();
  }

  // Whoever says something else meanwhile is not done.
  function goOn() {
    isWanted = false;
    sayAside("");
  }

  form.addEventListener("submit", finish);
  document.addEventListener("all-sent", () => isWanted && isAllSaved() && form.requestSubmit());
  return { finish: () => form.requestSubmit(), goOn };
}
