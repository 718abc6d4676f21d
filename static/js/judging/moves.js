// The answer in focus: what the page says of it, going to another one, and keeping what was typed at this one.

import { part, parts } from "../behaviour.js";
import { reveal, stateOf } from "./rows.js";

// shows are functions of an answer that show what else the page says of the one in focus; turns are those that turn the
// tools to it.
export function makeMoves(root, { rows, saving, notes, frames, filters, coming, afterPaint, shows, turns }) {
  const form = part(root, "say");
  const { note, later: laterButton } = form.elements;
  const noteShort = part(form, "note-short");
  const gradeButtons = [...form.querySelectorAll("[name=grade]")];
  const walks = parts(root, "walk");

  // Shows another answer: in the list, with its document, on the buttons, in the address.
  // Where things stand is measured once all that is changed is changed; what nobody sees waits for the picture.
  async function moveTo(row, { isNew = true } = {}) {
    keepTyped();
    rows.makeCurrent(row);
    showCurrent();
    for (const turn of turns) turn(row);
    const isShown = frames.show(row.dataset.item);
    reveal(row);
    if (isNew) afterPaint(() => history.pushState(null, "", `?item=${row.dataset.item}${filters.query()}`));
    if (await isShown) coming.prepareNext();
  }

  // The buttons and the note say what was said of the answer.
  function showCurrent() {
    const row = rows.current();
    const { grade, note: text, later } = stateOf(row);
    note.value = noteShort.textContent = text;
    for (const button of gradeButtons) {
      button.setAttribute("aria-pressed", button.value === grade);
      button.disabled = Boolean(row.dataset.paragraph) && "exact" in button.dataset;
    }
    laterButton.value = later ? "0" : "1";
    laterButton.setAttribute("aria-pressed", later);
    for (const link of walks) lead(link, rows.neighbour(row, Number(link.dataset.walk)));
    for (const show of shows) show(row);
  }

  // What was not taken is kept where it is asked about, and the field shows what is stored: else going on would say the
  // same once more, and settle what is asked. More that was typed since stays.
  root.addEventListener("not-taken", ({ detail: { kind, item, change, before } }) => {
    const isHere = kind === "save" && item === rows.current().dataset.item;
    if (isHere && note.value.trim() === (change.note ?? before.note)) showCurrent();
  });

  // The note as typed, where it differs from the one that is saved.
  function typedNote() {
    const text = note.value.trim();
    return text === rows.current().dataset.note ? {} : { note: text };
  }

  function keepTyped() {
    const typed = typedNote();
    if ("note" in typed) saving.say(rows.current(), typed);
    notes.saveIfChanged(saving.saveSheet);
  }

  return { moveTo, showCurrent, typedNote, keepTyped };
}

function lead(link, row) {
  if (row) link.href = row.href;
  else link.removeAttribute("href");
}
