// The document in its frame, and what this page and the script inside say to each other.

import { gettext } from "../gettext.js";

const SLOW = 15000; // milliseconds, after which loading is called slow
const SILENT = 2000; // and after which a page that has come and says nothing is another one: a notice, an error

const holder = document.querySelector("[data-page]");
const frame = holder.querySelector("iframe[data-frame]");
const { frameUrl } = document.querySelector("#annotate").dataset;
let heard = {}; // listeners by type of message
let isReady = false;
let current = null; // the step as it was told last
let timer = 0;

// listeners: functions of what the frame says, by its type: ready, outlined, candidate, words, found, key, active.
export function listen(listeners) {
  heard = listeners;
  window.addEventListener("message", ({ source, data }) => {
    if (source !== frame.contentWindow || data?.assize !== 1) return;
    if (data.type === "ready") becomeReady();
    heard[data.type]?.(data);
  });
  window.addEventListener("online", () => isReady || (isWanted() && load()));
  holder.querySelector("[data-again]").addEventListener("click", load);
  frame.addEventListener("load", () => frame.dataset.asked && !isReady && missLater(SILENT));
}

export const focus = () => frame.focus({ preventScroll: true });
export const hasFocus = () => document.activeElement === frame;
const isWanted = () => !holder.hidden;

// Shows the document, and loads it when it is wanted first.
export function show(isShown) {
  const isFirst = isShown && frameUrl && !frame.dataset.asked;
  holder.hidden = !isShown;
  if (isFirst) load();
}

function load() {
  isReady = false;
  frame.dataset.asked = "1";
  performance.mark("annotate-asked");
  wait(gettext("Loading the page …"));
  missLater(SLOW);
  frame.contentWindow.location.replace(frameUrl); // and keeps it out of the window's history
}

function missLater(pause) {
  clearTimeout(timer);
  timer = setTimeout(() => wait(gettext("The page is not here yet. What you said is kept."), true), pause);
}

function becomeReady() {
  clearTimeout(timer);
  isReady = true;
  performance.mark("annotate-ready");
  wait("");
}

function wait(text, mayRepeat = false) {
  const place = holder.querySelector("[data-waiting]");
  place.hidden = !text;
  place.querySelector("span").textContent = text;
  place.querySelector("[data-again]").hidden = !mayRepeat;
}

// Tells the frame which step it is now: {step, candidate, ranges}; it hears it again when it is loaded anew. In a
// step that is answered in the document the focus goes there, unless somebody types.
export function enter(step = current) {
  current = step;
  if (!isReady || !current) return;
  const isAnsweredThere = current.step === "long" || current.step === "short";
  const focus = isAnsweredThere && !document.activeElement.matches("input, textarea");
  if (focus) frame.focus({ preventScroll: true });
  tell({ type: "step", ...current, focus });
}

export function tell(message) {
  if (isReady) frame.contentWindow.postMessage({ assize: 1, ...message }, "*"); // its origin has no name
}
