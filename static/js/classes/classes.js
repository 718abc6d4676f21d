// Grouping answers into classes: by key, by "same as", by drag. The plain forms of the page do the same.

import { bindKeys } from "../judging/keys.js";
import { announce, change, makeId, resume, whenSaved } from "../ledger.js";
import * as board from "./board.js";

const MOST = 5; // proposals, as selectors/classes.py makes them
const part = (name) => document.querySelector(`[data-${name}]`);
const targets = () => (board.chosen().length ? board.chosen() : [board.current()].filter(Boolean));
const send = (url, pairs, title) => change(url, pairs, title.slice(0, 100), "this change");

// Puts answers into a class that is there, into a new one, or (without uid) out of theirs.
function put(moved, uid, label = "") {
  if (!moved.length) return announce("Choose an answer first.");
  const pairs = moved.flatMap(({ dataset }) => [["item", dataset.item], [`seen-${dataset.item}`, dataset.class]]);
  const first = board.textOf(moved[0]);
  send(part("put").action, [...pairs, ["uid", uid], ["label", label]], first);
  if (uid && !board.groupOf(uid)) board.newGroup(uid, label || first);
  const wasWaiting = moved.some((answer) => !answer.dataset.class);
  board.move(moved, uid);
  announce(uid ? `${first}: ${board.labelOf(board.groupOf(uid))}` : `${first}: without a class`);
  look((wasWaiting && board.nextWaiting()) || moved[0]);
}

function look(answer) {
  board.makeCurrent(answer);
  const uids = (board.current()?.dataset.proposed ?? "").split(" ").filter(Boolean);
  part("proposals").replaceChildren(...uids.map(board.groupOf).filter(Boolean).slice(0, MOST).map(proposal));
}

// A likely class of the answer in focus, with its key.
function proposal(group, place) {
  const button = Object.assign(document.createElement("button"), { type: "button", className: "btn" });
  button.dataset.key = String(place + 1);
  const key = document.createElement("kbd");
  key.textContent = place + 1;
  button.append(key, board.labelOf(group));
  button.addEventListener("click", () => put(targets(), group.dataset.class));
  return button;
}

function sameAs(label) {
  if (!label) return;
  const group = board.groups().find((one) => board.labelOf(one) === label);
  put(targets(), group?.dataset.class ?? makeId(), label);
  part("same").value = "";
  part("same").blur();
}

function rename(group, { action, elements: { label, seen } }) {
  send(action, [["uid", group.dataset.class], ["label", label.value], ["seen", seen.value]], board.labelOf(group));
  board.rename(group, label.value.trim());
}

function merge(group, { action, elements }) {
  const into = board.groups().find((one) => board.labelOf(one) === elements.into.value.trim());
  if (!into || into === group) return announce("There is no such class.");
  send(action, [["uid", group.dataset.class], ["into", into.dataset.class]], board.labelOf(group));
  delete group.dataset.known;
  board.move([...group.querySelectorAll("li.answer")], into.dataset.class);
  announce(`Merged into ${board.labelOf(into)}`);
}

document.addEventListener("submit", (event) => {
  const { target: form, submitter } = event;
  const group = form.closest(".class");
  if (form.matches("[data-put]")) put(targets(), submitter?.hasAttribute("data-new") ? makeId() : (submitter?.value ?? ""));
  else if (form.matches("[data-rename]")) rename(group, form);
  else if (form.matches("[data-merge]")) merge(group, form);
  else return;
  event.preventDefault();
  form.closest("details")?.removeAttribute("open");
});

document.addEventListener("dragstart", ({ target }) => target.closest?.("li.answer") && look(target.closest("li.answer")));
document.addEventListener("dragover", (event) => event.target.closest?.("[data-drop]") && event.preventDefault());
document.addEventListener("drop", (event) => {
  const place = event.target.closest?.("[data-drop]");
  if (!place) return;
  event.preventDefault();
  const onto = event.target.closest("li.answer");
  const together = onto && !onto.dataset.class && !targets().includes(onto);
  if (together) put([...targets(), onto], makeId(), board.textOf(onto));
  else put(targets(), place.dataset.drop);
});
document.addEventListener("click", ({ target }) => target.closest("li.answer") && look(target.closest("li.answer")));
part("same").addEventListener("change", ({ target }) => sameAs(target.value.trim()));
bindKeys({ j: () => look(board.neighbour(1)), k: () => look(board.neighbour(-1)), s: () => part("same").focus() });
for (const form of [part("undo"), part("rest")]) whenSaved(form);
resume({ saved: () => {}, refused: () => {} });
look(board.nextWaiting() ?? board.answers()[0]);
