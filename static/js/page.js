// What every page can do: ask before an action that cannot be undone, go anywhere by typing, show progress.

import { behaviour, part } from "./behaviour.js";
import { exchanging } from "./exchange.js";

const readerOf = (page) => part(page, "reader")?.dataset.reader;
const tokenNow = () => /(?:^|; )csrftoken=([^;]+)/.exec(document.cookie)?.[1];

export const site = behaviour("site", (body) => {
  body.addEventListener("submit", (event) => {
    const question = event.submitter?.dataset.confirm ?? event.target.dataset.confirm;
    if (question && !window.confirm(question)) event.preventDefault();
  });
  body.addEventListener("click", ({ target }) => target.closest("[data-print]") && window.print());
  renewTokens(body);

  const late = []; // scripts that only some pages need
  if (part(body, "going")) goByTyping(body, part(body, "going"), late);
  if (part(body, "roving")) late.push(import("./roving.js"));
  if (part(body, "zones")) late.push(import("./zones.js"));
  if (body.querySelector(".bench") && window.matchMedia("(max-width: 1023px) and (max-height: 559px)").matches)
    late.push(import("./judging/short.js"));

  // The page says when all its scripts have run: keys pressed earlier are heard by nobody. Modules run before this.
  document.addEventListener("DOMContentLoaded", async () => {
    await Promise.all(late);
    document.documentElement.dataset.ready = "1";
  });
});

// Whoever signed in again in another window has another token than the forms of this page were written with: they get
// the new one when this window is looked at again, or at the latest when one is sent. Not where somebody else signed
// in: that would speak in their name. What the queue of a judging page sends waits for nothing: it takes the token of
// the moment, and says for whom it speaks.
function renewTokens(body) {
  let token = tokenNow();
  const isStale = () => Boolean(tokenNow()) && tokenNow() !== token;

  async function renew() {
    const now = tokenNow();
    const answer = await fetch(window.location.href, { headers: { "X-Assize-Fetch": "1" } }).catch(() => null);
    if (!answer?.ok) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (!readerOf(body) || readerOf(page) !== readerOf(body)) return;
    token = now;
    for (const field of body.querySelectorAll("[name=csrfmiddlewaretoken]")) field.value = now;
  }

  async function sendRenewed(event) {
    const { target: form, submitter } = event;
    if (!isStale() || form.method !== "post" || form.matches("[data-queued]")) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    await renew();
    token = tokenNow(); // if it could not be had, the server says why
    form.requestSubmit(submitter);
  }

  window.addEventListener("focus", () => isStale() && renew());
  window.addEventListener("submit", sendRenewed, { capture: true });
}

// Ctrl-K goes anywhere by typing; “/” does where it does not look for something in the page itself. The field is there
// at once: what is typed into it is never meant for the page below.
function goByTyping(body, dialog, late) {
  const asksToGo = ({ key, ctrlKey, metaKey, shiftKey, altKey, target }) => {
    if (shiftKey || altKey) return false;
    if (ctrlKey || metaKey) return key === "k";
    return key === "/" && !target.closest("input, textarea, select") && !body.querySelector(".bench, #q");
  };
  function go(event) {
    event.preventDefault();
    if (!dialog.open) dialog.showModal();
    late.push(import("./go.js"));
  }
  dialog.addEventListener("keydown", (event) => dialog.open && event.stopPropagation());
  window.addEventListener("keydown", (event) => asksToGo(event) && go(event));
  part(body, "go")?.addEventListener("click", (event) => {
    if (!event.ctrlKey && !event.metaKey && !event.shiftKey) go(event);
  });
}

// A part that shows work in progress is asked for each second, alone or in its page, and replaced where it has changed.
// The one that comes no more, or without an address, has ended, and the page around it is loaded anew, unless it says
// that it stays: somebody may be typing there. What cannot be had now (no connection, signed out) is asked for again.
export const refreshed = behaviour("refresh", (shown) => refreshLater(shown, exchanging()));

function refreshLater(shown, exchange) {
  setTimeout(() => refresh(shown, exchange).catch(() => refreshLater(shown, exchange)), 1000);
}

async function refresh(shown, exchange) {
  const answer = await fetch(shown.dataset.refresh, { headers: { "X-Assize-Fetch": "1" } });
  if (!answer.ok) throw new Error(answer.statusText);
  const holder = document.createElement("template");
  holder.innerHTML = await answer.text();
  const next = shown.id ? holder.content.getElementById(shown.id) : holder.content.firstElementChild;
  if (!next) return window.location.reload();
  if (next.isEqualNode(shown)) return refreshLater(shown, exchange);
  await exchange(shown, () => {
    shown.replaceWith(next);
    return next;
  });
  if (next.dataset.refresh) refreshLater(next, exchange);
  else if (!("stays" in next.dataset)) window.location.reload();
}
