// In the frame: words chosen by finger. A tap takes a word or lets it go; words marked as phones do it, with handles,
// count when the handles come to rest, and are followed until the mark is gone.

"use strict";

function bindFinger({ words, ranges, pick }) {
  const REST = 300; // milliseconds
  let wasMarked = false; // whether the pointer came down on marked words
  let timer = 0;
  let followed = null; // the range that the handles hold

  const down = () => (wasMarked = !getSelection().isCollapsed);

  function tap(event) {
    if (!pick.isByFinger() || wasMarked || pick.step() !== "short") return;
    const place = pick.placeAt(event, false);
    if (place >= 0) pick.press(place);
  }

  function marked() {
    clearTimeout(timer);
    const selection = getSelection();
    if (pick.step() !== "short" || selection.isCollapsed) followed = null;
    else timer = setTimeout(() => take(selection.getRangeAt(0)), REST);
  }

  function take({ startContainer, startOffset, endContainer, endOffset }) {
    const ends = [words.near(startContainer, startOffset), words.near(endContainer, endOffset)].map(ranges.placeNear);
    if (ends.includes(-1)) return;
    followed = ranges.put(ranges.tokensOf(ranges.between(...ends)), followed);
  }

  for (const [name, act] of Object.entries({ pointerdown: down, click: tap, selectionchange: marked }))
    document.addEventListener(name, act);
}
