// The adjudication page: one key decides, saves and opens the next dispute in place. Every action is a form or a link
// of the page, which works without scripts too; here the server's answer takes the place of the page.

import { behaviour } from "../behaviour.js";
import { gettext } from "../gettext.js";
import { announce } from "../judging/announce.js";
import { bindDrops } from "../judging/drops.js";
import { bindKeys } from "../judging/keys.js";
import { makeDrafts } from "./drafts.js";
import { nameGrounds } from "./grounds.js";
import { makePaper } from "./paper.js";
import { swap } from "./swap.js";

const showCurrent = (page) => page.querySelector(".list [aria-current]")?.scrollIntoView({ block: "nearest" });

export const adjudicating = behaviour("adjudicating", (page) => {
  const paper = makePaper(page);
  const open = opening(page, makeDrafts(page), paper);
  page.addEventListener("submit", (event) => {
    const form = event.target;
    if (event.defaultPrevented || !form.closest("[data-part]")) return;
    event.preventDefault();
    const fields = new FormData(form, event.submitter);
    if (form.method === "get") open(`?${new URLSearchParams(fields)}`);
    else open(form.action, { body: fields });
  });
  page.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    const link = event.target.closest("[data-open], [data-step]");
    if (!link || !link.hasAttribute("href")) return;
    event.preventDefault();
    if (link.dataset.step) paper.step(Number(link.dataset.step));
    else open(link.href);
  });
  page.addEventListener("change", ({ target }) => target.name === "grade" && nameGrounds(page));
  window.addEventListener("popstate", () => open(window.location.href, { isNew: false }));
  bindKeys({
    n: () => page.querySelector("#note")?.focus(),
    "/": paper.focusFind,
    ".": () => paper.step(1),
    ",": () => paper.step(-1),
  });
  bindDrops();
  nameGrounds(page);
  showCurrent(page);
});

// Opens an item or sends a decision, one at a time: a key too many must not decide an item that nobody has read.
function opening(page, drafts, paper) {
  let isBusy = false;

  async function open(address, { body, isNew = true }) {
    drafts.keep();
    const answer = await fetch(address, { method: body ? "POST" : "GET", body, headers: { "X-Assize-Fetch": "1" } });
    if (answer.status === 401) return signedOut(page);
    if (body && answer.ok) drafts.forget(body.get("item"));
    const html = await answer.text();
    if (!swap(page, html, { paper: paper.show })) return body ? leave(page, answer) : window.location.assign(address);
    const isElsewhere = (answer.redirected || !body) && answer.url !== window.location.href;
    if (isNew && isElsewhere) keepAddress(answer.url);
    drafts.put();
    shown(page);
  }

  return async (address, more = {}) => {
    if (isBusy) return;
    isBusy = true;
    try {
      await open(address, more);
    } catch {
      trouble(page, more.body ? unknown() : gettext("The server cannot be reached. Try again."));
    } finally {
      isBusy = false;
    }
  };
}

const unknown = () =>
  gettext(
    "The server did not answer, so it is not known whether this was saved. Your choice is kept: press the key again.",
  );

// That the last open item is decided now is no further step of the window's history.
function keepAddress(address) {
  const [here, there] = [window.location.href, address].map((one) => one.replace(/&decided=1$/, ""));
  if (here === there) history.replaceState(null, "", address);
  else history.pushState(null, "", address);
}

// An answer that is no page of disputes: the item is gone, or the way to it.
function leave(page, answer) {
  if (answer.redirected) window.location.assign(answer.url);
  else trouble(page, gettext("This could not be saved. Reload the page to see what is stored."));
}

function shown(page) {
  nameGrounds(page);
  showCurrent(page);
  const [string, status] = [".case .string", "[data-open-items]"].map((one) =>
    page.querySelector(one)?.textContent.trim(),
  );
  const told = [...page.querySelectorAll("[data-part=told] p:not([role=alert])")].map((one) => one.textContent.trim());
  announce([...told, status, string].filter(Boolean).join(". "));
}

function signedOut(page) {
  trouble(
    page,
    gettext("You are signed out, so nothing was saved. Sign in, then press the key again."),
    `${page.dataset.site}sign-in/`,
  );
}

function trouble(page, text, href) {
  const place = Object.assign(document.createElement("p"), { className: "problem", textContent: `${text} ` });
  place.setAttribute("role", "alert");
  const link = { href, target: "_blank", textContent: gettext("Sign in") };
  if (href) place.append(Object.assign(document.createElement("a"), link));
  page.querySelector("[data-part=told]").replaceChildren(place);
}
