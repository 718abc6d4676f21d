// The guidelines stay open beside the work until the key or their heading closes them, on the next question too.

import { behaviour } from "../behaviour.js";
import { gettext } from "../gettext.js";
import { theOne } from "./the-one.js";

const KEY = "assize.guide";
const shown = theOne("[data-guide]");

export const guide = behaviour("guide", (panel) => {
  panel.open = kept() === "open";
  panel.addEventListener("toggle", () => keep(panel.open ? "open" : ""));
});

export function toggleGuide() {
  const panel = shown();
  if (!panel) return gettext("There are no guidelines yet.");
  panel.open = !panel.open;
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
