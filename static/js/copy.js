// Buttons that copy the text of a field; without scripts they are hidden, and the field can be copied by hand.

import { behaviour } from "./behaviour.js";
import { gettext } from "./gettext.js";

export const copies = behaviour("copy", (button) => {
  button.hidden = false;
  button.addEventListener("click", () => copy(button));
});

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
