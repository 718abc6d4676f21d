// Saves that the server did not take: what happened, what was typed, and what can be done with it. The person decides.

import { gettext, ngettext } from "../gettext.js";
import { copyButton, made } from "./copying.js";
import { ofAnnotation, ofNotes, quoted, subjectOf, wordsOf } from "./describe.js";
import { gradeName } from "./grades.js";
import { theOne } from "./the-one.js";

const told = theOne("[data-problems]");

// acts: decide(entry, useMine) where two versions differ, putAside(entries) and sendAgain(entries) elsewhere.
export function showProblems(entries, acts) {
  const place = told();
  const ids = entries.map(({ id }) => id).join(" ");
  if ((place.dataset.shown ?? "") === ids) return; // whoever is about to answer keeps the focus
  place.dataset.shown = ids;
  place.replaceChildren(...grouped(entries).map((group) => box(group, acts)));
}

// What pages do with entries that were not taken; changed() and putAway() show the outcome.
export const choices = (store, queue, changed, putAway = changed) => ({
  putAside(entries) {
    for (const entry of entries) store.update({ ...entry, aside: Date.now() });
    putAway();
  },
  sendAgain(entries) {
    for (const { problem, aside, ...entry } of entries) store.update(entry);
    changed();
    queue.flush();
  },
});

const asksWhich = ({ problem: { kind, stored } }) => kind === "conflict" && Boolean(stored);

// What asks for one decision: the entries of one question with one fate, but each by itself where two versions differ.
function grouped(entries) {
  const groups = new Map();
  for (const entry of entries) {
    const key = asksWhich(entry) ? entry.id : `${entry.assignment} ${entry.problem.message}`;
    groups.set(key, [...(groups.get(key) ?? []), entry]);
  }
  return [...groups.values()];
}

function box(entries, acts) {
  const [{ problem, question }] = entries;
  const section = made("section", { className: "problem" });
  section.setAttribute("role", "alert");
  const happened = made("p", {}, made("b", { textContent: problem.message }), ` ${problem.remedy ?? ""} `);
  if (question) happened.append(made("span", { className: "muted", textContent: question }));
  const typed = made("ul", { className: "typed" }, ...entries.map((entry) => line(entry, entries.length > 1 && acts)));
  section.append(happened, typed, made("div", { className: "versions" }, ...buttons(entries, acts)));
  return section;
}

// One entry, and where there are several of them a button of its own.
export function line(entry, acts) {
  const words = made("span", { className: "words", textContent: wordsOf(entry) });
  const subject = made("b", { dir: "auto", textContent: subjectOf(entry) });
  const own = acts ? [button(gettext("Set aside"), () => acts.putAside([entry]))] : [];
  return made("li", {}, subject, " ", words, " ", ...own);
}

function buttons(entries, acts) {
  const [entry] = entries;
  if (asksWhich(entry)) {
    const { stored } = entry.problem;
    return [
      button(gettext("Keep what is stored: {stored}", { stored: spell(stored) }), () => acts.decide(entry, false)),
      button(gettext("Use mine: {mine}", { mine: spell({ ...stored, ...entry.after }) }), () =>
        acts.decide(entry, true),
      ),
    ];
  }
  const all =
    entries.length > 1
      ? ngettext("Set all {n} aside", "Set all {n} aside", entries.length)
      : gettext("Set aside {change}", { change: entry.label });
  return [
    button(all, () => acts.putAside(entries)),
    ...(entry.problem.kind === "conflict" ? [] : [button(gettext("Send again"), () => acts.sendAgain(entries))]),
    copyButton(() => entries),
  ];
}

function spell(state) {
  if (state.rules_of_thumb !== undefined) return shorten(ofNotes(state));
  if (state.question !== undefined) return ofAnnotation(state);
  const { grade, note, later } = state;
  return [gradeName(grade) || gettext("not judged"), later && gettext("later"), note && quoted(shorten(note))]
    .filter(Boolean)
    .join(" · ");
}

const shorten = (text) => (text.length > 80 ? `${text.slice(0, 79)}…` : text);

export function button(label, act) {
  const element = made("button", { className: "btn", type: "button", textContent: label });
  element.addEventListener("click", act);
  return element;
}
