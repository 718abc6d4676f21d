// The page for annotating: a question, the box of its page that answers it, the words in the box. Plain forms do the
// same.

import { bindDrops } from "../judging/drops.js";
import { noteField, typeInto } from "../judging/framed.js";
import { bindKeys } from "../judging/keys.js";
import * as boxes from "./boxes.js";
import * as chosen from "./chosen.js";
import { bindFind, found } from "./find.js";
import { bindFinish } from "./finish.js";
import { actions, bad, chooseBox, good, noBox, saveWords, shortAnswer } from "./keys.js";
import { outline, outlined, outlinedFor } from "./outline.js";
import * as panel from "./panel.js";
import { now, resume } from "./saving.js";
import * as sitting from "./sitting.js";
import * as view from "./view.js";

const TAP = 400; // milliseconds; a finger outlines a box first, and chooses it with the next tap
const root = document.querySelector("#annotate");
const isByTouch = matchMedia("(hover: none)").matches;

// What the frame says.
function ready(told) {
  boxes.learn(told);
  panel.draw(now(), sitting.opened());
  sitting.showPage();
  chosen.drawChips();
}

// Whatever becomes of it, the frame is told: it holds keys until then.
function candidate({ index }) {
  if (sitting.opened() !== "long") return sitting.showPlaces();
  const isOutlined = outlined()?.index === index;
  if (!isOutlined) outline({ index });
  if (!isByTouch || (isOutlined && outlinedFor() > TAP)) chooseBox();
  else sitting.showPlaces();
}

function words({ ranges }) {
  if (sitting.opened() !== "short") return;
  chosen.choose(ranges);
  sitting.showRule();
}

// A key pressed in the frame is as good as one pressed here.
function key({ key, code, repeat = false, shift: shiftKey, ctrl: ctrlKey, alt: altKey, meta: metaKey }) {
  if (!ctrlKey && !altKey && !metaKey && typeInto(document.activeElement, key)) return;
  document.dispatchEvent(
    new KeyboardEvent("keydown", { key, code, repeat, shiftKey, ctrlKey, altKey, metaKey, cancelable: true }),
  );
  noteField();
}

const active = () => document.dispatchEvent(new Event("pointermove")); // for the clock

// The forms of the page, taken over.
const SUBMITS = {
  good,
  bad: ({ value }) => bad(value),
  long: () => chooseBox(),
  "no-long": noBox,
  short: ({ name, value }) => (name === "yes_no" ? shortAnswer(value) : saveWords()),
  undo: sitting.undo,
};
document.addEventListener("submit", (event) => {
  const act = SUBMITS[event.target.dataset.act];
  if (!act) return;
  event.preventDefault();
  act(event.submitter ?? event.target.querySelector("button"));
});
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
// A click in the document is one elsewhere too.
window.addEventListener("blur", () => view.hasFocus() && document.body.click());
window.addEventListener("pageshow", (event) => event.persisted && window.location.reload());

for (const element of document.querySelectorAll("[data-scripted]")) element.hidden = false;
bindKeys(actions);
bindDrops();
bindFind();
bindFinish();
chosen.bindChosen(sitting.showPlaces);
view.listen({ ready, outlined: outline, candidate, words, found, key, active });
resume({ shown: sitting.takeOver, labelled: panel.showUndo });
sitting.show();
