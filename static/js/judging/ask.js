// A question to the organizer: sent beside the work, and kept in its field until it has arrived.

import { part } from "../behaviour.js";
import { gettext } from "../gettext.js";
import { announce } from "./announce.js";
import { makeId } from "./transport.js";

// Answers a function that opens it. itemInFocus() gives the answer that it is about.
export function makeAsk(root, itemInFocus) {
  const form = part(root, "ask");
  if (!form) return () => {};
  const place = part(form, "ask-said");

  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (form.dataset.busy || !form.elements.text.value.trim()) return form.elements.text.focus();
    form.dataset.busy = "1";
    form.elements.item.value = itemInFocus() ?? "";
    const sentence =
      (await send(form)) ??
      gettext("Not sent: the server cannot be reached. Your question is kept here; send it again.");
    delete form.dataset.busy;
    place.textContent = sentence;
    announce(sentence);
  });

  return () => {
    form.closest("details").open = true;
    form.elements.text.focus();
  };
}

// Answers what the server says; nothing where it was not reached. The same question sent twice arrives once.
async function send(form) {
  const body = new FormData(form);
  try {
    const answer = await fetch(form.action, { method: "POST", body, headers: { "X-Assize-Fetch": "1" } });
    const data = await answer.json();
    if (!answer.ok) return `${data.message} ${data.remedy ?? ""}`.trim();
    form.elements.text.value = "";
    form.elements.client_id.value = makeId();
    return data.sentence;
  } catch {
    return null;
  }
}
