// A document that is read to develop questions: the words marked in it come into the form beside it.

import { askSelected } from "./selected.js";

const frame = document.querySelector("iframe[data-document]");
const button = document.querySelector("[data-take-selected]");
const field = document.querySelector("#found-answer");

if (button) {
  button.hidden = false;
  button.addEventListener("click", () =>
    askSelected(frame, (words) => {
      if (words) field.value = words;
      field.focus();
    }),
  );
}
