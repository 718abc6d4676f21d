// Voting on nuggets: v and o vote on the nugget in focus and go on to the next one.

import { gettext } from "../gettext.js";
import { bindDrops } from "../judging/drops.js";
import { bindKeys } from "../judging/keys.js";
import { gradeName } from "../judging/grades.js";
import { announce, bindUndo, change, enter, finishNow, resume, whenSaved } from "../ledger.js";

const lines = () => [...document.querySelectorAll(".nugget")];
const part = (name) => document.querySelector(`[data-${name}]`);
const inFocus = () =>
  document.activeElement?.closest?.(".nugget") ?? lines().find(({ dataset }) => !dataset.vote) ?? lines()[0];

function step(by) {
  const all = lines();
  all[Math.min(Math.max(all.indexOf(inFocus()) + by, 0), all.length - 1)]?.focus();
}

function vote(line, value) {
  const form = line.querySelector("form");
  const words = line.querySelector(".words").textContent;
  change(
    form.action,
    { uid: line.dataset.uid, vote: value, seen: form.elements.seen.value },
    words.slice(0, 100),
    gradeName(value),
  );
  show(line, value);
  announce(gettext("{vote}: {nugget}", { vote: gradeName(value), nugget: words }));
}

function show(line, value) {
  line.dataset.vote = value;
  for (const button of line.querySelectorAll("button")) button.setAttribute("aria-pressed", button.value === value);
  const voted = lines().filter(({ dataset }) => dataset.vote).length;
  part("judged").textContent = voted;
  part("finish").hidden = voted < lines().length;
}

// Shows votes as they are stored, and goes to the one that an undo changed.
function draw({ votes = {} }, { url }) {
  for (const line of lines().filter(({ dataset }) => dataset.uid in votes)) {
    show(line, votes[line.dataset.uid] ?? "");
    if (url.endsWith("/undo/")) line.focus();
  }
}

document.addEventListener("submit", (event) => {
  const line = event.target.closest(".nugget");
  if (!line) return;
  event.preventDefault();
  vote(line, event.submitter.value);
});

function byKey(value) {
  const line = inFocus();
  if (!line) return gettext("There is no nugget to vote on yet.");
  vote(line, value);
  line.focus();
  step(1);
}

bindKeys({
  v: () => byKey("vital"),
  o: () => byKey("okay"),
  j: () => step(1),
  k: () => step(-1),
  Enter: enter(finishNow),
});
bindDrops();
whenSaved(part("finish"));
bindUndo(part("undo"));
resume({ draw });
inFocus()?.focus();
