// In the frame: what is drawn over the page. Words by highlights that a browser paints behind their letters; boxes, and
// words where there are no such highlights, by outlines that catch no pointer and move nothing.

"use strict";

// Scrolls to what it is told to show, and keeps that in view.
function makePaint(root, inView) {
  const layer = document.createElement("div");
  layer.id = "assize-layer";
  layer.setAttribute("aria-hidden", "true");
  root.append(layer);
  const hasHighlights = typeof Highlight === "function" && Boolean(CSS.highlights);
  const drawn = new Map(); // name -> how to draw it again
  const isStill = matchMedia("(prefers-reduced-motion: reduce)");
  const SPARE = 48; // pixels between what is scrolled to and the edge

  // The rectangles of something, as outlines of a class.
  function outline(name, rects) {
    for (const old of layer.querySelectorAll(`.${name}`)) old.remove();
    const { left, top } = layer.getBoundingClientRect();
    for (const rect of rects) {
      const piece = document.createElement("div");
      piece.className = name;
      Object.assign(piece.style, {
        left: `${rect.left - left}px`,
        top: `${rect.top - top}px`,
        width: `${rect.width}px`,
        height: `${rect.height}px`,
      });
      layer.append(piece);
    }
  }

  const keep = (name, draw) => {
    drawn.set(name, draw);
    draw();
  };

  // Outlines an element, or nothing.
  const box = (name, element) => keep(name, () => outline(name, element ? element.getClientRects() : []));

  function mark(name, ranges) {
    const there = ranges.filter(Boolean);
    if (hasHighlights) CSS.highlights.set(name, new Highlight(...there));
    else
      keep(name, () =>
        outline(
          name,
          there.flatMap((range) => [...range.getClientRects()]),
        ),
      );
  }

  const again = () => drawn.forEach((draw) => draw());

  // Scrolls as little as it takes to see the beginning of something, and keeps that in view.
  function show(thing, isQuick) {
    if (!thing) return;
    bring(thing, isQuick);
    inView.keep(() => bring(thing, true));
  }

  function bring(thing, isQuick = false) {
    const rect = thing.getBoundingClientRect();
    if (!(rect.width || rect.height)) return;
    const spare = Math.min(SPARE, innerHeight / 6);
    const isIn = rect.top >= 0 && Math.min(rect.bottom, rect.top + innerHeight / 2) <= innerHeight - spare / 2;
    const isBeside = rect.left >= 0 && Math.min(rect.right, rect.left + innerWidth / 2) <= innerWidth;
    if (isIn && isBeside) return;
    const isAbove = rect.top < 0 || rect.height > innerHeight - 2 * spare;
    const down = isIn ? 0 : isAbove ? rect.top - spare : rect.bottom - innerHeight + spare;
    const aside = isBeside ? 0 : rect.left - spare;
    scrollBy({ top: down, left: aside, behavior: isQuick || isStill.matches ? "instant" : "smooth" });
  }

  new ResizeObserver(again).observe(document.body);
  addEventListener("resize", again);
  addEventListener("load", again, true); // a picture that has come
  addEventListener("scroll", ({ target }) => target !== document && again(), true); // a part of the page by itself
  return { box, mark, show };
}
