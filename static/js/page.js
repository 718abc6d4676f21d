// What every page can do: ask before an action that cannot be undone, send a form when a choice changes, show progress.

import { exchange } from "./exchange.js";

document.addEventListener("submit", (event) => {
  const question = event.submitter?.dataset.confirm ?? event.target.dataset.confirm;
  if (question && !window.confirm(question)) event.preventDefault();
});

document.addEventListener("change", (event) => {
  if (event.target.matches("[data-submit-on-change]")) event.target.form.requestSubmit();
});

// Whoever signed in again in another window has another token than the forms of this page were written with: they get
// the new one when this window is looked at again, or at the latest when one is sent. Not where somebody else signed
// in: that would speak in their name. What the queue of a judging page sends waits for nothing: it takes the token of
// the moment, and says for whom it speaks.
const readerOf = (page) => page.querySelector("[data-reader]")?.dataset.reader;
const tokenNow = () => /(?:^|; )csrftoken=([^;]+)/.exec(document.cookie)?.[1];
const isStale = () => Boolean(tokenNow()) && tokenNow() !== token;
let token = tokenNow();

async function renewToken() {
  const now = tokenNow();
  const answer = await fetch(window.location.href, { headers: { "X-Assize-Fetch": "1" } }).catch(() => null);
  if (!answer?.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  if (!readerOf(document) || readerOf(page) !== readerOf(document)) return;
  token = now;
  for (const field of document.querySelectorAll("[name=csrfmiddlewaretoken]")) field.value = now;
}

window.addEventListener("focus", () => isStale() && renewToken());
window.addEventListener(
  "submit",
  async (event) => {
    const { target: form, submitter } = event;
    if (!isStale() || form.method !== "post" || form.matches("[data-queued]")) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    await renewToken();
    token = tokenNow(); // if it could not be had, the server says why
    form.requestSubmit(submitter);
  },
  { capture: true },
);

document.addEventListener("click", ({ target }) => target.closest("[data-print]") && window.print());

const late = [];

// Ctrl-K goes anywhere by typing; “/” does where it does not look for something in the page itself. The field is there
// at once: what is typed into it is never meant for the page below.
const field = document.querySelector("dialog.go");
const asksToGo = ({ key, ctrlKey, metaKey, shiftKey, altKey, target }) => {
  if (shiftKey || altKey) return false;
  if (ctrlKey || metaKey) return key === "k";
  return key === "/" && !target.closest("input, textarea, select") && !document.querySelector(".bench, #q");
};
function go(event) {
  event.preventDefault();
  if (!field.open) field.showModal();
  late.push(import("./go.js"));
}
if (field) {
  field.addEventListener("keydown", (event) => field.open && event.stopPropagation());
  window.addEventListener("keydown", (event) => asksToGo(event) && go(event));
  document.querySelector("[data-go]")?.addEventListener("click", (event) => {
    if (!event.ctrlKey && !event.metaKey && !event.shiftKey) go(event);
  });
}

if (document.querySelector("[data-roving]")) late.push(import("./roving.js"));
if (document.querySelector("#zones")) late.push(import("./zones.js"));
if (document.querySelector(".bench") && window.matchMedia("(max-width: 1023px) and (max-height: 559px)").matches)
  late.push(import("./judging/short.js"));

// The page says when all its scripts have run: keys pressed earlier are heard by nobody. Modules run before this event.
document.addEventListener("DOMContentLoaded", async () => {
  await Promise.all(late);
  document.documentElement.dataset.ready = "1";
});

// A part that shows work in progress is asked for each second, alone or in its page, and replaced where it has changed.
// The one that comes no more, or without an address, has ended, and the page around it is loaded anew, unless it says
// that it stays: somebody may be typing there. What cannot be had now (no connection, signed out) is asked for again.
for (const part of document.querySelectorAll("[data-refresh]")) refreshLater(part);

function refreshLater(part) {
  setTimeout(() => refresh(part).catch(() => refreshLater(part)), 1000);
}

async function refresh(part) {
  const answer = await fetch(part.dataset.refresh, { headers: { "X-Assize-Fetch": "1" } });
  if (!answer.ok) throw new Error(answer.statusText);
  const holder = document.createElement("template");
  holder.innerHTML = await answer.text();
  const next = part.id ? holder.content.getElementById(part.id) : holder.content.firstElementChild;
  if (!next) {
    window.location.reload();
    return;
  }
  if (next.isEqualNode(part)) {
    refreshLater(part);
    return;
  }
  await exchange(part, () => {
    part.replaceWith(next);
    return next;
  });
  if (next.dataset.refresh) refreshLater(next);
  else if (!("stays" in next.dataset)) window.location.reload();
}
