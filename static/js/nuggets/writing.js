// Writing a nugget: from the selected words, or from scratch.

import { part } from "../behaviour.js";
import { gettext } from "../gettext.js";
import { gradeName } from "../judging/grades.js";
import { bindDraft } from "./draft.js";

const plain = (text) => text.trim().replace(/\s+/g, " ");

// A nugget of many words is often two: said while it is written, and nothing is refused.
function showLength(form) {
  const [place, most] = [part(form, "many-words"), Number(form.dataset.words)];
  const n = form.elements.text.value.split(/\s+/).filter(Boolean).length;
  place.hidden = !most || n <= most;
  place.textContent = place.hidden ? "" : gettext("{n} words; nuggets mostly have up to {most}.", { n, most });
}

function showOrigin(form) {
  const [place, docid] = [part(form, "from"), form.elements.docid.value];
  place.hidden = !docid;
  place.querySelector(".mono").textContent = docid;
}

function setOrigin(form, docid) {
  form.elements.docid.value = docid;
  form.elements.docid.dispatchEvent(new Event("input"));
  showOrigin(form);
}

// Words that were found in a document by a search: the nugget has its id, and no answer is marked.
function takeFound(form, { text: words, docid }) {
  const { text } = form.elements;
  if (words) text.value = words.slice(0, text.maxLength);
  text.dispatchEvent(new Event("input"));
  setOrigin(form, docid);
  text.focus();
}

// What begins to write with the words that are selected.
function starting({ elements: { text } }) {
  return () => {
    const selected = plain(String(window.getSelection()));
    if (selected) text.value = selected;
    text.focus();
    text.setSelectionRange(text.value.length, text.value.length);
  };
}

// form is the one to write in, or null where somebody else writes; drafts is where its drafts are kept. add(uid, text,
// vote) shows a new nugget, itemNow() is the answer in focus. Answers what its key does.
export function bindWriting(form, drafts, { add, itemNow }, { change, makeId, say }) {
  if (!form) return () => gettext("Nuggets are not written here.");
  const { text: field, docid } = form.elements;
  const kept = [bindDraft(field, drafts), bindDraft(docid, `${drafts}.document`)];

  function save(vote) {
    const text = plain(field.value);
    const most = field.maxLength;
    if (!text) return;
    if (text.length > most) return say(tooLong(text.length, most));
    const fields = { uid: makeId(), text, vote, docid: docid.value, item: itemNow() };
    change(
      form.action,
      fields,
      "",
      gettext("new nugget: “{nugget}” · {vote}", { nugget: text, vote: gradeName(vote) }),
    );
    add(fields.uid, text, vote);
    field.value = "";
    kept.forEach(({ forget }) => forget());
    setOrigin(form, "");
    showLength(form);
    field.blur();
  }

  showOrigin(form);
  showLength(form);
  field.addEventListener("input", () => showLength(form));
  document.addEventListener("found", ({ detail }) => takeFound(form, detail));
  part(form, "from")
    .querySelector("button")
    .addEventListener("click", () => setOrigin(form, ""));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    save(event.submitter?.value ?? "vital");
  });
  field.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.isComposing) return;
    event.preventDefault();
    save(event.shiftKey ? "okay" : "vital");
  });
  return starting(form);
}

const tooLong = (n, most) =>
  gettext("A nugget has at most {most} characters, and this one has {n}. Shorten it.", { most, n });
