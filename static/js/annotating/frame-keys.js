// In the frame: the keys that mean something in the page itself. All others go to the page around it.

"use strict";

// listener: {step(), place(), isNew(), move(to, isQuick), choose(), word(action, isQuick), pass(event)}; isNew: whether
// the words where the keys are can be added.
function makeKeys(listener) {
  const MOVES = { ArrowUp: "out", ArrowDown: "in", ArrowRight: "next", ArrowLeft: "previous" };
  const OTHER = { next: "previous", previous: "next", left: "right", right: "left" };
  const LONGEST_HOLD = 10000; // milliseconds, after which the page around is taken for gone
  let held = null; // what was pressed since a box was chosen, until the page around says which step it is now
  let timer = 0;
  const isBackwards = (element) => getComputedStyle(element ?? document.body).direction === "rtl";

  // `left` and `right` as they are read where somebody is.
  const read = (side, element) => (isBackwards(element) ? OTHER[side] : side);

  function move(event, element) {
    const to = MOVES[event.key];
    return to in OTHER && isBackwards(element) ? OTHER[to] : to;
  }

  function word(event, element) {
    const side = { ArrowLeft: "left", ArrowRight: "right" }[event.key];
    if (!side) return event.key === " " || (event.key === "Enter" && listener.isNew()) ? "toggle" : null;
    return (event.shiftKey ? "extend-" : "") + read(side, element);
  }

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

  function press(event) {
    const isBrowsers = event.ctrlKey || event.metaKey || event.altKey; // Alt and an arrow go back
    if (held && !isBrowsers) return event.preventDefault() ?? held.push(event);
    const isOurs = !isBrowsers && ACTS[listener.step()](event);
    if (isOurs) event.preventDefault();
    else if (event.key !== " ") listener.pass(event); // the space bar scrolls, as in every page
  }

  // Keys keep their order: those pressed while the page around still takes a choice mean what they mean afterwards.
  function hold() {
    held ??= [];
    clearTimeout(timer);
    timer = setTimeout(release, LONGEST_HOLD);
  }

  function release() {
    clearTimeout(timer); // of this hold: the next one has its own time
    const pressed = held ?? [];
    held = null;
    pressed.forEach(press);
  }

  document.addEventListener("keydown", (event) => {
    if (event.isComposing || ["Shift", "Control", "Alt", "Meta", "AltGraph"].includes(event.key)) return;
    press(event);
  });
  return { hold, read, release };
}
