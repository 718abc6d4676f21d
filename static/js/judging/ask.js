// A question to the organizer: sent beside the work, and kept in its field until it has arrived.

import { gettext } from "../gettext.js";
import { announce } from "./status.js";
import { makeId } from "./transport.js";

const form = document.querySelector("[data-ask]");

export function bindAsk(itemInFocus) {
  form?.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (form.dataset.busy || !form.elements.text.value.trim()) return form.elements.text.focus();
    form.dataset.busy = "1";
    form.elements.item.value = itemInFocus() ?? "";
    const sentence = await send(new FormData(form));
    delete form.dataset.busy;
    say(sentence ?? gettext("Not sent: the server cannot be reached. Your question is kept here; send it again."));
  });
}

// Answers what the server says; nothing where it was not reached. The same question sent twice arrives once.
async function send(body) {
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

function say(sentence) {
  const place = form.querySelector("[data-ask-said]");
  place.textContent = sentence;
  announce(sentence);
}

export function openAsk() {
  if (!form) return;
  form.closest("details").open = true;
  form.elements.text.focus();
}
