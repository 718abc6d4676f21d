// The classes and their answers as they stand on the page; every action moves elements, and nothing is kept besides.
// An answer's box holds its key, and after a blank the class that it was saved in.

export const answers = () => [...document.querySelectorAll("li.answer")];
export const chosen = () => [...document.querySelectorAll("li.answer input:checked")].map((box) => box.closest("li"));
export const current = () => document.querySelector("li.answer[aria-current]");
export const groups = () => [...document.querySelectorAll(".board .class:not([hidden])")];
export const groupOf = (uid) => document.querySelector(`.board [data-class="${CSS.escape(uid)}"]`);
export const labelOf = (group) => group.querySelector("[data-label]").textContent;
export const called = (label) => groups().filter((group) => labelOf(group) === label);
export const inside = (place) => [...place.querySelectorAll("li.answer")];
export const textOf = (answer) => answer.querySelector(".s").textContent;
export const valueOf = (answer) => answer.querySelector("input").value;
export const itemOf = (answer) => valueOf(answer).split(" ")[0];
export const classOf = (answer) => answer.closest("[data-class]").dataset.class;
const waiting = document.querySelector("[data-waiting]");
const board = document.querySelector("[data-board]");

// A class that the server has, or will make when it hears of it.
export function newGroup(uid, label) {
  const group = document.querySelector("[data-new-group]").content.cloneNode(true).firstElementChild;
  group.dataset.class = uid;
  group.querySelector("[data-put-here]").value = uid;
  rename(group, label);
  document.querySelector("[data-no-class]")?.remove();
  const after = groups().find((other) => labelOf(other).toLowerCase() > label.toLowerCase());
  board.insertBefore(group, after ?? null);
  return group;
}

export function rename(group, label) {
  group.querySelector("[data-label]").textContent = label;
  group.setAttribute("aria-label", label);
}

// Puts answers into a class, or out of all.
export function move(moved, uid) {
  const place = uid ? groupOf(uid) : waiting;
  const touched = new Set([place, ...moved.map((answer) => answer.closest("[data-class]"))]);
  for (const answer of moved) {
    const box = answer.querySelector("input");
    box.value = uid ? `${itemOf(answer)} ${uid}` : itemOf(answer);
    box.checked = false;
  }
  (place.querySelector(".answers") ?? place).append(...moved);
  touched.forEach(tidy);
  countWaiting();
}

// A class found while judging goes with its last answer; it comes back when the answer does.
export function tidy(group) {
  if (group === waiting) return;
  const count = inside(group).length;
  group.querySelector("[data-count]").textContent = count;
  group.hidden = !count && !("known" in group.dataset);
}

function countWaiting() {
  const left = inside(waiting).length;
  for (const number of document.querySelectorAll("[data-left]")) number.textContent = left;
  waiting.querySelector("[data-none]").hidden = left > 0;
  document.querySelector("[data-rest]").hidden = !left;
  const finish = document.querySelector("[data-finish]");
  finish.hidden = left > 0 || !("judged" in finish.dataset);
  const after = document.querySelector("[data-none]");
  if (after !== waiting.lastElementChild) waiting.append(after);
}

// The labels to choose from, as they are when a field is entered.
export function listLabels() {
  const option = (group) => Object.assign(document.createElement("option"), { value: labelOf(group) });
  document.querySelector("#class-labels").replaceChildren(...groups().map(option));
  for (const list of document.querySelectorAll("[data-which]")) {
    const { value } = list;
    const changeable = groups().filter(({ dataset }) => !("fixed" in dataset));
    list.replaceChildren(...changeable.map((group) => new Option(labelOf(group), group.dataset.class)));
    list.value = value;
    if (!list.value) list.selectedIndex = 0;
  }
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
