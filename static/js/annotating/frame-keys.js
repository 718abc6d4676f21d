// In the frame: the keys that mean something in the page itself. All others go to the page around it.

"use strict";

const keys = (() => {
  const MOVES = { ArrowUp: "out", ArrowDown: "in", ArrowRight: "next", ArrowLeft: "previous" };
  const OTHER = { next: "previous", previous: "next", left: "right", right: "left" };
  const isBackwards = (element) => getComputedStyle(element ?? document.body).direction === "rtl";

  // `left` and `right` as they are read where somebody is.
  const read = (side, element) => (isBackwards(element) ? OTHER[side] : side);

  function move(event, element) {
    const to = MOVES[event.key];
    return to in OTHER && isBackwards(element) ? OTHER[to] : to;
  }

  function word(event, element) {
    const side = { ArrowLeft: "left", ArrowRight: "right" }[event.key];
    if (!side) return event.key === " " || (event.key === "Enter" && ranges.isNew()) ? "toggle" : null;
    return (event.shiftKey ? "extend-" : "") + read(side, element);
  }

  // listener: {stage(), place(), move(to, isQuick), choose(), word(action, isQuick), pass(event)}
  function listen(listener) {
    const ACTS = {
      long(event) {
        if (event.shiftKey) return false;
        if (event.key === "Enter") return listener.choose();
        if (!(event.key in MOVES)) return false;
        listener.move(move(event, listener.place()), event.repeat);
        return true;
      },
      short(event) {
        const action = word(event, listener.place());
        if (!action) return false;
        listener.word(action, event.repeat);
        return true;
      },
      done: () => false,
    };
    document.addEventListener("keydown", (event) => {
      if (event.isComposing || ["Shift", "Control", "Alt", "Meta", "AltGraph"].includes(event.key)) return;
      const isBrowsers = event.ctrlKey || event.metaKey || event.altKey; // Alt and an arrow go back
      const isOurs = !isBrowsers && ACTS[listener.stage()](event);
      if (isOurs) event.preventDefault();
      else if (event.key !== " ") listener.pass(event); // the space bar scrolls, as in every page
    });
  }

  return { listen, read };
})();
