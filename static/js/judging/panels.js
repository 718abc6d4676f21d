// What opens on a key around the answer in focus: note, my own rules, guidelines, similar answers, history, and the
// keys.

import { toggleGuide } from "./guide.js";

// openCannot() and openAsk() open panels that lead on themselves.
export function panelKeys(root, { openCannot, openAsk }) {
  const panel = (name) => root.querySelector(`details.${name}`);
  const toggle = (name) => () => (panel(name).open = !panel(name).open);
  const openAt = (name) => () => {
    panel(name).open = true;
    panel(name).querySelector("textarea").focus();
  };
  return {
    c: openCannot,
    n: openAt("note"),
    d: openAt("decisions"),
    g: toggleGuide,
    a: toggle("alike"),
    h: toggle("history"),
    o: openAsk,
    "?": toggle("keys"),
  };
}
