// What was typed, as text to take elsewhere.

import { gettext } from "../gettext.js";
import { asText } from "./describe.js";

export function made(name, properties, ...children) {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...children);
  return element;
}

// A button that copies; where the browser does not let it, the text is shown to copy by hand.
export function copyButton(entries) {
  const button = made("button", { className: "btn", type: "button", textContent: gettext("Copy as text") });
  button.addEventListener("click", async () => {
    const text = asText(entries());
    try {
      await navigator.clipboard.writeText(text);
      button.textContent = gettext("Copied ✓");
    } catch {
      const field = made("textarea", { className: "as-text", readOnly: true, value: text, rows: 4 });
      field.setAttribute("aria-label", gettext("What was typed"));
      button.replaceWith(field);
      field.select();
    }
  });
  return button;
}
