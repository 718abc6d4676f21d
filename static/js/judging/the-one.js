// What there is once on a page, and what belongs to an element: both are looked for, or made, when they are needed.

// Answers a function that gives the one element of the page, or null. It is kept while it stands there.
export function theOne(selector) {
  let found = null;
  return () => (found?.isConnected ? found : (found = document.querySelector(selector)));
}

// Answers a function that gives what make(element) made when it was first asked for.
export function onceFor(make) {
  const made = new WeakMap();
  return (element) => {
    if (!made.has(element)) made.set(element, make(element));
    return made.get(element);
  };
}
