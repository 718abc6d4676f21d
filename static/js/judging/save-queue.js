// Sends what waits, one after another, in order. A repeat is harmless on the server, so whatever is in doubt is sent again.

const SHORTEST = 1000; // milliseconds between tries
const LONGEST = 30000;

export class SaveQueue {
  #store;
  #send;
  #told;
  #running = false;
  #again = false;
  #timer = 0;
  #pause = SHORTEST;
  state = "idle"; // idle, sending, offline, signed-out

  // send(entry) answers {kind, data}: saved, conflict, refused, foreign, signed-out or offline.
  // told has saved(entry, data), problem(entry) and changed().
  constructor(store, send, told) {
    this.#store = store;
    this.#send = send;
    this.#told = told;
  }

  add(entry) {
    const stored = this.#store.add(entry);
    this.#told.changed();
    this.flush();
    return stored;
  }

  // Tries now, whatever the pause after a failure.
  async flush() {
    if (this.#running) {
      this.#again = true;
      return;
    }
    this.#running = true;
    clearTimeout(this.#timer);
    do {
      this.#again = false;
      await oneWindowAtATime(() => this.#drain());
    } while (this.#again && this.state === "idle");
    this.#running = false;
    this.#told.changed();
  }

  // Sends until nothing waits or nothing gets through. An assignment that is not accepted does not hold up others.
  async #drain() {
    const stuck = new Set();
    const next = () => this.#store.waiting().find(({ assignment }) => !stuck.has(assignment));
    for (let entry = next(); entry; entry = next()) {
      this.state = "sending";
      this.#told.changed();
      const { kind, data } = await this.#send(entry);
      if (kind === "saved" || kind === "conflict" || kind === "refused") this.#settle(entry, kind, data);
      else if (kind === "foreign") stuck.add(entry.assignment);
      else return this.#wait(kind);
    }
    if (stuck.size) return this.#wait("foreign");
    this.state = "idle";
    this.#pause = SHORTEST;
  }

  #settle(entry, kind, data) {
    this.#pause = SHORTEST;
    if (kind === "saved") {
      this.#store.remove(entry);
      this.#told.saved(entry, data);
    } else {
      this.#told.problem(this.#store.update({ ...entry, problem: { kind, ...data } }));
    }
  }

  #wait(state) {
    this.state = state;
    this.#timer = setTimeout(() => {
      this.#pause = Math.min(this.#pause * 2, LONGEST);
      this.flush();
    }, this.#pause);
  }
}

// Two windows send by turns where the browser can say so; where not, both send, and the server tells repeats.
function oneWindowAtATime(work) {
  return navigator.locks ? navigator.locks.request("assize.queue", work) : work();
}
