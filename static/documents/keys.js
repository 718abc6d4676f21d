// In a document's frame, beside in-view.js the only script that runs there: keys pressed in the document are told to
// the page around it, {assize: 1, type: "key", …}, and that page may ask it whether it hears keys, ask it to scroll, or
// hand it the next document to show in the place of this one, or tell which words somebody marked. It tells nothing
// else of the document.

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
  // What is named here cannot be taken by an element of a document that comes later.
  const { location, scrollTo } = window;
  const root = document.documentElement;
  const sheet = new CSSStyleSheet();
  const bodyOf = (parent) => Element.prototype.querySelector.call(parent, "body");
  const around = window.parent;
  const tell = (message) => around.postMessage({ assize: 1, ...message }, "*");

  // Text in the place of text: nothing of it runs, under the policy of this page.
  function put({ page, address }) {
    const template = document.createElement("body");
    template.innerHTML = page.body;
    sheet.replaceSync(page.rules);
    document.adoptedStyleSheets = [sheet];
    Object.assign(root, { lang: page.language, dir: page.direction });
    bodyOf(root).replaceWith(template);
    point({ address });
    tell({ type: "put", address });
  }

  function point({ address }) {
    root.dataset.address = address;
    const [, anchor] = address.split("#");
    location.replace(`#${anchor ?? ""}`);
    if (!anchor) Reflect.apply(scrollTo, window, [0, 0]);
    keepMark();
  }

  // The mark that the address points to, as long as nobody scrolls away from it.
  const SPARE = 16; // pixels between it and the edge
  const of = ({ prototype }, name, element, ...given) => Reflect.apply(prototype[name], element, given);
  const pointedTo = () => of(Document, "querySelector", document, ":target");
  function isOut() {
    const mark = pointedTo();
    if (!mark) return false;
    const { top, bottom } = of(Element, "getBoundingClientRect", mark);
    const end = Math.min(bottom, top + window.innerHeight / 2); // of a long one the beginning is enough
    return top < SPARE || end > window.innerHeight - SPARE;
  }
  const bring = () => isOut() && of(Element, "scrollIntoView", pointedTo(), { behavior: "instant" });
  const keepMark = () => inView.keep(bring, isOut);
  keepMark();
  listen("hashchange", keepMark);

  let isPlain = false; // and takes other plain documents
  const tellTaking = () => isPlain && tell({ type: "takes" });
  function scroll({ by }) {
    inView.touch();
    window.scrollBy({ top: Math.sign(by) * window.innerHeight * SCREEN, behavior: "instant" });
  }
  const hears = () => tell({ type: "hears" });
  const MOST_SELECTED = 500; // characters
  const selected = () => tell({ type: "selected", text: String(getSelection()).slice(0, MOST_SELECTED) });
  const asked = { scroll, put, point, hears, takes: tellTaking, selected };
  const isAlone = around === window; // what it tells comes back to it
  listen("message", ({ source, data }) => {
    if (!isAlone && source === around && data?.assize === 1 && Object.hasOwn(asked, data.type)) asked[data.type](data);
  });
  hears();
  listen("DOMContentLoaded", () => {
    isPlain = bodyOf(root).dataset.kind === "page";
    tellTaking();
  });
})();
