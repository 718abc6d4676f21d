// Sends what waits in this browser, and shows what was not taken, where nothing is judged: on "My work", and on the
// page of a question that is closed.

import { behaviour } from "../behaviour.js";
import { gettext } from "../gettext.js";
import { showAside } from "./aside.js";
import { reason } from "./badge.js";
import { choices, showProblems } from "./problems.js";
import { bindKeys } from "./keys.js";
import { QueueStore } from "./queue-store.js";
import { renewed } from "./renewed.js";
import { SaveQueue } from "./save-queue.js";
import { showSaving } from "./status.js";
import { theOne } from "./the-one.js";
import { send } from "./transport.js";
import { keepSending } from "./windows.js";

const saving = theOne("[data-saving]");

export const work = behaviour("account", ({ dataset: { account, assignment } }) => {
  const mine = (entry) => !assignment || entry.assignment === assignment;
  const store = new QueueStore(account);
  const queue = new SaveQueue(store, send, { saved, problem: () => {}, changed });
  const acts = { ...choices(store, queue, changed), decide };
  let sent = false;

  function saved() {
    sent = true;
  }

  function changed() {
    showProblems([...store.problems(), ...held(store, queue)].filter(mine), acts);
    showAside(store, acts.sendAgain, changed);
    if (store.list().some(({ aside }) => !aside)) showSaving(queue, store);
    else saving().textContent = "";
    const rests = sent && queue.state !== "sending" && !store.waiting().length;
    if (rests && store.isKept && !assignment) window.location.reload(); // to count what was sent
  }

  function decide(entry, useMine) {
    store.remove(entry);
    if (useMine) queue.add(renewed(entry));
    changed();
  }

  window.addEventListener("pageshow", (event) => event.persisted && window.location.reload());
  keepSending(queue, store, changed);
  bindKeys({});
});

// What cannot be sent as things are may be put aside too.
function held(store, { trouble }) {
  if (!trouble) return [];
  const problem = {
    kind: "waiting",
    message: gettext("Not sent yet: {why}.", { why: reason(trouble) }),
    remedy: gettext("It is sent as soon as it can be."),
  };
  return store.waiting().map((entry) => ({ ...entry, problem }));
}
