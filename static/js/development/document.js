// A document that is read to develop questions: the words marked in it come into the form beside it.

import { behaviour, part } from "../behaviour.js";
import { selecting } from "./selected.js";

export const developing = behaviour("developing", (read) => {
  const button = part(read, "take-selected");
  if (!button) return;
  const field = button.form.elements.answer;
  const askSelected = selecting();
  button.hidden = false;
  button.addEventListener("mousedown", (event) => event.preventDefault()); // what is marked stays marked
  button.addEventListener("click", () =>
    askSelected(part(read, "document"), (words) => {
      if (words) field.value = words;
      field.focus();
    }),
  );
});
