// In the frame: words looked for in the page, wherever its elements part them.

"use strict";

function makeFinder({ words, paint }) {
  const MOST = 2000; // places
  const BLOCKS = "address,blockquote,caption,center,dd,div,dl,dt,h1,h2,h3,h4,h5,h6,li,ol,p,pre,table,td,th,tr,ul";
  const BORDER = "\0"; // in no text of a page, and no blank
  let text = null; // all texts of the page, with a border where a block ends
  let starts = []; // where each node begins in it
  let places = [];
  let place = -1;

  function read() {
    let block = null;
    text = "";
    starts = words.nodes.map((node) => {
      const now = node.parentElement.closest(BLOCKS);
      if (now !== block) text += BORDER;
      block = now;
      const start = text.length;
      text += node.data;
      return start;
    });
  }

  // The node and the offset in it of a place in the text.
  function pointAt(offset) {
    const node = Math.max(0, words.placeOf(offset + 1, starts) - 1);
    return [words.nodes[node], Math.min(offset - starts[node], words.nodes[node].length)];
  }

  function rangeAt(start, end) {
    const range = document.createRange();
    range.setStart(...pointAt(start));
    const [node, offset] = pointAt(end - 1);
    range.setEnd(node, offset + 1);
    return range;
  }

  function search(sought) {
    if (text === null) read();
    const pattern = sought
      .trim()
      .split(/\s+/)
      .map((word) => word.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&"));
    if (!pattern[0]) return [];
    const found = [];
    for (const match of text.matchAll(new RegExp(pattern.join("\\s+"), "giu"))) {
      const range = rangeAt(match.index, match.index + match[0].length);
      if (range.getClientRects().length && found.push(range) >= MOST) break;
    }
    return found;
  }

  // Looks for words, or goes on to the next place; answers how many there are, and which one is shown.
  function find(sought, again) {
    if (!again || !places.length) {
      places = search(sought);
      place = places.findIndex((range) => range.getBoundingClientRect().bottom > 0) - 1;
      if (place < -1) place = -1;
    }
    if (places.length) place = (place + 1) % places.length;
    paint.mark("assize-found", places);
    paint.mark("assize-found-here", places.length ? [places[place]] : []);
    paint.show(places[place]);
    return { hits: places.length, hit: places.length ? place + 1 : 0 };
  }

  return { find };
}
