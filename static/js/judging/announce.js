// What is said to those who do not see the page.

import { theOne } from "./the-one.js";

const voice = theOne("[data-announce]");

export function announce(text) {
  const place = voice();
  if (!place) return;
  if (place.textContent === text) place.textContent = "";
  place.textContent = text;
}
