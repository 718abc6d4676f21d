// The document in its frame, and what this page and the script inside say to each other.

import { part } from "../behaviour.js";
import { gettext } from "../gettext.js";

const SLOW = 15000; // milliseconds, after which loading is called slow
const SILENT = 2000; // and after which a page that has come and says nothing is another one: a notice, an error

export function makeView(holder, frameUrl) {
  const frame = part(holder, "frame");
  let isReady = false;
  let current = null; // the step as it was told last
  let timer = 0;

  const hasFocus = () => document.activeElement === frame;
  const focus = () => frame.focus({ preventScroll: true });

  function tell(message) {
    if (isReady) frame.contentWindow.postMessage({ assize: 1, ...message }, "*"); // its origin has no name
  }

  // listeners: functions of what the frame says, by its type: ready, outlined, candidate, words, found, key, active.
  function listen(listeners) {
    window.addEventListener("message", ({ source, data }) => {
      if (source !== frame.contentWindow || data?.assize !== 1) return;
      if (data.type === "ready") becomeReady();
      listeners[data.type]?.(data);
    });
  }

  // Shows the document, and loads it when it is wanted first.
  function show(isShown) {
    const isFirst = isShown && frameUrl && !frame.dataset.asked;
    holder.hidden = !isShown;
    if (isFirst) load();
  }

  function load() {
    isReady = false;
    frame.dataset.asked = "1";
    performance.mark("annotate-asked");
    wait(holder, gettext("Loading the page …"));
    missLater(SLOW);
    frame.contentWindow.location.replace(frameUrl); // and keeps it out of the window's history
  }

  function missLater(pause) {
    clearTimeout(timer);
    timer = setTimeout(() => wait(holder, gettext("The page is not here yet. What you said is kept."), true), pause);
  }

  function becomeReady() {
    clearTimeout(timer);
    isReady = true;
    performance.mark("annotate-ready");
    wait(holder, "");
  }

  // Tells the frame which step it is now: {step, candidate, ranges}; it hears it again when it is loaded anew. In a
  // step that is answered in the document the focus goes there, unless somebody types.
  function enter(step = current) {
    current = step;
    if (!isReady || !current) return;
    const isAnsweredThere = current.step === "long" || current.step === "short";
    const isFocused = isAnsweredThere && !document.activeElement.matches("input, textarea");
    if (isFocused) focus();
    tell({ type: "step", ...current, focus: isFocused });
  }

  window.addEventListener("online", () => isReady || holder.hidden || load());
  part(holder, "again").addEventListener("click", load);
  frame.addEventListener("load", () => frame.dataset.asked && !isReady && missLater(SILENT));
  return { enter, focus, hasFocus, listen, show, tell };
}

function wait(holder, text, mayRepeat = false) {
  const place = part(holder, "waiting");
  place.hidden = !text;
  place.querySelector("span").textContent = text;
  part(place, "again").hidden = !mayRepeat;
}
