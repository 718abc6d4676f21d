// The documents in frames of this page. Each has a script (static/documents/keys.js) that tells the keys pressed in it.

import { onceFor } from "./the-one.js";

const frames = () => [...document.querySelectorAll("iframe[data-relays]")];
const shown = () =>
  [...document.querySelectorAll("iframe:is([data-relays], [data-frame]):not([aria-hidden])")].find((frame) =>
    frame.checkVisibility(),
  );

// A key pressed in a document is as good as one pressed here, and the next one is pressed here.
export function hearFrames() {
  window.addEventListener("message", ({ source, data }) => {
    if (data?.assize !== 1 || !["key", "hears"].includes(data.type)) return;
    const frame = frames().find(({ contentWindow }) => contentWindow === source);
    if (!frame) return;
    if (data.type === "hears") frame.dataset.hears = "1";
    else hear(frame, data);
  });
  document.addEventListener("load", ({ target }) => frames().includes(target) && ask(target), { capture: true });
  frames().forEach(ask);
  window.addEventListener("blur", left);
}

function hear(frame, { key, code, repeat, shift: shiftKey }) {
  giveBack(frame);
  if (typeInto(document.activeElement, key)) return; // an earlier key led to a field, and this one was meant for it
  document.dispatchEvent(new KeyboardEvent("keydown", { key, code, repeat, shiftKey, cancelable: true }));
  noteField();
}

// Nobody hears keys in a frame whose document is on its way or did not come: its script would have answered.
function ask(frame) {
  frame.dataset.hears = "";
  frame.contentWindow.postMessage({ assize: 1, type: "hears" }, "*"); // its origin has no name
}

// A click in the document is one elsewhere too: what dropped down is closed. The frame has the focus a moment later.
function left() {
  const frame = document.activeElement;
  if (!frame?.matches("iframe")) return;
  document.body.click();
  if (frames().includes(frame) && !frame.dataset.hears) setTimeout(() => giveBack(frame));
}

// The field that a key from a document led to, and where its caret stood. Messages may arrive after keys that were
// pressed later, in the field itself: what they bring belongs before those.
const ledIn = onceFor(() => ({ field: null, at: 0 })); // by page

export function noteField() {
  const field = document.activeElement;
  if (isTypedInto(field)) Object.assign(ledIn(document), { field, at: field.selectionStart });
}

const isTypedInto = (field) => Boolean(field?.matches("input:not([type=checkbox], [type=radio]), textarea"));

// Puts a character where somebody types. Answers whether that is so.
export function typeInto(field, key) {
  if (!isTypedInto(field) || [...key].length > 1) return false;
  const { selectionStart: start, selectionEnd: end } = field;
  const led = ledIn(document);
  const at = start === end && led.field === field ? Math.min(led.at, start) : start;
  field.setRangeText(key, at, start === end ? at : end, at === start ? "end" : "preserve");
  Object.assign(led, { field, at: at + key.length });
  field.dispatchEvent(new InputEvent("input", { data: key, inputType: "insertText", bubbles: true }));
  return true;
}

// A frame that is put away gives the keys back.
export function giveBack(frame) {
  if (document.activeElement !== frame) return;
  frame.blur();
  window.focus();
}

// One screen down or up in the document. Answers whether there is one to scroll.
export function scroll(by) {
  const frame = shown();
  frame?.contentWindow.postMessage({ assize: 1, type: "scroll", by }, "*");
  return Boolean(frame);
}
