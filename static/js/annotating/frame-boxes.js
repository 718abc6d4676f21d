// In the frame: the boxes of the page, which one lies in which, and the ways between them.

"use strict";

// told: [[first token, last + 1, name of the element, id or ""], …].
function makeBoxes(told) {
  const byId = new Map();
  told.forEach(([, , , id], index) => id && !byId.has(id) && byId.set(id, index));
  const order = [...byId.values()].sort((one, other) => told[one][0] - told[other][0] || told[other][1] - told[one][1]);
  const parents = new Map();
  const places = new Map(order.map((index, place) => [index, place]));
  const entered = new Map(); // box -> the one inside from which somebody went outwards

  const above = [];
  for (const index of order) {
    while (above.length && told[above.at(-1)][1] < told[index][1]) above.pop();
    parents.set(index, above.at(-1) ?? null);
    above.push(index);
  }

  const element = (index) => (told[index]?.[3] ? document.getElementById(told[index][3]) : null);
  const isShown = (index) => Boolean(element(index)?.getClientRects().length);
  const tokensOf = (index) => told[index].slice(0, 2);

  // The innermost box around an element.
  function around(node) {
    for (let at = node; at; at = at.parentElement) if (byId.has(at.id)) return byId.get(at.id);
    return null;
  }

  // Where one is when one begins: the first box that is in view.
  const first = () =>
    order.find((index) => isShown(index) && element(index).getBoundingClientRect().bottom > 0) ?? null;

  function* inside(index) {
    for (let place = places.get(index) + 1; place < order.length && told[order[place]][0] < told[index][1]; place += 1)
      yield order[place];
  }

  function* after(index) {
    for (let place = places.get(index) + 1; place < order.length; place += 1)
      if (told[order[place]][0] >= told[index][1]) yield order[place];
  }

  // Before a box: the one that ends before it and lies in none that does so too.
  function* before(index) {
    for (let place = places.get(index) - 1; place >= 0; place -= 1) {
      let at = order[place];
      if (told[at][1] > told[index][0]) continue;
      while (parents.get(at) !== null && told[parents.get(at)][1] <= told[index][0]) at = parents.get(at);
      place = places.get(at);
      yield at;
    }
  }

  function* outside(index) {
    for (let at = parents.get(index); at !== null; at = parents.get(at)) yield at;
  }

  const WAYS = { out: outside, in: inside, next: after, previous: before };

  // The box that a step leads to; the same one where there is none.
  function step(index, to) {
    if (!places.has(index)) return first();
    const remembered = to === "in" ? entered.get(index) : undefined;
    if (remembered !== undefined && isShown(remembered)) return remembered;
    for (const found of WAYS[to]?.(index) ?? []) {
      if (!isShown(found)) continue;
      if (to === "out") entered.set(found, index);
      return found;
    }
    return index;
  }

  return {
    element,
    around,
    step,
    tokensOf,
    count: byId.size,
    all: told.map(([start, end, name, id]) => [start, end, name, byId.has(id)]),
  };
}
