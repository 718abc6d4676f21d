// Voting on nuggets: v and o vote on the nugget in focus and go on to the next one.

import { behaviour, part } from "../behaviour.js";
import { gettext } from "../gettext.js";
import { bindDrops } from "../judging/drops.js";
import { bindKeys } from "../judging/keys.js";
import { gradeName } from "../judging/grades.js";
import { announce, bindUndo, change, enter, finishNow, resume, whenSaved } from "../ledger.js";

const wordsOf = (line) => line.querySelector(".words").textContent;

function send(line, value) {
  const { action, elements } = line.querySelector("form");
  const fields = { uid: line.dataset.uid, vote: value, seen: elements.seen.value };
  change(action, fields, wordsOf(line).slice(0, 100), gradeName(value));
}

export const voting = behaviour("voting", (root) => {
  const lines = [...root.querySelectorAll(".nugget")];
  const inFocus = () =>
    document.activeElement?.closest?.(".nugget") ?? lines.find(({ dataset }) => !dataset.vote) ?? lines[0];

  function step(by) {
    lines[Math.min(Math.max(lines.indexOf(inFocus()) + by, 0), lines.length - 1)]?.focus();
  }

  function show(line, value) {
    line.dataset.vote = value;
    for (const button of line.querySelectorAll("button")) button.setAttribute("aria-pressed", button.value === value);
    const voted = lines.filter(({ dataset }) => dataset.vote).length;
    part(root, "judged").textContent = voted;
    part(root, "finish").hidden = voted < lines.length;
  }

  function vote(line, value) {
    send(line, value);
    show(line, value);
    announce(gettext("{vote}: {nugget}", { vote: gradeName(value), nugget: wordsOf(line) }));
  }

  function byKey(value) {
    const line = inFocus();
    if (!line) return gettext("There is no nugget to vote on yet.");
    vote(line, value);
    line.focus();
    step(1);
  }

  // Shows votes as they are stored, and goes to the one that an undo changed.
  function draw({ votes = {} }, { url }) {
    for (const line of lines.filter(({ dataset }) => dataset.uid in votes)) {
      show(line, votes[line.dataset.uid] ?? "");
      if (url.endsWith("/undo/")) line.focus();
    }
  }

  root.addEventListener("submit", (event) => {
    const line = event.target.closest(".nugget");
    if (!line) return;
    event.preventDefault();
    vote(line, event.submitter.value);
  });
  bindKeys({
    v: () => byKey("vital"),
    o: () => byKey("okay"),
    j: () => step(1),
    k: () => step(-1),
    Enter: enter(finishNow),
  });
  bindDrops();
  whenSaved(part(root, "finish"));
  bindUndo(part(root, "undo"));
  resume({ draw });
  inFocus()?.focus();
});
