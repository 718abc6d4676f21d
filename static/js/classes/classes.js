// Grouping answers into classes: by key, by "same as", by drag. The plain forms of the page do the same.

import { behaviour, part } from "../behaviour.js";
import { gettext } from "../gettext.js";
import { bindDrops } from "../judging/drops.js";
import { bindKeys } from "../judging/keys.js";
import { announce, bindUndo, change, enter, finishNow, makeId, resume, say, whenSaved } from "../ledger.js";
import { proposals, sameWords } from "./alike.js";
import { classOf, itemOf, labelOf, makeBoard, textOf, valueOf } from "./board.js";
import { makeChanges } from "./change.js";
import { bindDrag } from "./drag.js";
import { drawing } from "./stored.js";

const LONGEST_TITLE = 200;
const send = (url, pairs, title, ...more) => change(url, pairs, title.slice(0, LONGEST_TITLE), ...more);

// Puts answers into a class that is there, into a new one, or (without uid) out of theirs; answers where to look next.
function put(board, action, moved, uid, label = "") {
  const pairs = moved.map((answer) => ["item", valueOf(answer)]);
  const first = textOf(moved[0]);
  const name = board.groupOf(uid) ? labelOf(board.groupOf(uid)) : label || first;
  const words = uid ? gettext("into the class “{label}”", { label: name }) : gettext("out of its class");
  send(action, [...pairs, ["uid", uid], ["label", label]], moved.map(textOf).join(" · "), words);
  if (uid && !board.groupOf(uid)) board.newGroup(uid, name);
  const wasWaiting = moved.some((answer) => !classOf(answer));
  board.move(moved, uid);
  announce(uid ? `${first}: ${name}` : gettext("{answer}: without a class", { answer: first }));
  return (wasWaiting && board.nextWaiting()) || moved[0];
}

// The field that was typed in goes with its panel, so that the next key is an action again.
function close(panel) {
  if (panel?.open) document.activeElement?.blur();
  if (panel) panel.open = false;
}

const choose = (answer, isChosen) => answer && (answer.querySelector("input").checked = isChosen);

export const classes = behaviour("class-board", (root) => {
  const board = makeBoard(root);
  const changes = makeChanges(root, board, { say, send });
  const same = part(root, "same");
  const targets = () => (board.chosen().length ? board.chosen() : [board.current()].filter(Boolean));

  function look(answer) {
    board.makeCurrent(answer);
    part(root, "proposals").replaceChildren(...(answer ? proposals(answer, board.groups(), putChosen) : []));
    if (answer) part(root, "document").search = `?item=${itemOf(answer)}`;
  }

  function putSome(moved, uid, label) {
    if (!moved.length) return say(gettext("Choose an answer first."));
    look(put(board, part(root, "put").action, moved, uid, label));
  }
  const putChosen = (uid, label) => putSome(targets(), uid, label);

  function sameAs(label) {
    if (!label) return;
    putChosen(board.called(label)[0]?.dataset.class ?? makeId(), label);
    same.value = "";
    same.blur();
  }

  bindForms(root, putChosen, changes);
  bindClicks(root, look, changes);
  same.addEventListener("focus", changes.listLabels);
  same.addEventListener("change", () => sameAs(same.value.trim()));
  bindDrag(root, {
    look,
    onAnswer: (onto) => putSome([...new Set([...targets(), onto])], makeId(), textOf(onto)),
    onPlace: (place) => putChosen(place.dataset.class),
    onClass: changes.merge,
  });
  bindKeys({
    ...keysOf(board, look),
    s: () => same.focus(),
    e: () => changes.start("label"),
    m: () => changes.start("into"),
  });
  bindDrops();
  bindUndo(part(root, "undo"));
  whenSaved(part(root, "finish"));
  resume({ draw: drawing(board, look) });
  look(board.nextWaiting() ?? board.answers()[0]);
});

function bindForms(root, putChosen, changes) {
  const acts = {
    put: (form, submitter) => putChosen(submitter?.hasAttribute("data-new") ? makeId() : (submitter?.value ?? "")),
    rename: changes.renameAsTyped,
    merge: (form) => !changes.mergeAsTyped(form), // it stays open where there is nothing to merge into
    rest: ({ action }) => send(action, [], gettext("The rest"), gettext("a class each"), false),
  };
  root.addEventListener("submit", (event) => {
    const { target: form, submitter } = event;
    const act = Object.keys(acts).find((name) => name in form.dataset);
    if (!act) return;
    const staysOpen = acts[act](form, submitter); // if it fails, the form goes as it would without scripts
    event.preventDefault();
    if (!staysOpen) close(form.closest("details"));
  });
}

function bindClicks(root, look, changes) {
  root.addEventListener(
    "click",
    (event) => {
      const opener = event.target.closest("[data-change-this]");
      const answer = event.target.closest("li.answer");
      if (!opener) return answer && look(answer);
      event.preventDefault();
      event.stopPropagation();
      changes.start("label", opener.closest(".class"));
    },
    { capture: true },
  );
}

function keysOf(board, look) {
  const isChosen = () => board.current()?.querySelector("input").checked;
  return {
    Enter: enter(finishNow),
    j: () => look(board.neighbour(1)),
    k: () => look(board.neighbour(-1)),
    a: () => board.current() && sameWords(board.current()).forEach((answer) => choose(answer, true)),
    " ": () =>
      document.activeElement.matches("button, summary, a")
        ? document.activeElement.click()
        : choose(board.current(), !isChosen()),
  };
}
