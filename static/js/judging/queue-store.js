// What waits to be saved, kept in the browser across reloads and restarts. Each entry has a key of its own in
// localStorage, so that two windows never overwrite each other's; keys sort in the order the entries were made.

const DIGITS = 16;

export class QueueStore {
  #storage;
  #prefix;
  #unkept = new Map(); // entries that the browser would not keep: full or closed to us

  constructor(account, storage = window.localStorage) {
    this.#storage = storage;
    this.#prefix = `assize.queue.${account}.`;
  }

  // Adds an entry at the end and returns it with its key.
  add(entry) {
    const last = this.#keys().at(-1);
    const sequence = Math.max(Date.now(), last ? this.#sequenceOf(last) + 1 : 0);
    const key = `${this.#prefix}${String(sequence).padStart(DIGITS, "0")}.${entry.id}`;
    return this.update({ ...entry, key });
  }

  update(entry) {
    try {
      this.#storage.setItem(entry.key, JSON.stringify(entry));
      this.#unkept.delete(entry.key);
    } catch {
      this.#unkept.set(entry.key, entry);
    }
    return entry;
  }

  remove(entry) {
    this.#unkept.delete(entry.key);
    this.#storage.removeItem(entry.key);
  }

  // All entries, oldest first.
  list() {
    return this.#keys().map((key) => this.#read(key)).filter(Boolean);
  }

  // Entries still to be sent; the others wait for the person to decide.
  waiting() {
    return this.list().filter((entry) => !entry.problem);
  }

  problems() {
    return this.list().filter((entry) => entry.problem);
  }

  // Whether everything would still be there after a restart of the browser.
  get isKept() {
    return this.#unkept.size === 0;
  }

  owns(key) {
    return key === null || key.startsWith(this.#prefix);
  }

  #keys() {
    const kept = Object.keys(this.#storage).filter((key) => key.startsWith(this.#prefix));
    return [...new Set([...kept, ...this.#unkept.keys()])].sort();
  }

  #read(key) {
    if (this.#unkept.has(key)) return this.#unkept.get(key);
    try {
      return JSON.parse(this.#storage.getItem(key));
    } catch {
      return null;
    }
  }

  #sequenceOf(key) {
    return Number(key.slice(this.#prefix.length, this.#prefix.length + DIGITS));
  }
}
