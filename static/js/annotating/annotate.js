// The page for annotating: a question, the box of its page that answers it, the words in the box. Plain forms do the
// same. Its parts are made here, each out of what was made before it.

import { behaviour, part, parts } from "../behaviour.js";
import { bindDrops } from "../judging/drops.js";
import { noteField, typeInto } from "../judging/framed.js";
import { bindKeys } from "../judging/keys.js";
import { makeBoxes } from "./boxes.js";
import { makeChosen } from "./chosen.js";
import { makeFind } from "./find.js";
import { makeFinish } from "./finish.js";
import { makeActs, makeKeys } from "./keys.js";
import { makeOutline } from "./outline.js";
import { makePanel } from "./panel.js";
import { makeRule } from "./rule.js";
import { makeSaving } from "./saving.js";
import { makeSitting, makeSteps } from "./sitting.js";
import { makeView } from "./view.js";
import { makeWords } from "./words.js";

const TAP = 400; // milliseconds; a finger outlines a box first, and chooses it with the next tap

function partsOf(root) {
  const { account, assignment, frameUrl } = root.dataset;
  const boxes = makeBoxes();
  const { ofStep, inWords } = makeWords(boxes, (reason) => reasonIn(root, reason));
  const { record } = JSON.parse(root.querySelector("#annotation").textContent);
  const saving = makeSaving({ ...root.dataset }, record, inWords);
  const panel = makePanel(root, ofStep);
  const outline = makeOutline(part(root, "outlined"), boxes);
  const rule = makeRule(part(root, "recall"), boxes);
  const view = makeView(part(root, "page"), frameUrl);
  const find = makeFind(part(root, "find"), view);
  const finish = makeFinish(part(root, "finish"), saving);
  const chosen = makeChosen(part(root, "short"), `assize.words.${account}.${assignment}`, boxes.textOf);
  const shown = { boxes, chosen, panel, rule, view };
  const steps = makeSteps(saving.now, shown);
  const sitting = makeSitting({ ...shown, finish, saving, steps, ofStep });
  const acts = makeActs({ answer: sitting.answer, chosen, outlined: outline.outlined, hasPage: Boolean(frameUrl) });
  return { ...shown, acts, find, finish, outline, saving, sitting, steps };
}

const reasonIn = (root, reason) =>
  root.querySelector(`[data-reasons] [value="${CSS.escape(reason)}"] span`)?.textContent ?? reason;

// The forms of the page, taken over.
function takeForms(root, { acts, sitting }) {
  const ofForm = {
    good: acts.good,
    bad: ({ value }) => acts.bad(value),
    long: acts.chooseBox,
    "no-long": acts.noBox,
    short: ({ name, value }) => (name === "yes_no" ? acts.shortAnswer(value) : acts.saveWords()),
    undo: sitting.undo,
  };
  root.addEventListener("submit", (event) => {
    const act = ofForm[event.target.dataset.act];
    if (!act) return;
    event.preventDefault();
    act(event.submitter ?? event.target.querySelector("button"));
  });
}

function takeClicks(root, { sitting, view }) {
  root.addEventListener("click", (event) => {
    const changer = event.target.closest("[data-change]");
    if (changer) {
      event.preventDefault();
      sitting.change(changer.dataset.change);
    }
    const mover = event.target.closest("[data-move]");
    if (mover) view.tell({ type: "move", to: mover.dataset.move });
    if (event.target.closest("[data-take]")) sitting.take();
    if (event.target.closest("[data-back]")) sitting.back();
    // A button pressed with the mouse does not keep the focus: the next Enter is for the document.
    if (event.detail) event.target.closest("button")?.blur();
  });
}

// What the frame says.
function hear({ acts, boxes, chosen, find, outline, steps, view }) {
  const isByTouch = matchMedia("(hover: none)").matches;

  function ready(told) {
    boxes.learn(told);
    steps.draw();
    steps.showPage();
    chosen.drawChips();
  }

  // Whatever becomes of it, the frame is told: it holds keys until then.
  function candidate({ index }) {
    if (steps.opened() !== "long") return steps.showPlaces();
    const isOutlined = outline.outlined()?.index === index;
    if (!isOutlined) outline.outline({ index });
    if (!isByTouch || (isOutlined && outline.since() > TAP)) acts.chooseBox();
    else steps.showPlaces();
  }

  function words({ ranges }) {
    if (steps.opened() !== "short") return;
    chosen.choose(ranges);
    steps.showRule();
  }

  const active = () => document.dispatchEvent(new Event("pointermove")); // for the clock
  view.listen({ ready, outlined: outline.outline, candidate, words, found: find.found, key, active });
}

// A key pressed in the frame is as good as one pressed here.
function key({ key, code, repeat = false, shift: shiftKey, ctrl: ctrlKey, alt: altKey, meta: metaKey }) {
  if (!ctrlKey && !altKey && !metaKey && typeInto(document.activeElement, key)) return;
  document.dispatchEvent(
    new KeyboardEvent("keydown", { key, code, repeat, shiftKey, ctrlKey, altKey, metaKey, cancelable: true }),
  );
  noteField();
}

export const annotate = behaviour("annotate", (root) => {
  const made = partsOf(root);
  for (const element of parts(root, "scripted")) element.hidden = false;
  takeForms(root, made);
  takeClicks(root, made);
  bindKeys(makeKeys(root, made));
  bindDrops();
  hear(made);
  // A click in the document is one elsewhere too.
  window.addEventListener("blur", () => made.view.hasFocus() && document.body.click());
  window.addEventListener("pageshow", (event) => event.persisted && window.location.reload());
  made.saving.resume({ shown: made.sitting.takeOver, labelled: made.panel.showUndo });
  made.steps.show();
});
