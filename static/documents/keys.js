// In a document's frame, the only script that runs there: keys pressed in the document are told to the page around it,
// {assize: 1, type: "key", …}, and that page may ask it to scroll. It reads nothing of the document.

"use strict";

(() => {
  const SCREEN = 0.9; // of its height, so that the last line is still seen
  const PASSED = ["Enter", "Escape", "Backspace"];

  // What the browser does with a key in a document stays: scrolling, walking with Tab, its own shortcuts.
  function isForThePage({ key, ctrlKey, metaKey, altKey, isComposing }) {
    if (ctrlKey || metaKey || altKey || isComposing) return false;
    return PASSED.includes(key) || (key !== " " && [...key].length === 1);
  }

  // Enter opens a link of the document, or what it unfolds.
  const isPressed = ({ key, target }) => key === "Enter" && Boolean(target.closest?.("a[href], summary"));

  const listen = window.addEventListener; // an element of the document may be called as a function of `document` is
  listen("keydown", (event) => {
    if (!isForThePage(event) || isPressed(event)) return;
    event.preventDefault();
    const { key, code, repeat, shiftKey: shift } = event;
    parent.postMessage({ assize: 1, type: "key", key, code, repeat, shift }, "*"); // our origin has no name
  });
  listen("message", ({ source, data }) => {
    if (source !== parent || data?.assize !== 1 || data.type !== "scroll") return;
    window.scrollBy({ top: Math.sign(data.by) * window.innerHeight * SCREEN, behavior: "instant" });
  });
})();
