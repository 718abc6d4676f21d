// The page for nuggets: answers are read one after another, their nuggets marked by keys. Plain forms do the same.

import { gettext } from "../gettext.js";
import { bindDrops } from "../judging/drops.js";
import { hint } from "../judging/hint.js";
import { bindKeys } from "../judging/keys.js";
import { announce, bindUndo, enter, finishNow, nextList, resume, whenSaved } from "../ledger.js";
import { showAnswer } from "./answer.js";
import { showDocument } from "./beside.js";
import { bindList, takeOver } from "./changes.js";
import { refresh, saveMarks, showMarks } from "./list.js";
import * as texts from "./texts.js";
import { bindWords, underline } from "./words.js";
import { bindWriting, startWriting } from "./writing.js";

const part = (name) => document.querySelector(`[data-${name}]`);

let isMarked = false; // in the answer in focus since it was opened: Enter then ends the answer, not yet the question
document.addEventListener("change", ({ target }) => target.name === "nugget" && (isMarked = true));

function moveTo(row) {
  isMarked = false;
  texts.makeCurrent(row);
  showAnswer(texts.textOf(row));
  part("docid").textContent = texts.docidOf(row);
  part("document").hidden = !texts.docidOf(row);
  part("about").textContent = "";
  showMarks(row);
  underline();
  showDocument(row);
  history.replaceState(null, "", row.href);
}

function goOn() {
  const row = texts.current();
  if (!row) return;
  const isNews = saveMarks(row) || isMarked;
  const next = texts.following(row);
  isMarked = false;
  if (!next && !isNews) return finishNow();
  announce(next ? gettext("Saved. Next: {answer}", { answer: texts.textOf(next) }) : ofTheEnd());
  if (next) moveTo(next);
}

const ofTheEnd = () =>
  nextList() ? gettext("All of this list read. Enter opens the next list.") : gettext("All read. Enter finishes.");

// What an undo or a merge changed is shown where it changed; and what waited when the page was loaded, wherever one is.
function draw(state, { url }) {
  const touched = takeOver(state);
  if (/\/(undo|merge)\/$/.test(url) && touched.length === 1) moveTo(touched[0]);
  else if (texts.current()) showMarks(texts.current());
}

function saved({ url }, { notices }) {
  if (!url.endsWith("/mark/") || notices.length) refresh();
}

part("mark")?.addEventListener("submit", (event) => event.preventDefault() ?? goOn());
document.addEventListener("click", (event) => {
  const walk = event.target.closest("[data-walk]");
  const row = walk ? texts.neighbour(texts.current(), Number(walk.dataset.walk)) : event.target.closest(".item");
  if (walk && !row) return hint(gettext("There is no further answer on that side."));
  if (!row || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  moveTo(row);
});
part("document")?.addEventListener("toggle", () => showDocument(texts.current()));

bindKeys({
  Enter: enter(goOn),
  n: startWriting,
  m: () => (document.querySelector("details.decisions").open = true),
  ...(part("document") && { d: () => (part("document").open = !part("document").open) }),
  "/": () => part("filter").elements.q.focus(),
});
bindDrops();
bindList();
texts.bindFilters();
bindWords();
bindWriting();
whenSaved(part("finish"));
bindUndo(part("undo"));
resume({ draw, saved, refused: refresh });
texts.showCurrent();
