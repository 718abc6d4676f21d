// In a document's frame: the place that its reader was led to stays in view, however late the frame gets its size and
// however often that changes. Whoever has scrolled since is not pulled back.

"use strict";

const inView = (() => {
  const ACTS = ["wheel", "touchmove", "keydown", "pointerdown"];
  const root = document.documentElement;
  const sizes = () => `${window.innerWidth} ${window.innerHeight} ${root.scrollHeight}`;
  let bring = () => {}; // shows the place, where it is not in view
  let isOut = () => false; // whether it is surely not: nothing but the reader took it there
  let isTouched = false; // the reader did something since: what scrolls then is the reader's doing
  let isLeft = false; // the reader has scrolled since
  let stood = { top: 0, sizes: "" };

  const note = () => (stood = { top: window.scrollY, sizes: sizes() });
  const touch = () => (isTouched = true);

  // Said of each place that somebody is led to.
  function keep(how, when = () => false) {
    [bring, isOut, isTouched, isLeft] = [how, when, false, false];
    note();
  }

  function settle() {
    if (isLeft) return;
    bring();
    note();
  }

  // A scrollbar tells of nobody who holds it; nor does a layout that moves things, but that is followed by settle().
  function scrolled() {
    if (window.scrollY === stood.top) return;
    if (isTouched || (sizes() === stood.sizes && isOut())) isLeft = true;
  }

  for (const name of ACTS) window.addEventListener(name, touch, { capture: true, passive: true });
  window.addEventListener("scroll", scrolled, { passive: true });
  for (const name of ["resize", "load"]) window.addEventListener(name, settle);
  new ResizeObserver(settle).observe(root);
  return { keep, settle, touch };
})();
