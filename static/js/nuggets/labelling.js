// The page where nuggets have labels in answers: a row for each nugget, a key for each label. Plain forms do the same.

import { behaviour, part } from "../behaviour.js";
import { gettext, ngettext } from "../gettext.js";
import { announce, change, finishNow } from "../ledger.js";
import { bindDesk, makeDesk } from "./desk.js";
import { makeGrid } from "./grid.js";
import { keysIn, makeLabels } from "./labels.js";
import { textOf } from "./texts.js";

const DIGITS = "123456"; // keys of labels while the list is empty

const stillOpen = (n, isOfCriteria) =>
  isOfCriteria
    ? ngettext("{n} criterion without a label here.", "{n} criteria without a label here.", n)
    : ngettext("{n} nugget without a label here.", "{n} nuggets without a label here.", n);

const repeating = (act) => Object.assign(act, { mayRepeat: true });

function keysOf(list, texts, { byKey, step }) {
  const keys = new Set([...DIGITS, ...keysIn(list)]);
  const labels = [...keys].map((key) => [key, () => texts.current() && byKey(key)]);
  return {
    ...Object.fromEntries(labels),
    ArrowDown: repeating(() => step(1)),
    ArrowUp: repeating(() => step(-1)),
  };
}

export const labelling = behaviour("labelling", (root) => {
  const list = part(root, "nuggets");
  const desk = makeDesk(root);
  const { texts, member } = desk;
  const labels = makeLabels(root, texts, { announce, change });
  const grid = makeGrid(labels, desk.leadTo);
  const firstOpen = () => labels.lines().find(labels.isOpen);

  function moveTo(row) {
    grid.forget();
    desk.open(row);
    labels.showAll();
    grid.focusOn(firstOpen() ?? labels.lines()[0]);
  }

  function goOn() {
    const row = texts.current();
    if (!row) return finishNow();
    const next = texts.following(row);
    const open = labels.lines().filter(labels.isOpen).length;
    if (open && !next) return announce(stillOpen(open, "criteria" in desk.workspace.dataset));
    if (!next) return finishNow();
    moveTo(next);
    announce(gettext("Next: {answer}", { answer: textOf(next) }));
  }

  // What an undo changed is shown where it changed; what changed the list comes with the list.
  function draw({ cells = {}, ...lists }, { url }) {
    const touched = labels.takeOver(cells, member);
    if (url.endsWith("/undo/") && touched.length === 1 && touched[0] !== texts.current()) moveTo(touched[0]);
    if (Object.keys(lists).length) desk.refresh();
  }

  function saved({ url }, { notices }) {
    if (!url.endsWith("/label/") || notices.length) desk.refresh();
  }

  root.addEventListener("submit", (event) => {
    const form = event.target.closest("[data-label], [data-rest]");
    if (!form) return;
    event.preventDefault();
    if (form.matches("[data-rest]")) return labels.labelRest();
    const line = form.closest(".nugget");
    labels.label(line, event.submitter);
    grid.focusOn(line);
  });
  part(root, "on")?.addEventListener("click", (event) => {
    event.preventDefault();
    goOn();
  });
  list.addEventListener("focusin", ({ target }) => grid.note(target.closest(".cell")));
  list.addEventListener("drawn", labels.readAll);
  labels.readAll();
  bindDesk(desk, { moveTo, goOn, keys: keysOf(list, texts, grid), draw, saved });
  grid.focusOn(firstOpen());
});
