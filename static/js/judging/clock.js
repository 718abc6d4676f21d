// Counts active seconds: while the page is visible and somebody touched it within the last minute.

import { behaviour } from "../behaviour.js";
import { onceFor } from "./the-one.js";

const IDLE = 60000; // milliseconds
const SIGNS = ["keydown", "pointerdown", "pointermove", "wheel", "scroll", "touchstart"];

const clockOf = onceFor((page) => {
  let counted = 0;
  let since = performance.now();
  let touched = since;

  function settle() {
    const now = performance.now();
    counted += Math.max(0, Math.min(now, touched + IDLE) - since);
    since = now;
  }

  function touch() {
    if (page.hidden) return;
    settle();
    touched = performance.now();
  }

  function take() {
    if (!page.hidden) settle();
    const whole = Math.floor(counted / 1000);
    counted -= whole * 1000;
    return whole;
  }

  for (const sign of SIGNS) page.addEventListener(sign, touch, { passive: true, capture: true });
  page.addEventListener("visibilitychange", () => {
    if (page.hidden) settle();
    since = touched = page.hidden ? -Infinity : performance.now();
  });
  return take;
});

// It runs from the beginning where somebody's work is shown.
behaviour("account", () => clockOf(document));

// The whole active seconds since the last call.
export const takeSeconds = () => clockOf(document)();
