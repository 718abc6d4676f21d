// What somebody can say in each step, and its keys. Where a button or link has the focus, Enter and the space bar press
// it.

import { part } from "../behaviour.js";
import { gettext } from "../gettext.js";
import { sayAside } from "./finish.js";
import { NONE } from "./record.js";

// answer(step, value) takes it; hasPage: whether there is a page to answer from.
export function makeActs({ answer, chosen, outlined, hasPage }) {
  function noBox() {
    if (!hasPage) return sayAside(gettext("Without its page the question has no answer yet."));
    answer("long", { candidate: NONE, kind: "" });
  }

  function chooseBox() {
    const box = outlined();
    if (!box) return sayAside(gettext("No box is outlined yet: move to one with the arrow keys or the mouse."));
    answer("long", { candidate: box.index, kind: box.kind ?? "" });
  }

  function saveWords() {
    if (chosen.isEmpty())
      return sayAside(gettext("Mark words first; or press n for no short answer, y for yes, o for no."));
    answer("short", { ranges: chosen.ranges(), yes_no: "NONE" });
  }

  return {
    good: () => answer("question", { question: "good", reason: "" }),
    bad: (reason) => answer("question", { question: "bad", reason }),
    chooseBox,
    noBox,
    saveWords,
    shortAnswer: (value) => answer("short", { ranges: [], yes_no: value }),
  };
}

// Who has gone to a button by keys presses it.
function pressFocused() {
  const focused = document.activeElement;
  if (!focused.matches("main :is(button, summary, a[href])")) return false;
  focused.click();
  return true;
}

const enter = (act) => () => pressFocused() || act();
const repeating = (act) => Object.assign(act, { mayRepeat: true });

// The reasons why a question is bad have numbers.
function numbersOf(root, { bad }, { areReasonsShown }) {
  const sayFirst = () => sayAside(gettext("First say that the question is bad; then a number says why."));
  const reasons = [...part(root, "reasons").querySelectorAll("[name=reason]")];
  const press = (value) => () => (areReasonsShown() ? bad(value) : sayFirst());
  return Object.fromEntries(reasons.map(({ value }, place) => [place + 1, press(value)]));
}

// As bindKeys asks for them: those of the step that is open.
export function makeKeys(root, { acts, chosen, find, finish, panel, sitting, steps, view }) {
  const { change, changeLast, back, take } = sitting;
  const move = (to) => repeating(() => view.tell({ type: "move", to }));
  const word = (action, shifted = action) =>
    repeating(({ shiftKey }) => view.tell({ type: "word", action: shiftKey ? shifted : action }));
  const toStep = { 1: () => change("question"), 2: () => change("long"), 3: () => change("short") };
  const found = { ...toStep, "/": find.focus, Backspace: back, t: take };
  const ofStep = {
    question: {
      g: acts.good,
      b: () => panel.showReasons(!panel.areReasonsShown()),
      Backspace: back,
      Enter: enter(() => {}),
      ...numbersOf(root, acts, panel),
    },
    long: {
      ...found,
      ArrowUp: move("out"),
      ArrowDown: move("in"),
      ArrowLeft: move("previous"),
      ArrowRight: move("next"),
      Enter: enter(acts.chooseBox),
      n: acts.noBox,
    },
    short: {
      ...found,
      ArrowLeft: word("left", "extend-left"),
      ArrowRight: word("right", "extend-right"),
      ",": word("shrink-right"),
      ".": word("shrink-left"),
      " ": enter(() => view.tell({ type: "word", action: "toggle" })),
      x: () => chosen.remove(),
      y: () => acts.shortAnswer("YES"),
      o: () => acts.shortAnswer("NO"),
      n: () => acts.shortAnswer("NONE"),
      Enter: enter(acts.saveWords),
    },
    "": { ...found, Enter: enter(finish.finish), c: changeLast },
  };
  const help = root.querySelector("details.keys");
  const common = { "?": () => (help.open = !help.open) };
  return new Proxy(common, { get: (_, key) => ofStep[steps.opened()][key] ?? common[key] });
}
