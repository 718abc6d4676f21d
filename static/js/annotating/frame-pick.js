// In the frame: the pointer. Over boxes it outlines and chooses; in a box it chooses words, whole ones.

"use strict";

// over(index) and chosen(index) hear of boxes, null where there is none.
function makePick({ words, boxes, ranges, over, chosen }) {
  const TWICE = 300; // milliseconds between the two parts of a double click
  const EDGE = 24; // pixels from the edge, where the page comes along
  let step = "done";
  let isByFinger = false; // whether the pointer came down last as a finger
  let last = { x: -1, y: -1, target: null };
  let drag = null; // {anchor, at, isWide}: places of words, and whether there may be several
  let pressed = { place: -1, at: 0 };

  function caretAt(x, y) {
    const found = document.caretPositionFromPoint?.(x, y);
    if (found) return [found.offsetNode, found.offset];
    const range = found ? null : document.caretRangeFromPoint?.(x, y);
    return range && [range.startContainer, range.startOffset];
  }

  // The place in the box of the word at a point, or with `isNear` of the one next to it.
  function placeAt({ clientX: x, clientY: y }, isNear) {
    const caret = caretAt(x, y);
    if (!caret || !words.tokens.length) return -1;
    const token = words.near(...caret);
    const place = ranges.placeNear(token);
    if (isNear || place < 0) return place;
    const [first] = ranges.tokensOf(ranges.between(place, place));
    const isIn = ({ left, right, top, bottom }) => x >= left - 3 && x <= right + 3 && y >= top && y <= bottom;
    return first === token && [...words.rangeOf([token, token + 1]).getClientRects()].some(isIn) ? place : -1;
  }

  function hover(event) {
    const { screenX: x, screenY: y, target } = event;
    if ((x === last.x && y === last.y) || target === last.target) return; // the page moved under it, or nothing new
    last = { x, y, target };
    over(boxes.around(target));
  }

  function down(event) {
    isByFinger = event.pointerType === "touch";
    if (step !== "short" || isByFinger || event.button !== 0) return;
    const anchor = placeAt(event, event.shiftKey);
    if (anchor < 0) return;
    const here = event.shiftKey ? ranges.here() : null;
    drag = { anchor: here ? (anchor < here.from ? here.to : here.from) : anchor, at: anchor, isWide: Boolean(here) };
    ranges.draw(ranges.between(drag.anchor, drag.at));
    document.documentElement.setPointerCapture?.(event.pointerId);
  }

  function move(event) {
    if (step === "long") hover(event);
    if (!drag) return;
    const edge = (event.clientY > innerHeight - EDGE) - (event.clientY < EDGE);
    if (edge) scrollBy({ top: edge * EDGE, behavior: "instant" });
    const at = placeAt(event, true);
    if (at < 0 || at === drag.at) return;
    Object.assign(drag, { at, isWide: true });
    ranges.draw(ranges.between(drag.anchor, at));
  }

  function up() {
    const { anchor, at, isWide } = drag ?? {};
    if (isWide) ranges.put(ranges.tokensOf(ranges.between(anchor, at)));
    else if (drag) press(anchor);
    drag = null;
  }

  // A word that is chosen is let go, another one is taken.
  function press(place) {
    const isTwice = place === pressed.place && performance.now() - pressed.at < TWICE;
    pressed = { place, at: performance.now() };
    if (isTwice) return ranges.draw(); // a double click takes a word, too
    const range = ranges.tokensOf(ranges.between(place, place));
    const held = ranges.isHeld(range);
    if (held) ranges.remove(held);
    else ranges.put(range);
  }

  const click = ({ target }) => step === "long" && chosen(boxes.around(target));

  function cancel() {
    drag = null;
    ranges.draw();
  }

  const listeners = { pointerdown: down, pointermove: move, pointerup: up, pointercancel: cancel, click };
  for (const [name, act] of Object.entries(listeners)) document.addEventListener(name, act);
  document.addEventListener("mousedown", (event) => {
    if (step === "done" || event.button !== 0 || isByFinger) return;
    event.preventDefault(); // our own words are marked instead
    window.focus();
  });
  return {
    enter: (now) => (step = now),
    step: () => step,
    isByFinger: () => isByFinger,
    placeAt,
    press,
  };
}
