// The guidelines stay open beside the work until the key or their heading closes them, on the next question too.

import { gettext } from "../gettext.js";

const guide = document.querySelector("[data-guide]");
const KEY = "assize.guide";

if (guide) {
  guide.open = kept() === "open";
  guide.addEventListener("toggle", () => keep(guide.open ? "open" : ""));
}

export function toggleGuide() {
  if (!guide) return gettext("There are no guidelines yet.");
  guide.open = !guide.open;
}

function kept() {
  try {
    return window.sessionStorage.getItem(KEY);
  } catch {
    return ""; // a browser that keeps nothing
  }
}

function keep(state) {
  try {
    window.sessionStorage.setItem(KEY, state);
  } catch {} // as above
}
