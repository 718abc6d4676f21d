// Finishing: when the server has everything. A wish to finish waits for that, and says so.

import { gettext } from "../gettext.js";
import { announce } from "../judging/status.js";
import { flush, isAllSaved, problems } from "./saving.js";

const form = document.querySelector("[data-finish]");
const said = document.querySelector("[data-said]");
let isWanted = false;

export function bindFinish() {
  form.addEventListener("submit", (event) => {
    if (isAllSaved()) return;
    event.preventDefault();
    isWanted = !problems().length;
    tell(
      isWanted
        ? gettext("Saving; the question is finished when all is saved.")
        : gettext("Not finished: first decide about what is not saved."),
    );
    flush();
  });
  document.addEventListener("all-sent", () => isWanted && isAllSaved() && form.requestSubmit());
}

export const finish = () => form.requestSubmit();

// Whoever says something else meanwhile is not done.
export function goOn() {
  isWanted = false;
  tell("");
}

export function tell(text) {
  said.hidden = !text;
  said.textContent = text;
  if (text) announce(text);
}
