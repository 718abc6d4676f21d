// What waits to be saved, kept in the browser across reloads and restarts. Each entry has a key of its own in
// localStorage, so that two windows never overwrite each other's; keys sort in the order the entries were made.

import { noteStored } from "./moments.js";

const DIGITS = 16;

export class QueueStore {
  #storage;
  #prefix;
  #unkept = new Map(); // entries that the browser would not keep: full or closed to us

  constructor(account, storage = ofBrowser()) {
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
    this.#storage?.removeItem(entry.key);
  }

  // Removes an entry that is stored now; that is noted before it is gone.
  stored(entry) {
    noteStored(entry);
    this.remove(entry);
  }

  // All entries, oldest first.
  list() {
    return this.#keys()
      .map((key) => this.#read(key))
      .filter(Boolean);
  }

  // Entries still to be sent.
  waiting() {
    return this.list().filter(({ problem, aside }) => !problem && !aside);
  }

  // Entries that were not taken: the person has to decide.
  problems() {
    return this.list().filter(({ problem, aside }) => problem && !aside);
  }

  // Entries that the person put aside. They are only kept, with what was typed.
  aside() {
    return this.list().filter(({ aside }) => aside);
  }

  // Whether everything would still be there after a restart of the browser.
  get isKept() {
    return this.#unkept.size === 0;
  }

  owns(key) {
    return key === null || key.startsWith(this.#prefix);
  }

  #keys() {
    const kept = Object.keys(this.#storage ?? {}).filter((key) => key.startsWith(this.#prefix));
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

// The browser's storage; null where it is denied, as with all cookies blocked.
function ofBrowser() {
  try {
    return window.localStorage;
  } catch {
    return null;
  }
}
