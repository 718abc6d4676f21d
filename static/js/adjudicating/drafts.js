// Notes that were typed and not yet sent with a decision: they are there again when one comes back to their item.

const drafts = new Map(); // item -> text
const note = () => document.getElementById("note");
const item = () => document.querySelector("#decision [name=item]")?.value;

export function keepDraft() {
  if (!note()) return;
  if (note().value === note().defaultValue) drafts.delete(item());
  else drafts.set(item(), note().value);
}

export function putDraft() {
  if (note() && drafts.has(item())) note().value = drafts.get(item());
}

export const forget = (which) => drafts.delete(which);

window.addEventListener("beforeunload", (event) => {
  keepDraft();
  if (drafts.size) event.preventDefault();
});
