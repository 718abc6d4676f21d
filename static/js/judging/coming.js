// Where a judgment leads, and the documents of the answers that come: they are there before they are wanted.

import { part } from "../behaviour.js";

const AHEAD = 4;

export function makeComing(root, { rows, frames }) {
  const bench = part(root, "following");
  const after = (row) => rows.following(row, bench.dataset.following);
  const next = () => after(rows.current());

  // The answers that come after the next one.
  function toCome() {
    const coming = [];
    let row = next();
    while (row && coming.length < AHEAD) {
      row = after(row);
      if (!row || row === rows.current() || coming.includes(row.dataset.item)) break;
      coming.push(row.dataset.item);
    }
    return coming;
  }

  // Makes the next document ready in the second frame; what nobody has asked for yet is asked for at once.
  function prepareNext() {
    const following = next()?.dataset.item;
    if (!following) return;
    frames.prepare(following, following === rows.current().dataset.item ? [] : toCome());
  }

  // Not while the document of the answer in focus is on its way into that frame: the next one follows it by itself.
  root.addEventListener("ahead-renewed", () => {
    if (frames.shown().dataset.item === rows.current().dataset.item) prepareNext();
  });
  return { next, toCome, prepareNext };
}
