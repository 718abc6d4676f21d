// The judging page: one key judges, saves and moves on. Everything here is also done by the plain forms of the page.

import { gettext } from "../gettext.js";
import { withReason } from "./cannot.js";
import { bindDrops } from "./drops.js";
import { enter, finishNow, rest } from "./ending.js";
import { bindFilters } from "./filters.js";
import { bindFinish } from "./finish.js";
import * as frames from "./frames.js";
import { gradeName } from "./grades.js";
import { hint } from "./hint.js";
import { bindKeys } from "./keys.js";
import { keepTyped, moveTo, next, prepareNext, showCurrent, toCome, typedNote } from "./moves.js";
import * as rows from "./rows.js";
import { resume, saveSheet, say, undo } from "./saving.js";
import { bindNotes } from "./notes.js";
import { announce } from "./status.js";
import { spoken } from "./spoken.js";
import { bindPanels, panelKeys } from "./panels.js";
import { bindTools, focusFind, toggleWhole } from "./tools.js";

const part = (name) => document.querySelector(`[data-${name}]`);

function judge(wanted) {
  const change = withReason(wanted);
  if (!change) return;
  sayElsewhere(null);
  const row = rows.current();
  say(row, { ...typedNote(), ...change }, { ahead: change.later === false ? [] : toCome() });
  part("say").elements.note.value = row.dataset.note;
  const following = change.later === false ? null : next();
  announce(spoken(change, following, part("finish").hidden));
  if (following) moveTo(following);
  else showCurrent();
  if (change.grade && !following) rest();
}

part("say").addEventListener("submit", (event) => {
  event.preventDefault();
  const { name, value } = event.submitter;
  if (name === "grade") judge({ grade: value });
  else if (name === "later") judge({ later: value === "1" });
  else keepTyped();
});

part("undo").addEventListener("submit", (event) => {
  if (!event.target.elements.of.value) return; // older than the page knows: the server takes it back
  event.preventDefault();
  keepTyped();
  const { row, item, label } = undo();
  sayElsewhere(row ? null : { item, label });
  if (!row) return;
  announce(gettext("Undone: {change}", { change: rows.textOf(row) }));
  if (row === rows.current()) showCurrent();
  else moveTo(row);
});

// An undo may concern an answer of another list, which this page cannot show.
function sayElsewhere(undone) {
  const place = part("said");
  place.hidden = !undone;
  if (!undone) return;
  const link = Object.assign(document.createElement("a"), {
    href: `?item=${undone.item}`,
    textContent: gettext("Show that answer"),
  });
  place.replaceChildren(gettext("Undone: {change}.", { change: undone.label }), " ", link);
}

document.addEventListener("click", (event) => {
  const walk = event.target.closest("[data-walk]");
  const row = walk ? rows.neighbour(rows.current(), Number(walk.dataset.walk)) : event.target.closest(".item");
  if (!(walk || row) || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  if (!row) return hint(gettext("There is no further answer on that side."));
  if (row !== rows.current()) moveTo(row);
  announce([rows.textOf(row), rows.docidOf(row), gradeName(row.dataset.grade) || gettext("not judged")].join(", "));
});

window.addEventListener("popstate", () => {
  const row = rows.byId(new URLSearchParams(window.location.search).get("item"));
  if (row) moveTo(row, { isNew: false });
});
for (const sign of ["beforeunload", "pagehide"]) window.addEventListener(sign, keepTyped);
window.addEventListener("pageshow", (event) => event.persisted && window.location.reload());
window.addEventListener(
  "online",
  () =>
    frames.shown().dataset.src ||
    frames.load(frames.shown(), { item: rows.current().dataset.item }).then(frames.describe),
);

bindKeys({
  Enter: enter(() => finishNow(() => next() && moveTo(next()))),
  ...panelKeys,
  "/": focusFind,
  w: toggleWhole,
  ".": () => frames.step(1),
  ",": () => frames.step(-1),
});
bindPanels(moveTo);
bindDrops();
bindFinish();
bindTools(announce);
bindFilters(prepareNext);
bindNotes(saveSheet);
resume();
if (!part("problems").firstElementChild) showCurrent();
if (!part("finish").hidden) rest();
rows.reveal(rows.current());
prepareNext();
