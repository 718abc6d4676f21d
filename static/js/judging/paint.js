// Work that nobody waits for: done once the next picture is on the screen, in the order in which it was asked for.

const waiting = [];

export function afterPaint(work) {
  if (waiting.push(work) > 1) return;
  if (document.hidden) setTimeout(doAll);
  else requestAnimationFrame(() => setTimeout(doAll));
}

function doAll() {
  for (const work of waiting.splice(0)) work();
}

// Whoever leaves the page leaves nothing undone.
window.addEventListener("pagehide", doAll);
