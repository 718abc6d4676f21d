// Sends what waits, one after another, in order. A repeat is harmless, so whatever is in doubt is sent again.
import { oneWindowAtATime } from "./windows.js";
const [SHORTEST, LONGEST] = [1000, 30000]; // milliseconds between attempts
const OF_ONE = [400, 404, 409, 413, 422, 500]; // errors that may come from one entry; others hold for all

const isOfSame = (one, other) => ["assignment", "kind", "item"].every((name) => one[name] === other[name]);

export class SaveQueue {
  #store;
  #send;
  #listener;
  #running = false;
  #again = false;
  #woken = false;
  #timer = 0;
  #pause = SHORTEST;
  state = "idle"; // idle, sending, or what went wrong: offline, signed-out, foreign, server-error
  trouble = null; // {kind, status, code, message} of the last failure, until something gets through

  // send(entry) answers {kind, data}, as transport.js says. listener has saved(entry, data), problem(entry) and
  // changed().
  constructor(store, send, listener) {
    [this.#store, this.#send, this.#listener] = [store, send, listener];
  }

  add(entry) {
    this.#store.add(entry);
    this.#tell("changed");
    this.flush();
  }

  // Sends now, whatever the pause after a failure.
  async flush() {
    this.#again = this.#running;
    if (this.#running) return;
    this.#running = true;
    try {
      do {
        clearTimeout(this.#timer);
        this.#again = this.#woken = false;
        await oneWindowAtATime(() => this.#drain());
      } while (this.#woken || (this.#again && this.state === "idle"));
    } finally {
      this.#running = false;
      this.#tell("changed");
    }
  }

  // There is new hope, such as a network: sends now, and once more where an attempt is under way that may fail yet.
  wake() {
    this.#woken = true;
    return this.flush();
  }

  // Sends until nothing waits or nothing gets through. An assignment that is not accepted does not hold up others.
  async #drain() {
    const stuck = new Map();
    const next = () => this.#store.waiting().find(({ assignment }) => !stuck.has(assignment));
    for (let entry = next(); entry; entry = next()) {
      this.state = "sending";
      this.#tell("changed");
      const { kind, data } = await this.#send(entry);
      if (kind === "saved" || kind === "conflict" || kind === "refused") this.#settle(entry, kind, data);
      else if (kind === "foreign" || OF_ONE.includes(data?.status)) stuck.set(entry.assignment, { kind, ...data });
      else return this.#wait({ kind, ...data });
    }
    if (stuck.size) return this.#wait(stuck.values().next().value);
    this.state = "idle";
    this.trouble = null;
    this.#pause = SHORTEST;
  }

  #settle(entry, kind, data) {
    this.#pause = SHORTEST;
    this.trouble = null;
    if (kind === "saved") this.#store.stored(entry);
    else entry = this.#store.update({ ...entry, problem: { kind, ...data } });
    this.#tell(kind === "saved" ? "saved" : "problem", entry, data);
    const later = kind === "conflict" && data.stored && this.#store.waiting().find((other) => isOfSame(other, entry));
    if (later) this.#settle(later, kind, data); // it was said of what is not stored, and would overwrite what is
  }

  // Whatever the page makes of it: the queue goes on, and the failure is said (guard.js).
  #tell(what, ...given) {
    try {
      this.#listener[what](...given);
    } catch (error) {
      window.reportError(error);
    }
  }

  #wait(trouble) {
    this.state = trouble.kind;
    this.trouble = trouble;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#pause = Math.min(this.#pause * 2, LONGEST);
      this.flush();
    }, this.#pause);
  }
}
