// The classes and their answers as they stand on the page; every action moves elements, and nothing is kept besides.
// An answer's box holds its key, and after a blank the class that it was saved in.

import { part, parts } from "../behaviour.js";

export const labelOf = (group) => group.querySelector("[data-label]").textContent;
export const inside = (place) => [...place.querySelectorAll("li.answer")];
export const textOf = (answer) => answer.querySelector(".s").textContent;
export const valueOf = (answer) => answer.querySelector("input").value;
export const itemOf = (answer) => valueOf(answer).split(" ")[0];
export const classOf = (answer) => answer.closest("[data-class]").dataset.class;
const isWaiting = ({ dataset }) => "waiting" in dataset; // the place of what has no class

export function rename(group, label) {
  group.querySelector("[data-label]").textContent = label;
  group.setAttribute("aria-label", label);
}

// A class found while judging goes with its last answer; it comes back when the answer does.
export function tidy(group) {
  if (isWaiting(group)) return;
  const count = inside(group).length;
  group.querySelector("[data-count]").textContent = count;
  group.hidden = !count && !("known" in group.dataset);
}

function put(answer, uid) {
  const box = answer.querySelector("input");
  box.value = uid ? `${itemOf(answer)} ${uid}` : itemOf(answer);
  box.checked = false;
}

export function makeBoard(root) {
  const board = part(root, "board");
  const waiting = part(root, "waiting");
  const none = part(waiting, "none");
  const finish = part(root, "finish");
  const answers = () => inside(root);
  const current = () => root.querySelector("li.answer[aria-current]");
  const groups = () => [...board.querySelectorAll(".class:not([hidden])")];
  const groupOf = (uid) => board.querySelector(`[data-class="${CSS.escape(uid)}"]`);

  // A class that the server has, or will make when it hears of it.
  function newGroup(uid, label) {
    const group = part(root, "new-group").content.cloneNode(true).firstElementChild;
    group.dataset.class = uid;
    group.querySelector("[data-put-here]").value = uid;
    rename(group, label);
    part(root, "no-class")?.remove();
    const after = groups().find((other) => labelOf(other).toLowerCase() > label.toLowerCase());
    board.insertBefore(group, after ?? null);
    return group;
  }

  // Puts answers into a class, or out of all.
  function move(moved, uid) {
    const place = uid ? groupOf(uid) : waiting;
    const touched = new Set([place, ...moved.map((answer) => answer.closest("[data-class]"))]);
    for (const answer of moved) put(answer, uid);
    (place.querySelector(".answers") ?? place).append(...moved);
    touched.forEach(tidy);
    countWaiting();
  }

  function countWaiting() {
    const left = inside(waiting).length;
    for (const number of parts(root, "left")) number.textContent = left;
    none.hidden = left > 0;
    part(root, "rest").hidden = !left;
    finish.hidden = left > 0 || !("judged" in finish.dataset);
    if (none !== waiting.lastElementChild) waiting.append(none);
  }

  function makeCurrent(answer) {
    current()?.removeAttribute("aria-current");
    answer?.setAttribute("aria-current", "true");
    answer?.scrollIntoView({ block: "nearest" });
  }

  function neighbour(step) {
    const all = answers();
    const place = all.indexOf(current());
    return all[Math.min(Math.max(place + step, 0), all.length - 1)];
  }

  return {
    answers,
    chosen: () => [...root.querySelectorAll("li.answer input:checked")].map((box) => box.closest("li")),
    current,
    groups,
    groupOf,
    called: (label) => groups().filter((group) => labelOf(group) === label),
    newGroup,
    move,
    makeCurrent,
    neighbour,
    nextWaiting: () => waiting.querySelector("li.answer"), // to look at when an answer is done
  };
}
