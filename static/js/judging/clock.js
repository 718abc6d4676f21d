// Counts active seconds: while the page is visible and somebody touched it within the last minute.

const IDLE = 60000; // milliseconds

let counted = 0;
let since = performance.now();
let touched = since;

function settle() {
  const now = performance.now();
  counted += Math.max(0, Math.min(now, touched + IDLE) - since);
  since = now;
}

for (const sign of ["keydown", "pointerdown", "pointermove", "wheel", "scroll", "touchstart"]) {
  document.addEventListener(sign, touch, { passive: true, capture: true });
}

function touch() {
  if (document.hidden) return;
  settle();
  touched = performance.now();
}

document.addEventListener("visibilitychange", () => {
  if (document.hidden) settle();
  since = touched = document.hidden ? -Infinity : performance.now();
});

// The whole active seconds since the last call.
export function takeSeconds() {
  if (!document.hidden) settle();
  const whole = Math.floor(counted / 1000);
  counted -= whole * 1000;
  return whole;
}
