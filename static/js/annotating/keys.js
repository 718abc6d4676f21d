// The keys of each step. Where a button or link has the focus, Enter and the space bar press it.

import { gettext } from "../gettext.js";
import { outlined } from "./outline.js";
import * as chosen from "./chosen.js";
import { finish, tell as sayAside } from "./finish.js";
import { focusFind } from "./find.js";
import { areReasonsShown, showReasons } from "./panel.js";
import { NONE } from "./record.js";
import { answer, back, change, changeLast, opened, take } from "./sitting.js";
import { tell } from "./view.js";

const hasPage = Boolean(document.querySelector("#annotate").dataset.frameUrl);
const repeating = (act) => Object.assign(act, { mayRepeat: true });
const move = (to) => repeating(() => tell({ type: "move", to }));
const word = (action, shifted) =>
  repeating(({ shiftKey }) => tell({ type: "word", action: shiftKey ? shifted : action }));

// Who has gone to a button by keys presses it.
function pressFocused() {
  const focused = document.activeElement;
  if (!focused.matches("main :is(button, summary, a[href])")) return false;
  focused.click();
  return true;
}

const enter = (act) => () => pressFocused() || act();
export const shortAnswer = (value) => answer("short", { ranges: [], yes_no: value });
export const noBox = () =>
  hasPage
    ? answer("long", { candidate: NONE, kind: "" })
    : sayAside(gettext("Without its page the question has no answer yet."));

export function chooseBox(box = outlined()) {
  if (!box) return sayAside(gettext("No box is outlined yet: move to one with the arrow keys or the mouse."));
  answer("long", { candidate: box.index, kind: box.kind ?? "" });
}

export function saveWords() {
  if (chosen.isEmpty())
    return sayAside(gettext("Mark words first; or press n for no short answer, y for yes, o for no."));
  answer("short", { ranges: chosen.ranges(), yes_no: "NONE" });
}

export const good = () => answer("question", { question: "good", reason: "" });
export const bad = (reason) => answer("question", { question: "bad", reason });
const sayReasonsFirst = () => sayAside(gettext("First say that the question is bad; then a number says why."));
const reasons = [...document.querySelectorAll("[data-reasons] [name=reason]")];
const byNumber = Object.fromEntries(
  reasons.map(({ value }, place) => [place + 1, () => (areReasonsShown() ? bad(value) : sayReasonsFirst())]),
);

const toStep = { 1: () => change("question"), 2: () => change("long"), 3: () => change("short") };
const found = { ...toStep, "/": focusFind, Backspace: back, t: take };
const KEYS = {
  question: { g: good, b: () => showReasons(!areReasonsShown()), Backspace: back, Enter: enter(() => {}), ...byNumber },
  long: {
    ...found,
    ArrowUp: move("out"),
    ArrowDown: move("in"),
    ArrowLeft: move("previous"),
    ArrowRight: move("next"),
    Enter: enter(chooseBox),
    n: noBox,
  },
  short: {
    ...found,
    ArrowLeft: word("left", "extend-left"),
    ArrowRight: word("right", "extend-right"),
    ",": word("shrink-right", "shrink-right"),
    ".": word("shrink-left", "shrink-left"),
    " ": enter(() => tell({ type: "word", action: "toggle" })),
    x: () => chosen.remove(),
    y: () => shortAnswer("YES"),
    o: () => shortAnswer("NO"),
    n: () => shortAnswer("NONE"),
    Enter: enter(saveWords),
  },
  "": { ...found, Enter: enter(finish), c: changeLast },
};
const help = document.querySelector("details.keys");
const common = { "?": () => (help.open = !help.open) };

// As bindKeys asks for them: those of the step that is open.
export const actions = new Proxy(common, { get: (_, key) => KEYS[opened()][key] ?? common[key] });
