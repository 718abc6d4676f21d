// In the frame: the words that are chosen, as ranges of tokens, and the words where the keys are.

"use strict";

// changed(ranges) hears what is chosen.
function makeRanges({ words, boxes, paint, changed }) {
  let chosen = []; // [[first token, last + 1], …], rising, none touching another's words
  let inside = []; // the words of the box, by their tokens
  let here = null; // {from, to}: places in `inside`, where the keys are
  let isNew = false; // whether that was moved since it was added

  const tokensOf = ({ from, to }) => [inside[from], inside[to] + 1];
  const isHeld = ([start, end]) => chosen.find((range) => range[0] < end && start < range[1]);
  const clamp = (place) => Math.max(0, Math.min(inside.length - 1, place));
  const spanOf = (range) => ({ from: words.placeOf(range[0], inside), to: words.placeOf(range[1], inside) - 1 });

  function draw(draft = here) {
    paint.mark("assize-chosen", chosen.map(words.rangeOf));
    paint.mark("assize-here", draft ? [words.rangeOf(tokensOf(draft))] : []);
  }

  // A box to choose in, and what is chosen there.
  function enter(candidate, told) {
    const bounds = candidate === null ? [0, 0] : boxes.tokensOf(candidate);
    const own = words.tokens.subarray(words.placeOf(bounds[0]), words.placeOf(bounds[1]));
    if (own.length !== inside.length || own[0] !== inside[0]) here = null;
    [inside, chosen] = [own, told.map(([start, end]) => [start, end])];
    draw();
  }

  function say() {
    draw();
    changed(chosen);
  }

  // Adds a range, instead of another where one is given, and answers it with what it touched.
  function put(range, former = null) {
    chosen = without(former);
    const touched = chosen.filter(([start, end]) => start < range[1] && range[0] < end);
    const all = [range, ...touched];
    const whole = [Math.min(...all.map(([start]) => start)), Math.max(...all.map(([, end]) => end))];
    chosen = [...chosen.filter((other) => !touched.includes(other)), whole].sort(([one], [other]) => one - other);
    [here, isNew] = [spanOf(whole), false];
    say();
    return whole;
  }

  const without = (range) => chosen.filter((other) => !range || other[0] !== range[0] || other[1] !== range[1]);

  function remove(range) {
    chosen = without(range);
    isNew = false;
    say();
  }

  // The word that a place of the page is in or near, drawn in to the box; -1 where the box has none.
  const placeNear = (token) => (inside.length ? clamp(words.placeOf(token + 1, inside) - 1) : -1);
  const between = (one, other) => ({ from: Math.min(one, other), to: Math.max(one, other) });

  const ACTS = {
    left: ({ from }) => between(clamp(from - 1), clamp(from - 1)),
    right: ({ to }) => between(clamp(to + 1), clamp(to + 1)),
    "extend-left": ({ from, to }) => ({ from: clamp(from - 1), to }),
    "extend-right": ({ from, to }) => ({ from, to: clamp(to + 1) }),
    "shrink-left": ({ from, to }) => ({ from, to: Math.max(from, to - 1) }),
    "shrink-right": ({ from, to }) => ({ from: Math.min(to, from + 1), to }),
  };

  // What keys do: moves, widens and narrows the words where they are, adds or removes them, or removes all.
  function act(action) {
    if (!inside.length) return null;
    if (action === "clear") {
      chosen = [];
      say();
    } else if (action === "toggle") toggle();
    else if (action in ACTS) {
      [here, isNew] = [here ? ACTS[action](here) : between(0, 0), true];
      draw();
    }
    return here && words.rangeOf(tokensOf(here));
  }

  function toggle() {
    const range = tokensOf((here ??= between(0, 0)));
    const held = isHeld(range);
    if (held && held[0] <= range[0] && range[1] <= held[1]) remove(held);
    else put(range);
  }

  return {
    enter,
    put,
    remove,
    act,
    draw,
    placeNear,
    between,
    tokensOf,
    isHeld,
    isNew: () => isNew && here !== null && !isHeld(tokensOf(here)),
    here: () => here,
  };
}
