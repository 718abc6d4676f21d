// In the frame: the words of the page. Takes the signs around them out of its text, and keeps where each begins and
// ends.

"use strict";

// layout: what the page told, with its signs and the number of its tokens; body: where its text is.
function makeWords(layout, body) {
  const [first, last, digits] = layout.signs.length ? layout.signs : ["", "", ""];
  const sign = new RegExp(`[${first}${last}]`, "g");
  const value = new Map([...digits].map((digit, place) => [digit, place]));
  const nodes = []; // the text nodes in which words begin or end
  const order = []; // tokens of words as the page shows them, one after another
  const table = () => new Int32Array(layout.tokens).fill(-1);
  const [startNode, startOffset, endNode, endOffset] = [table(), table(), table(), table()];
  const texts = new Map();
  let open = -1; // the word that has begun and not ended yet

  function clean(node) {
    const { data } = node;
    if (!data.includes(first) && !data.includes(last)) return;
    let [text, from] = ["", 0];
    const here = nodes.push(node) - 1;
    for (sign.lastIndex = 0; ;) {
      const found = sign.exec(data);
      text += data.slice(from, found?.index);
      if (!found) break;
      from = found.index + (found[0] === first ? 3 : 1);
      sign.lastIndex = from;
      if (found[0] === first)
        begin(value.get(data[from - 2]) * digits.length + value.get(data[from - 1]), here, text.length);
      else end(here, text);
    }
    node.data = text;
  }

  function begin(token, node, offset) {
    open = token;
    [startNode[token], startOffset[token]] = [node, offset];
  }

  function end(node, text) {
    if (open < 0) return;
    [endNode[open], endOffset[open]] = [node, text.length];
    if (startNode[open] === node) texts.set(open, text.slice(startOffset[open]));
    order.push(open);
    open = -1;
  }

  const all = [];
  const walker = document.createTreeWalker(body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) all.push(walker.currentNode);
  if (digits) all.forEach(clean);
  const tokens = Int32Array.from(order).sort(); // as the record counts

  // The place of the first of some numbers that is not less than one.
  function placeOf(token, list = tokens) {
    let [low, high] = [0, list.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (list[middle] < token) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  // What a range of tokens covers of the page; null where none of its words is shown.
  function rangeOf([start, end]) {
    const [a, b] = [tokens[placeOf(start)], tokens[placeOf(end) - 1]];
    if (a === undefined || b === undefined || a > b) return null;
    const range = document.createRange();
    range.setStart(nodes[startNode[a]], startOffset[a]);
    range.setEnd(nodes[endNode[b]], endOffset[b]);
    return range;
  }

  const isBefore = (token, range) => range.comparePoint(nodes[startNode[token]], startOffset[token]) <= 0;

  // The last word that begins before a place of the page, or else the first.
  function near(node, offset) {
    const place = document.createRange();
    place.setStart(node, offset);
    let [low, high] = [0, order.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (isBefore(order[middle], place)) low = middle + 1;
      else high = middle;
    }
    return order[Math.max(0, low - 1)];
  }

  return {
    tokens,
    placeOf,
    rangeOf,
    near,
    nodes: all,
    textOf: (token) => texts.get(token) ?? rangeOf([token, token + 1]).toString(),
  };
}
