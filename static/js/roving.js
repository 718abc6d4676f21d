// A long list takes one stop of the tab key; inside it arrows, Home and End move. Without scripts each entry has a
// stop. data-roving names what can be reached; the stop is the entry that is current, or the one that had the focus
// last.

import { behaviour, parts } from "./behaviour.js";

const bound = new WeakSet(); // a list that is moved within the page has all this already
const STEPS = { ArrowDown: 1, ArrowUp: -1, Home: -Infinity, End: Infinity };

const isElement = (node) => node.nodeType === Node.ELEMENT_NODE;
const isShown = (entry) => !entry.closest("[hidden]");
const listsIn = (root) => (root.matches("[data-roving]") ? [root, ...parts(root, "roving")] : parts(root, "roving"));

export const roving = behaviour("roving", (list) => {
  if (bound.has(list)) return;
  bound.add(list);
  const entries = () => [...list.querySelectorAll(list.dataset.roving)];
  let stop = null;

  function place(entry) {
    if (!entry || entry === stop) return;
    if (stop) stop.tabIndex = -1;
    entry.tabIndex = 0;
    stop = entry;
  }

  function begin() {
    stop = null;
    for (const entry of entries()) entry.tabIndex = -1;
    const current = list.querySelector(`:is(${list.dataset.roving})[aria-current]`);
    place([current, ...entries()].find((entry) => entry && isShown(entry)));
  }

  list.addEventListener("focusin", ({ target }) => place(target.closest(list.dataset.roving)));
  list.addEventListener("keydown", (event) => {
    const from = event.target.closest(list.dataset.roving);
    const step = STEPS[event.key];
    if (!from || !step || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const shown = entries().filter((entry) => entry === from || isShown(entry));
    shown[Math.min(Math.max(shown.indexOf(from) + step, 0), shown.length - 1)].focus();
  });
  new MutationObserver((changes) => {
    if (changes.some(({ addedNodes }) => [...addedNodes].some(isElement)) || !stop?.isConnected || !isShown(stop))
      return begin();
    const isCurrent = ({ target }) => target.matches(`:is(${list.dataset.roving})[aria-current]`);
    place(changes.findLast(isCurrent)?.target);
  }).observe(list, { subtree: true, childList: true, attributes: true, attributeFilter: ["aria-current", "hidden"] });
  begin();
});

// Parts of a page may be replaced, with the lists in them.
export const site = behaviour("site", (body) => {
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes)
      for (const list of [...addedNodes].filter(isElement).flatMap(listsIn)) roving(list);
  }).observe(body.querySelector("main"), { subtree: true, childList: true });
});
