// Saying and taking back: the forms below the answers, without loading the page.

import { part } from "../behaviour.js";
import { gettext } from "../gettext.js";
import { announce } from "./announce.js";
import { textOf } from "./rows.js";
import { spoken } from "./spoken.js";

export function bindJudgments(root, { rows, saving, moves, coming, withReason, rest }) {
  const say = part(root, "say");
  const undo = part(root, "undo");
  const finish = part(root, "finish");
  const said = part(root, "said");

  function judge(wanted) {
    const change = withReason(wanted);
    if (!change) return;
    showElsewhere(said, null);
    const row = rows.current();
    saving.say(row, { ...moves.typedNote(), ...change }, { toCome: change.later === false ? [] : coming.toCome() });
    say.elements.note.value = row.dataset.note;
    const following = change.later === false ? null : coming.next();
    announce(spoken(change, following, finish.hidden));
    if (following) moves.moveTo(following);
    else moves.showCurrent();
    if (change.grade && !following) rest();
  }

  say.addEventListener("submit", (event) => {
    event.preventDefault();
    const { name, value } = event.submitter;
    if (name === "grade") judge({ grade: value });
    else if (name === "later") judge({ later: value === "1" });
    else moves.keepTyped();
  });

  undo.addEventListener("submit", (event) => {
    if (!undo.elements.of.value) return; // older than the page knows: the server takes it back
    event.preventDefault();
    moves.keepTyped();
    const { row, item, label } = saving.undo();
    showElsewhere(said, row ? null : { item, label });
    if (!row) return;
    announce(gettext("Undone: {change}", { change: textOf(row) }));
    if (row === rows.current()) moves.showCurrent();
    else moves.moveTo(row);
  });
}

// An undo may concern an answer of another list, which this page cannot show.
function showElsewhere(place, undone) {
  place.hidden = !undone;
  if (!undone) return;
  const link = Object.assign(document.createElement("a"), {
    href: `?item=${undone.item}`,
    textContent: gettext("Show that answer"),
  });
  place.replaceChildren(gettext("Undone: {change}.", { change: undone.label }), " ", link);
}
