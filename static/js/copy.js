// Buttons that copy the text of a field; without scripts they are hidden, and the field can be copied by hand.

import { gettext } from "./gettext.js";

for (const button of document.querySelectorAll("[data-copy]")) {
  button.hidden = false;
  button.addEventListener("click", () => copy(button));
}

async function copy(button) {
  const field = document.getElementById(button.dataset.copy);
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
    button.textContent = gettext("Copied");
  } catch {
    button.textContent = gettext("Selected: copy it with your keyboard");
  }
}
