// Whichever window comes first sends what waits, so the window where a thing was said may hear of the answer from
// another.

import { onceFor } from "./the-one.js";

const saidIn = onceFor(() => new Set()); // page -> ids

// Marks an entry as said in this window.
export function saidHere(entry) {
  saidIn(document).add(entry.id);
  return entry;
}

// Wraps functions (entry, answer) that show what became of an entry: the window that said it shows it as well.
export function inAllWindows(account, shows) {
  const channel = open(`assize.answers.${account}`);
  channel?.addEventListener(
    "message",
    ({ data: { name, entry, answer } }) => saidIn(document).has(entry.id) && shows[name](entry, answer),
  );
  const telling = ([name, show]) => [
    name,
    (entry, answer) => {
      channel?.postMessage({ name, entry, answer });
      show(entry, answer);
    },
  ];
  return Object.fromEntries(Object.entries(shows).map(telling));
}

function open(name) {
  try {
    return new BroadcastChannel(name);
  } catch {
    return null; // a browser that keeps nothing: each window sends its own
  }
}

// Two windows send by turns where the browser can say so; where not, both send, and the server tells repeats.
export async function oneWindowAtATime(work) {
  let hasBegun = false;
  const begin = () => ((hasBegun = true), work());
  try {
    await (navigator.locks ? navigator.locks.request("assize.queue", begin) : begin());
  } catch (error) {
    if (hasBegun) throw error;
    await work();
  }
}

// Sends whenever there is reason to hope, shows what changed elsewhere, and asks before what only this window has is
// lost.
export function keepSending(queue, store, changed) {
  for (const sign of ["online", "focus"]) window.addEventListener(sign, () => queue.wake());
  window.addEventListener("storage", ({ key }) => store.owns(key) && changed());
  document.addEventListener("script-failed", () => changed());
  window.addEventListener("beforeunload", (event) => {
    if (store.isKept) return;
    event.preventDefault();
    event.returnValue = true;
  });
  changed();
  queue.flush();
}
