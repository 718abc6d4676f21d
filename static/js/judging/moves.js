// The answer in focus: going to another one, and keeping what was typed at this one.

import { showAlike } from "./alike.js";
import { showReason } from "./cannot.js";
import { query } from "./filters.js";
import { closeHistory } from "./history.js";
import * as frames from "./frames.js";
import * as rows from "./rows.js";
import { saveSheet, say } from "./saving.js";
import { saveIfChanged } from "./notes.js";
import { turnTo } from "./tools.js";
import { afterPaint } from "./paint.js";
import { showMachine } from "./post-editing.js";

const bench = document.querySelector("#judge");
const form = document.querySelector("[data-say]");
const note = form.elements.note;

export const next = () => rows.following(rows.current(), bench.dataset.following);
const AHEAD = 4;

// The answers that come after the next one: their documents are there before they are wanted.
export function toCome() {
  const coming = [];
  let row = next();
  while (row && coming.length < AHEAD) {
    row = rows.following(row, bench.dataset.following);
    if (!row || row === rows.current() || coming.includes(row.dataset.item)) break;
    coming.push(row.dataset.item);
  }
  return coming;
}

// Makes the next document ready in the second frame; what nobody has asked for yet is asked for at once.
export function prepareNext() {
  const following = next()?.dataset.item;
  if (!following) return;
  frames.prepare(following, following === rows.current().dataset.item ? [] : toCome());
}

// Not while the document of the answer in focus is on its way into that frame: the next one follows it by itself.
document.addEventListener("ahead-renewed", () => {
  if (frames.shown().dataset.item === rows.current().dataset.item) prepareNext();
});

// Shows another answer: in the list, with its document, on the buttons, in the address.
// Where things stand is measured once all that is changed is changed; what nobody sees waits for the picture.
export async function moveTo(row, { isNew = true } = {}) {
  keepTyped();
  closeHistory();
  rows.makeCurrent(row);
  showCurrent();
  turnTo(row);
  const isShown = frames.show(row.dataset.item);
  rows.reveal(row);
  if (isNew) afterPaint(() => history.pushState(null, "", `?item=${row.dataset.item}${query()}`));
  if (await isShown) prepareNext();
}

// The buttons and the note say what was said of the answer.
export function showCurrent() {
  const { grade, note: text, later } = rows.stateOf(rows.current());
  note.value = text;
  showReason({ note: text });
  form.querySelector("[data-note-short]").textContent = text;
  const isParagraph = rows.current().dataset.paragraph;
  for (const button of form.querySelectorAll("[name=grade]")) {
    button.setAttribute("aria-pressed", button.value === grade);
    button.disabled = Boolean(isParagraph) && "exact" in button.dataset;
  }
  form.elements.later.value = later ? "0" : "1";
  form.elements.later.setAttribute("aria-pressed", later);
  for (const link of document.querySelectorAll("[data-walk]")) {
    const to = rows.neighbour(rows.current(), Number(link.dataset.walk));
    if (to) link.href = to.href;
    else link.removeAttribute("href");
  }
  showAlike();
  showMachine(rows.current());
}

// What was not taken is kept where it is asked about, and the field shows what is stored: else going on would say the
// same once more, and settle what is asked. More that was typed since stays.
document.addEventListener("not-taken", ({ detail: { kind, item, change, before } }) => {
  const isHere = kind === "save" && item === rows.current().dataset.item;
  if (isHere && note.value.trim() === (change.note ?? before.note)) showCurrent();
});

// The note as typed, where it differs from the one that is saved.
export function typedNote() {
  const text = note.value.trim();
  return text === rows.current().dataset.note ? {} : { note: text };
}

export function keepTyped() {
  const typed = typedNote();
  if ("note" in typed) say(rows.current(), typed);
  saveIfChanged(saveSheet);
}
