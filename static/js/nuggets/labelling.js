// The page where nuggets have labels in answers: a row for each nugget, a key for each label. Plain forms do the same.

import { gettext, ngettext } from "../gettext.js";
import { bindDrops } from "../judging/drops.js";
import { hint } from "../judging/hint.js";
import { bindKeys } from "../judging/keys.js";
import { announce, bindUndo, enter, finishNow, resume, whenSaved } from "../ledger.js";
import { showAnswer, leadTo } from "./answer.js";
import { showDocument } from "./beside.js";
import { bindList } from "./changes.js";
import { buttonOf, isOpen, keysOfLabels, label, labelRest, lines, readAll, showAll, takeOver } from "./labels.js";
import { refresh } from "./list.js";
import * as texts from "./texts.js";
import { bindWords, underline } from "./words.js";
import { bindWriting, startWriting } from "./writing.js";

const part = (name) => document.querySelector(`[data-${name}]`);
const { member, criteria } = document.querySelector("#workspace").dataset;
const DIGITS = "123456";
let place = null; // uid of the nugget that keys speak of

const inFocus = () =>
  document.activeElement?.closest?.(".nugget.cell") ??
  lines().find(({ dataset }) => dataset.uid === place) ??
  lines().find(isOpen) ??
  lines()[0];

function focusOn(line) {
  if (!line) return;
  place = line.dataset.uid;
  leadTo(line);
  line.focus({ preventScroll: true });
  line.scrollIntoView({ block: "nearest" });
}

function step(by) {
  const all = lines();
  focusOn(all[Math.min(Math.max(all.indexOf(inFocus()) + by, 0), all.length - 1)]);
}

// After a label by key: the next nugget without one, round at the end; else it stays, and Enter goes on.
function byKey(key) {
  const line = texts.current() && inFocus();
  const button = line && buttonOf(line, key);
  if (!button) return;
  label(line, button);
  const all = lines();
  const at = all.indexOf(line);
  focusOn([...all.slice(at + 1), ...all.slice(0, at)].find(isOpen) ?? line);
}

function moveTo(row) {
  place = null;
  texts.makeCurrent(row);
  showAnswer(texts.textOf(row));
  part("docid").textContent = texts.docidOf(row);
  part("document").hidden = !texts.docidOf(row);
  part("about").textContent = "";
  showAll();
  underline();
  showDocument(row);
  history.replaceState(null, "", row.href);
  focusOn(lines().find(isOpen) ?? lines()[0]);
}

function goOn() {
  const row = texts.current();
  if (!row) return finishNow();
  const next = texts.following(row);
  const open = lines().filter(isOpen).length;
  if (next) return moveTo(next) ?? announce(gettext("Next: {answer}", { answer: texts.textOf(next) }));
  if (open && criteria !== undefined)
    return announce(ngettext("{n} criterion without a label here.", "{n} criteria without a label here.", open));
  if (open) return announce(ngettext("{n} nugget without a label here.", "{n} nuggets without a label here.", open));
  return finishNow();
}

// What an undo changed is shown where it changed; what changed the list comes with the list.
function draw({ cells = {}, ...lists }, { url }) {
  const touched = takeOver(cells, member);
  if (url.endsWith("/undo/") && touched.length === 1 && touched[0] !== texts.current()) moveTo(touched[0]);
  if (Object.keys(lists).length) refresh();
}

function saved({ url }, { notices }) {
  if (!url.endsWith("/label/") || notices.length) refresh();
}

document.addEventListener("submit", (event) => {
  const form = event.target.closest("[data-label], [data-rest]");
  if (!form) return;
  event.preventDefault();
  if (form.matches("[data-rest]")) return labelRest();
  label(form.closest(".nugget"), event.submitter);
  focusOn(form.closest(".nugget"));
});
document.addEventListener("click", (event) => {
  if (event.target.closest("[data-on]")) return event.preventDefault() ?? goOn();
  const walk = event.target.closest("[data-walk]");
  const row = walk ? texts.neighbour(texts.current(), Number(walk.dataset.walk)) : event.target.closest(".item");
  if (walk && !row) return hint(gettext("There is no further answer on that side."));
  if (!row || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  moveTo(row);
});
part("nuggets").addEventListener("focusin", ({ target }) => (place = target.closest(".cell")?.dataset.uid ?? place));
part("nuggets").addEventListener("drawn", readAll);
part("document")?.addEventListener("toggle", () => showDocument(texts.current()));

const repeating = (act) => Object.assign(act, { mayRepeat: true });
const keys = new Set([...DIGITS, ...keysOfLabels()]); // the list may still be empty
const numbers = [...keys].map((key) => [key, () => byKey(key)]);
bindKeys({
  ...Object.fromEntries(numbers),
  ArrowDown: repeating(() => step(1)),
  ArrowUp: repeating(() => step(-1)),
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
readAll();
resume({ draw, saved, refused: refresh });
texts.showCurrent();
focusOn(lines().find(isOpen));
