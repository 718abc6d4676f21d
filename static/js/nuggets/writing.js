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

export function startWriting() {
  if (!write) return;
  const { text } = write.elements;
  const selected = String(window.getSelection()).trim();
  if (selected) text.value = selected.replace(/\s+/g, " ");
  text.focus();
  text.setSelectionRange(text.value.length, text.value.length);
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
    { uid, text, vote, item: texts.current()?.dataset.item ?? "" },
    "",
    gettext("new nugget: “{nugget}” · {vote}", { nugget: text, vote: gradeName(vote) }),
  );
  addLine(uid, text, vote);
  write.elements.text.value = "";
  draft.forget();
  write.elements.text.blur();
}

export function bindWriting() {
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
