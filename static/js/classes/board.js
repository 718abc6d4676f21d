// The classes and their answers as they stand on the page; every deed moves elements, and nothing is kept besides.

export const answers = () => [...document.querySelectorAll("li.answer")];
export const chosen = () => [...document.querySelectorAll("li.answer:has(input:checked)")];
export const current = () => document.querySelector("li.answer[aria-current]");
export const groups = () => [...document.querySelectorAll(".board .class")];
export const groupOf = (uid) => groups().find(({ dataset }) => dataset.class === uid);
export const labelOf = (group) => group.querySelector("[data-label]").textContent;
export const textOf = (answer) => answer.querySelector(".s").textContent;
const waiting = document.querySelector(".list .answers");
const board = document.querySelector("[data-board]");

// A class that the server will make when it hears of it.
export function newGroup(uid, label) {
  const group = document.querySelector("[data-new-group]").content.cloneNode(true).firstElementChild;
  group.dataset.class = group.dataset.drop = uid;
  for (const field of group.querySelectorAll("[name=uid]")) field.value = uid;
  rename(group, label);
  document.querySelector("[data-no-class]")?.remove();
  const after = groups().find((other) => labelOf(other).toLowerCase() > label.toLowerCase());
  board.insertBefore(group, after ?? null);
  return group;
}

export function rename(group, label) {
  group.querySelector("[data-label]").textContent = label;
  group.setAttribute("aria-label", label);
  for (const field of group.querySelectorAll("[data-rename] [name=label], [data-rename] [name=seen]")) field.value = label;
  listLabels();
}

// Puts answers into a class, or out of all; a class found while judging goes with its last answer.
export function move(moved, uid) {
  const place = uid ? groupOf(uid).querySelector(".answers") : waiting;
  for (const answer of moved) {
    answer.dataset.class = uid;
    answer.querySelector("input[type=hidden]").value = uid;
    answer.querySelector("input[type=checkbox]").checked = false;
    place.append(answer);
  }
  tidy();
}

function tidy() {
  for (const group of groups()) {
    const count = group.querySelectorAll("li.answer").length;
    group.querySelector("[data-count]").textContent = count;
    if (!count && !("known" in group.dataset)) group.remove();
  }
  const left = waiting.querySelectorAll("li.answer").length;
  for (const number of document.querySelectorAll("[data-left]")) number.textContent = left;
  waiting.querySelector("[data-none]").hidden = left > 0;
  listLabels();
}

function listLabels() {
  const options = groups().map((group) => Object.assign(document.createElement("option"), { value: labelOf(group) }));
  document.querySelector("#class-labels").replaceChildren(...options);
}

export function makeCurrent(answer) {
  current()?.removeAttribute("aria-current");
  answer?.setAttribute("aria-current", "true");
  answer?.scrollIntoView({ block: "nearest" });
}

export function neighbour(step) {
  const all = answers();
  const place = all.indexOf(current());
  return all[Math.min(Math.max(place + step, 0), all.length - 1)];
}

// The answer to look at when one is done: the first that has no class.
export const nextWaiting = () => waiting.querySelector("li.answer");
