// The keys that the reader's account has, as the list of keys of the page tells them. Scripts and templates know
// actions by their usual keys; what is pressed is translated into these, and key caps show what is to be pressed.

import { onceFor, theOne } from "./the-one.js";

const list = theOne("details.keys[data-moved]");
const toldBy = onceFor(({ dataset }) => {
  const moved = new Map(Object.entries(JSON.parse(dataset.moved))); // usual key -> the one in force
  const usual = new Map([...moved].map(([key, mine]) => [mine, key]));
  return { moved, usual, isOff: "off" in dataset };
});
const NONE = { moved: new Map(), usual: new Map(), isOff: false };
const keys = () => (list() ? toldBy(list()) : NONE);
const isCharacter = (key) => [...key].length === 1 && key !== " ";

export const areOff = () => keys().isOff;

// The usual key of what is pressed; nothing where that key does nothing for this account.
export function meant(key) {
  const { moved, usual, isOff } = keys();
  if (!key || (isOff && isCharacter(key))) return null;
  return usual.get(key) ?? (moved.has(key) ? null : key);
}

// Key caps, where they are drawn anew too. Few accounts have keys of their own; nothing happens for the others.
export function showKeys() {
  const { moved, isOff } = keys();
  if (!moved.size && !isOff) return;
  document.documentElement.toggleAttribute("data-keys-off", isOff);
  relabel(document.body);
  const changed = (records) =>
    records.forEach(({ addedNodes }) => [...addedNodes].forEach((node) => node.nodeType === 1 && relabel(node)));
  new MutationObserver(changed).observe(document.body, { childList: true, subtree: true });
}

function relabel(root) {
  for (const cap of within(root, "kbd"))
    if (!cap.closest("details.keys .popup")) replaceOnce(cap, cap.textContent.trim(), (key) => (cap.textContent = key));
  for (const element of within(root, "[aria-keyshortcuts]")) {
    replaceOnce(element, element.getAttribute("aria-keyshortcuts"), (key) =>
      element.setAttribute("aria-keyshortcuts", key),
    );
  }
}

const within = (root, selector) => [...(root.matches(selector) ? [root] : []), ...root.querySelectorAll(selector)];

function replaceOnce(element, key, put) {
  const { moved, isOff } = keys();
  if ("usual" in element.dataset) return;
  element.dataset.usual = key;
  if (isOff && isCharacter(key) && element.hasAttribute("aria-keyshortcuts"))
    element.removeAttribute("aria-keyshortcuts");
  else if (moved.has(key)) put(moved.get(key));
}
