// The page for nuggets: answers are read one after another, their nuggets marked by keys. Plain forms do the same.

import { behaviour, part } from "../behaviour.js";
import { gettext } from "../gettext.js";
import { announce, finishNow, nextList } from "../ledger.js";
import { takeOver } from "./changes.js";
import { bindDesk, makeDesk } from "./desk.js";
import { textOf } from "./texts.js";

const ofTheEnd = () =>
  nextList() ? gettext("All of this list read. Enter opens the next list.") : gettext("All read. Enter finishes.");

export const marking = behaviour("marking", (root) => {
  const desk = makeDesk(root);
  const { texts, marks, member } = desk;
  let isMarked = false; // in the answer in focus since it was opened: Enter then ends it, not yet the question

  function moveTo(row) {
    isMarked = false;
    desk.open(row);
    marks.show(row);
  }

  function goOn() {
    const row = texts.current();
    if (!row) return;
    const isNews = marks.save(row) || isMarked;
    const next = texts.following(row);
    isMarked = false;
    if (!next && !isNews) return finishNow();
    announce(next ? gettext("Saved. Next: {answer}", { answer: textOf(next) }) : ofTheEnd());
    if (next) moveTo(next);
  }

  // What an undo or a merge changed is shown where it changed; what waited when the page was loaded, wherever one is.
  function draw(state, { url }) {
    const touched = takeOver(state, member, texts);
    marks.count();
    if (/\/(undo|merge)\/$/.test(url) && touched.length === 1) moveTo(touched[0]);
    else if (texts.current()) marks.show(texts.current());
  }

  function saved({ url }, { notices }) {
    if (!url.endsWith("/mark/") || notices.length) desk.refresh();
  }

  root.addEventListener("change", ({ target }) => target.name === "nugget" && (isMarked = true));
  part(root, "mark")?.addEventListener("submit", (event) => {
    event.preventDefault();
    goOn();
  });
  bindDesk(desk, { moveTo, goOn, draw, saved });
});
