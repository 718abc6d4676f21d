// Work that nobody waits for: done once the next picture is on the screen, in the order in which it was asked for.

// Answers a function afterPaint(work).
export function makeAfterPaint() {
  const waiting = [];

  function doAll() {
    for (const work of waiting.splice(0)) work();
  }

  window.addEventListener("pagehide", doAll); // whoever leaves the page leaves nothing undone
  return (work) => {
    if (waiting.push(work) > 1) return;
    if (document.hidden) setTimeout(doAll);
    else requestAnimationFrame(() => setTimeout(doAll));
  };
}
