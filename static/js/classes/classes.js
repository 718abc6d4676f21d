// Grouping answers into classes: by key, by "same as", by drag. The plain forms of the page do the same.

import { gettext } from "../gettext.js";
import { bindDrops } from "../judging/drops.js";
import { bindKeys } from "../judging/keys.js";
import { announce, bindUndo, enter, finishNow, makeId, resume, say, whenSaved } from "../ledger.js";
import { likely, sameWords } from "./alike.js";
import * as board from "./board.js";
import { merge, mergeAsTyped, rename, send, showLabel, startChange } from "./change.js";
import { bindDrag } from "./drag.js";
import { drawing } from "./stored.js";

const part = (name) => document.querySelector(`[data-${name}]`);
const targets = () => (board.chosen().length ? board.chosen() : [board.current()].filter(Boolean));

// Puts answers into a class that is there, into a new one, or (without uid) out of theirs.
function put(moved, uid, label = "") {
  if (!moved.length) return say(gettext("Choose an answer first."));
  const pairs = moved.map((answer) => ["item", board.valueOf(answer)]);
  const first = board.textOf(moved[0]);
  const name = board.groupOf(uid) ? board.labelOf(board.groupOf(uid)) : label || first;
  const words = uid ? gettext("into the class “{label}”", { label: name }) : gettext("out of its class");
  send(part("put").action, [...pairs, ["uid", uid], ["label", label]], moved.map(board.textOf).join(" · "), words);
  if (uid && !board.groupOf(uid)) board.newGroup(uid, label || first);
  const wasWaiting = moved.some((answer) => !board.classOf(answer));
  board.move(moved, uid);
  announce(
    uid ? `${first}: ${board.labelOf(board.groupOf(uid))}` : gettext("{answer}: without a class", { answer: first }),
  );
  look((wasWaiting && board.nextWaiting()) || moved[0]);
}

function look(answer) {
  board.makeCurrent(answer);
  part("proposals").replaceChildren(...(answer ? likely(answer).map(proposal) : []));
  if (answer) part("document").search = `?item=${board.itemOf(answer)}`;
}

// A likely class of the answer in focus, with its key.
function proposal(group, place) {
  const button = Object.assign(document.createElement("button"), { type: "button", className: "btn" });
  button.dataset.key = String(place + 1);
  const key = Object.assign(document.createElement("kbd"), { textContent: place + 1 });
  button.append(key, board.labelOf(group));
  button.addEventListener("click", () => put(targets(), group.dataset.class));
  return button;
}

// The field that was typed in goes with its panel, so that the next key is a action again.
function close(panel) {
  if (panel?.open) document.activeElement?.blur();
  if (panel) panel.open = false;
}

function sameAs(label) {
  if (!label) return;
  put(targets(), board.called(label)[0]?.dataset.class ?? makeId(), label);
  part("same").value = "";
  part("same").blur();
}

document.addEventListener("submit", (event) => {
  const { target: form, submitter } = event;
  let isOpen = false;
  if (form.matches("[data-put]"))
    put(targets(), submitter?.hasAttribute("data-new") ? makeId() : (submitter?.value ?? ""));
  else if (form.matches("[data-rename]")) rename(form);
  else if (form.matches("[data-merge]")) isOpen = !mergeAsTyped(form);
  else if (form.matches("[data-rest]")) send(form.action, [], gettext("The rest"), gettext("a class each"), false);
  else return;
  event.preventDefault();
  if (!isOpen) close(form.closest("details"));
});
document.addEventListener(
  "click",
  (event) => {
    const opener = event.target.closest("[data-change-this]");
    if (opener) {
      event.preventDefault();
      event.stopPropagation();
      startChange("label", opener.closest(".class"));
    } else if (event.target.closest("li.answer")) look(event.target.closest("li.answer"));
  },
  { capture: true },
);
part("same").addEventListener("focus", board.listLabels);
part("same").addEventListener("change", ({ target }) => sameAs(target.value.trim()));
part("rename").elements.uid.addEventListener("change", showLabel);
const choose = (answer, isChosen) => answer && (answer.querySelector("input").checked = isChosen);
bindDrag({
  look,
  onAnswer: (onto) => put([...new Set([...targets(), onto])], makeId(), board.textOf(onto)),
  onPlace: (place) => put(targets(), place.dataset.class),
  onClass: merge,
});
bindKeys({
  Enter: enter(finishNow),
  j: () => look(board.neighbour(1)),
  k: () => look(board.neighbour(-1)),
  s: () => part("same").focus(),
  a: () => board.current() && sameWords(board.current()).forEach((answer) => choose(answer, true)),
  " ": () =>
    document.activeElement.matches("button, summary, a")
      ? document.activeElement.click()
      : choose(board.current(), !board.current()?.querySelector("input").checked),
  e: () => startChange("label"),
  m: () => startChange("into"),
});
bindDrops();
bindUndo(part("undo"));
whenSaved(part("finish"));
resume({ draw: drawing(look) });
look(board.nextWaiting() ?? board.answers()[0]);
