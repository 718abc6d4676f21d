// What a script adds to a page is a behaviour: a function of the one element that it is for, which looks for its parts
// inside this element and nowhere else. behaviour("finder", begin) is for elements with data-finder. So the same may
// stand twice on a page, and is tried by a test on an element with no page around it.

// Begins at each such element of the page; answers begin, for what comes into the page later, and for tests.
export function behaviour(name, begin) {
  for (const element of document.querySelectorAll(`[data-${name}]`)) begin(element);
  return begin;
}

// The part data-NAME of an element, or null; and all of them.
export const part = (element, name) => element.querySelector(`[data-${name}]`);
export const parts = (element, name) => [...element.querySelectorAll(`[data-${name}]`)];
