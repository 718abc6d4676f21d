// One key, one action. Keys go by the character they give; where a layout gives none that is bound (Cyrillic letters,
// the digits of a French keyboard), by their place on the keyboard. Keys pressed in a document are heard too.

import { gettext } from "../gettext.js";
import { hearFrames, scroll } from "./framed.js";
import { hint } from "./hint.js";
import { areOff, meant, showKeys } from "./own-keys.js";

const TYPING = "input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]";
const PRESSED_BY_SPACE = "button, summary, input";

// actions: character -> function of the event, which answers why if it did nothing; one with mayRepeat goes on while
// its key is held. Elements with data-key are clicked; of one inside data-rests, or disabled with data-why, what these
// say is told instead. The space bar scrolls the document where it does nothing else.
export function bindKeys(actions) {
  document.addEventListener("keydown", (event) => {
    if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.closest?.(TYPING)) {
      if (event.key === "Escape") event.target.blur();
      return;
    }
    const action = [lowered(event), placeOf(event)].map((key) => find(meant(key), actions)).find(Boolean);
    if (!action) return event.key === " " ? scrollBySpace(event) : sayDead(event);
    event.preventDefault();
    // A key held down must not judge one answer after another.
    const why = (!event.repeat || action.mayRepeat) && action.act(event);
    if (why && typeof why === "string") hint(why);
  });
  // A button pressed with the mouse does not keep the focus: the next space bar is for the document.
  document.addEventListener("click", ({ detail, target }) => detail && target.closest("button[data-key]")?.blur());
  hearFrames();
  showKeys();
}

// The list of keys.
function toggleSheet() {
  const list = document.querySelector("details.keys");
  if (list) list.open = !list.open;
}

export function openAt(panel, field) {
  document.querySelector(panel).open = true;
  document.querySelector(panel).querySelector(field).focus();
}

function find(key, actions) {
  if (!key) return null;
  const act = actions[key] ?? { "?": toggleSheet }[key];
  if (act) return { act, mayRepeat: act.mayRepeat };
  const element = document.querySelector(`[data-key="${CSS.escape(key)}"]`);
  const resting = element?.closest("[data-rests]");
  if (resting) return { act: () => resting.dataset.rests };
  if (element?.disabled) return { act: () => element.dataset.why ?? notNow(element) };
  return element && { act: () => element.click(), mayRepeat: "walk" in element.dataset };
}

function notNow(element) {
  const words = [...element.childNodes].filter(({ nodeName }) => nodeName !== "KBD").map((node) => node.textContent);
  return gettext("Not possible now: {action}", { action: words.join(" ").trim() });
}

// A key that does nothing on a page with keys. A question that is closed says that instead; “/” goes anywhere by typing
// where nothing is looked for in the page itself.
function sayDead({ key, repeat }) {
  const closed = document.querySelector("main .notice[role=status] b");
  if (repeat || areOff() || [...key].length > 1 || !(closed || document.querySelector("details.keys"))) return;
  if (key === "/" && !document.querySelector(".bench, #q")) return;
  hint(closed?.textContent ?? gettext("“{key}” does nothing here. “?” lists the keys.", { key }));
}

// With Caps Lock, letters are what they are without.
function lowered({ key, shiftKey }) {
  return !shiftKey && /^[A-Z]$/.test(key) ? key.toLowerCase() : key;
}

function placeOf({ code, key, shiftKey }) {
  const isLatin = /^[a-z]$/i.test(key);
  if (shiftKey || isLatin) return null;
  return /^Digit(\d)$/.exec(code)?.[1] ?? /^Key([A-Z])$/.exec(code)?.[1].toLowerCase();
}

function scrollBySpace(event) {
  if (event.target.closest?.(PRESSED_BY_SPACE)) return;
  if (scroll(event.shiftKey ? -1 : 1)) event.preventDefault();
}
