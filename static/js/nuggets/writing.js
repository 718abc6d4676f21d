// Writing a nugget: from the selected words, or from scratch.

import { gettext } from "../gettext.js";
import { gradeName } from "../judging/grades.js";
import { change, makeId, say } from "../ledger.js";
import { bindDraft } from "./draft.js";
import { addLine } from "./list.js";
import * as texts from "./texts.js";

const write = document.querySelector("[data-write]");
const { account, assignment } = document.querySelector("#workspace").dataset;
const draft = bindDraft(write?.elements.text, `assize.draft.${account}.${assignment}`);
const origin = bindDraft(write?.elements.docid, `assize.draft.${account}.${assignment}.document`);

export function startWriting() {
  if (!write) return gettext("Nuggets are not written here.");
  const { text } = write.elements;
  const selected = String(window.getSelection()).trim();
  if (selected) text.value = selected.replace(/\s+/g, " ");
  text.focus();
  text.setSelectionRange(text.value.length, text.value.length);
}

// Words that were found in a document by a search: the nugget has its id, and no answer is marked.
function takeFound({ text: words, docid }) {
  const { text } = write.elements;
  if (words) text.value = words.slice(0, text.maxLength);
  text.dispatchEvent(new Event("input"));
  setOrigin(docid);
  text.focus();
}

function setOrigin(docid) {
  const { docid: field } = write.elements;
  field.value = docid;
  field.dispatchEvent(new Event("input"));
  showOrigin();
}

function showOrigin() {
  const [place, docid] = [write.querySelector("[data-from]"), write.elements.docid.value];
  place.hidden = !docid;
  place.querySelector(".mono").textContent = docid;
}

// A nugget of many words is often two: said while it is written, and nothing is refused.
function showLength() {
  const [place, most] = [write.querySelector("[data-many-words]"), Number(write.dataset.words)];
  const n = write.elements.text.value.split(/\s+/).filter(Boolean).length;
  place.hidden = !most || n <= most;
  place.textContent = place.hidden ? "" : gettext("{n} words; nuggets mostly have up to {most}.", { n, most });
}

function save(vote) {
  const text = write.elements.text.value.trim().replace(/\s+/g, " ");
  if (!text) return;
  const most = write.elements.text.maxLength;
  if (text.length > most)
    return say(
      gettext("A nugget has at most {most} characters, and this one has {n}. Shorten it.", { most, n: text.length }),
    );
  const uid = makeId();
  change(
    write.action,
    { uid, text, vote, docid: write.elements.docid.value, item: texts.current()?.dataset.item ?? "" },
    "",
    gettext("new nugget: “{nugget}” · {vote}", { nugget: text, vote: gradeName(vote) }),
  );
  addLine(uid, text, vote);
  write.elements.text.value = "";
  draft.forget();
  origin.forget();
  setOrigin("");
  showLength();
  write.elements.text.blur();
}

export function bindWriting() {
  if (!write) return;
  showOrigin();
  showLength();
  write.elements.text.addEventListener("input", showLength);
  document.addEventListener("found", ({ detail }) => takeFound(detail));
  write.querySelector("[data-from] button").addEventListener("click", () => setOrigin(""));
  write?.addEventListener("submit", (event) => {
    event.preventDefault();
    save(event.submitter?.value ?? "vital");
  });
  write?.elements.text.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.isComposing) return;
    event.preventDefault();
    save(event.shiftKey ? "okay" : "vital");
  });
}
