// In the frame of a page of Natural Questions: makes its parts, and hands them on. It speaks with the page around it in
// messages, {assize: 1, type, …}: of that page it knows nothing, and of this one it tells numbers and words.

"use strict";

(() => {
  const QUIET = 5000; // milliseconds between two words that somebody is there
  let step = "done";
  let chosen = null; // the long answer
  let outlined = null; // the box where keys and pointer are
  let told = 0;
  const tell = (type, more = {}) => parent.postMessage({ assize: 1, type, ...more }, "*"); // our origin has no name
  const root = document.documentElement;
  const layout = JSON.parse(document.getElementById("assize-layout").textContent);
  const words = makeWords(layout, document.body);
  const boxes = makeBoxes(layout.candidates);
  const paint = makePaint(root, inView);
  const finder = makeFinder({ words, paint });
  const ranges = makeRanges({ words, boxes, paint, changed: (now) => tell("words", { ranges: now }) });
  const over = (index) => index !== null && outline(index);
  const pick = makePick({ words, boxes, ranges, over, chosen: (index) => index !== null && choose(index) });
  bindFinger({ words, ranges, pick });
  const keys = makeKeys({ step: () => step, place, isNew: ranges.isNew, move, choose, word, pass });

  function outline(index, isShown, isQuick) {
    if (index === outlined) return;
    outlined = index;
    paint.box("assize-outlined", index === null ? null : boxes.element(index));
    if (isShown) paint.show(boxes.element(index), isQuick);
    tell("outlined", { index });
  }

  function choose(index = outlined) {
    if (index === null) return false;
    outline(index);
    keys.hold();
    tell("candidate", { index });
    return true;
  }

  function move(to, isQuick) {
    if (step === "long") outline(boxes.step(outlined, to), true, isQuick);
  }

  function word(action, isQuick) {
    if (step !== "short") return;
    const range = ranges.act(action);
    if (!range) return;
    paint.show(range, isQuick);
    live.textContent = action === "toggle" ? "" : range.toString();
  }

  // A side that comes from the page's own arrow keys is read as those in here are.
  function sided(action) {
    const [, how = "", side = ""] = /^(extend-|shrink-)?(left|right)$/.exec(action) ?? [];
    return side ? how + keys.read(side, place()) : action;
  }

  function place() {
    return boxes.element(step === "short" ? chosen : outlined);
  }

  function pass({ key, code, repeat, shiftKey: shift, ctrlKey: ctrl, altKey: alt, metaKey: meta }) {
    tell("key", { key, code, repeat, shift, ctrl, alt, meta });
  }

  function enter({ step: next, candidate, ranges: given = [], focus }) {
    const isAnother = step !== next || chosen !== candidate;
    [step, chosen] = [
      ["long", "short"].includes(next) ? next : "done",
      Number.isInteger(candidate) && boxes.all[candidate] ? candidate : null,
    ];
    root.dataset.assizeStep = step;
    paint.box("assize-box", chosen === null ? null : boxes.element(chosen));
    pick.enter(step);
    ranges.enter(chosen, given);
    if (step !== "long") outline(null);
    else if (isAnother) outline(chosen);
    if (isAnother && chosen !== null) paint.show(words.rangeOf(given[0] ?? [0, 0]) ?? boxes.element(chosen));
    if (focus) window.focus();
    keys.release();
  }

  const HEARD = {
    step: enter,
    move: ({ to }) => move(to),
    scroll: ({ by }) => inView.touch() && window.scrollBy({ top: Math.sign(by) * innerHeight * 0.9 }),
    word: ({ action }) => word(sided(action)),
    find: ({ text, again }) => tell("found", finder.find(String(text ?? ""), again)),
  };

  const live = document.createElement("div");
  live.id = "assize-live";
  live.setAttribute("aria-live", "polite");
  root.append(live);

  addEventListener("message", ({ source, data }) => {
    if (source === parent && data?.assize === 1 && Object.hasOwn(HEARD, data.type)) HEARD[data.type](data);
  });
  for (const name of ["pointermove", "keydown", "scroll", "pointerdown"])
    addEventListener(name, ({ timeStamp }) => timeStamp - told > QUIET && ((told = timeStamp), tell("active")), {
      passive: true,
    });

  root.dataset.assizeStep = step;
  const tokens = Array.from(words.tokens, (token) => [token, words.textOf(token)]);
  tell("ready", { candidates: boxes.count, words: tokens.length, boxes: boxes.all, tokens });
})();
