// Sends what was judged elsewhere and still waits in this browser, as soon as its person is signed in again.

import { QueueStore } from "./queue-store.js";
import { SaveQueue } from "./save-queue.js";
import { showSaving } from "./status.js";
import { send } from "./transport.js";

const store = new QueueStore(document.querySelector("[data-my-work]").dataset.myWork);
let sent = false;

const queue = new SaveQueue(store, send, {
  saved: () => (sent = true),
  problem: () => {}, // shown on the question's own page
  changed: () => {
    if (store.waiting().length) showSaving(queue.state, store);
    else if (sent && queue.state === "idle") window.location.reload();
  },
});

if (store.waiting().length) queue.flush();
window.addEventListener("online", () => queue.flush());
window.addEventListener("pageshow", (event) => event.persisted && window.location.reload());
