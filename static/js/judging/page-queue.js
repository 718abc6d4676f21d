// The save queue of a page: whatever is said on it, of any kind, waits in one store, is sent in one order and shown
// alike.

import { isStoredSince } from "./moments.js";
import { choices } from "./problems.js";
import { QueueStore } from "./queue-store.js";
import { SaveQueue } from "./save-queue.js";
import { showSaving } from "./status.js";
import { send } from "./transport.js";
import { inAllWindows, keepSending, saidHere } from "./windows.js";

// mine(entry) tells what was said on the page of this account and assignment. shows has saved(entry, data),
// problem(entry) and changed(), and may have sent(), called when nothing waits any more.
export function openQueue({ account, assignment }, mine, shows) {
  const store = new QueueStore(account);
  const queue = new SaveQueue(store, send, {
    ...inAllWindows(account, { saved: ours("saved"), problem: ours("problem") }),
    changed,
  });
  const waiting = () => store.waiting().filter(mine);
  const problems = () => store.problems().filter(mine);
  const isSent = () => !waiting().length;

  function ours(name) {
    return (entry, data) => {
      if (!mine(entry)) return;
      shows[name](entry, data);
      if (isSent()) shows.sent?.();
    };
  }

  function changed() {
    shows.changed();
    showSaving(queue, store);
    if (!isSent()) return;
    shows.sent?.(); // what another window sent is gone from the store of this one a moment after its answer was heard
    document.dispatchEvent(new Event("all-sent"));
  }

  // A page that was made before something of it was stored, and is shown after that, may not show it: it is loaded once
  // more.
  function resume() {
    if (isStoredSince(account, assignment, performance.timeOrigin)) window.location.reload();
    else keepSending(queue, store, changed);
  }

  // What was put aside is not stored: the page is loaded anew to show what is.
  function putAway() {
    changed();
    if (!problems().length && store.isKept) window.location.reload();
  }

  return {
    store,
    waiting,
    problems,
    isSent,
    isAllSaved: () => isSent() && !problems().length,
    acts: { ...choices(store, queue, changed, putAway), decided: changed },
    say: (entry) => queue.add(saidHere(entry)),
    flush: () => queue.flush(),
    resume,
  };
}
