// What opens on a key around the answer in focus: note, my own rules, guidelines, similar answers, history, and the
// keys.

import { bindAlike } from "./alike.js";
import { bindAsk, openAsk } from "./ask.js";
import { openCannot } from "./cannot.js";
import { toggleGuide } from "./guide.js";
import { bindHistory } from "./history.js";
import * as rows from "./rows.js";

const panel = (name) => document.querySelector(`details.${name}`);
const toggle = (name) => () => (panel(name).open = !panel(name).open);

function openAt(name, field) {
  panel(name).open = true;
  panel(name).querySelector(field).focus();
}

export const panelKeys = {
  c: openCannot,
  n: () => openAt("note", "textarea"),
  d: () => openAt("decisions", "textarea"),
  g: toggleGuide,
  a: toggle("alike"),
  h: toggle("history"),
  o: openAsk,
  "?": toggle("keys"),
};

export function bindPanels(moveTo) {
  bindAlike(moveTo);
  bindHistory();
  bindAsk(() => rows.current()?.dataset.item);
}
