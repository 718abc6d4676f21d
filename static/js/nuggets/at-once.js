// What an action on a nugget does to the list is shown at once. The list as the server has it follows when all is
// saved, and comes back as it was where something was refused or undone.

const ACTIONS = { reword, move, merge: leave, remove: leave, restore: leave };

export function showAction(form, fields) {
  const action = /\/(\w+)\/$/.exec(form.action)?.[1];
  ACTIONS[action]?.(form.closest(".nugget"), fields);
}

function reword(line, { text }) {
  if (text.trim()) line.querySelector(".words").textContent = text.trim().replace(/\s+/g, " ");
}

function move(line, { place }) {
  const list = line.parentElement;
  const others = [...list.children].filter((other) => other !== line);
  const at = Number(place) - 1;
  if (!Number.isInteger(at) || at < 0) return;
  const keys = keysOf(list);
  list.insertBefore(line, others[at] ?? null);
  number(list, keys);
  line.querySelector("summary")?.focus();
}

// Gone from where it was; the next one has the focus. A merge without a number that is there changes nothing.
function leave(line, { number: wanted, into }) {
  if (wanted !== undefined && !into) return;
  const list = line.parentElement;
  const next = line.nextElementSibling ?? line.previousElementSibling;
  const keys = keysOf(list);
  line.remove();
  number(list, keys);
  next?.querySelector("summary, button, input")?.focus({ preventScroll: true });
}

const boxes = (list) => [...list.querySelectorAll("[name=nugget]")];
const keysOf = (list) => boxes(list).map((box) => box.dataset.key);

// Numbers and keys go by the places in the list.
function number(list, keys) {
  if (!list.matches("ol")) return;
  [...list.children].forEach((line, place) => line.setAttribute("value", place + 1));
  boxes(list).forEach((box, place) => giveKey(box, keys[place]));
}

export function giveKey(box, key) {
  const cap = box.parentElement.querySelector("kbd");
  if (!key || !cap) return;
  box.dataset.key = key;
  cap.textContent = key;
  cap.hidden = false;
}
