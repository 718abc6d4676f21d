// The adjudication page: one key decides, saves and opens the next dispute in place. Every action is a form or a link
// of the page, which works without scripts too; here the server's answer takes the place of the page.

import { gettext } from "../gettext.js";
import { announce } from "../judging/announce.js";
import { bindDrops } from "../judging/drops.js";
import { bindKeys } from "../judging/keys.js";
import { forget, keepDraft, putDraft } from "./drafts.js";
import { nameGrounds } from "./grounds.js";
import { focusFind, showPaper, step } from "./paper.js";
import { swap } from "./swap.js";

const part = (name) => document.querySelector(`[data-part=${name}]`);
const UNKNOWN = gettext(
  "The server did not answer, so it is not known whether this was saved. Your choice is kept: press the key again.",
);
const UNREACHED = gettext("The server cannot be reached. Try again.");
let isBusy = false;

async function open(address, { body, isNew = true } = {}) {
  if (isBusy) return; // a key too many must not decide an item that nobody has read
  isBusy = true;
  try {
    keepDraft();
    const answer = await fetch(address, { method: body ? "POST" : "GET", body, headers: { "X-Assize-Fetch": "1" } });
    if (answer.status === 401)
      return trouble(
        gettext("You are signed out, so nothing was saved. Sign in, then press the key again."),
        `${document.body.dataset.site}sign-in/`,
      );
    if (body && answer.ok) forget(body.get("item"));
    const html = await answer.text();
    if (!swap(html, { paper: showPaper })) return body ? leave(answer) : window.location.assign(address);
    const isElsewhere = (answer.redirected || !body) && answer.url !== window.location.href;
    if (isNew && isElsewhere) keepAddress(answer.url);
    shown();
  } catch {
    trouble(body ? UNKNOWN : UNREACHED);
  } finally {
    isBusy = false;
  }
}

// That the last open item is decided now is no further step of the window's history.
function keepAddress(address) {
  const [here, there] = [window.location.href, address].map((one) => one.replace(/&decided=1$/, ""));
  if (here === there) history.replaceState(null, "", address);
  else history.pushState(null, "", address);
}

// An answer that is no page of disputes: the item is gone, or the way to it.
function leave(answer) {
  if (answer.redirected) window.location.assign(answer.url);
  else trouble(gettext("This could not be saved. Reload the page to see what is stored."));
}

function shown() {
  putDraft();
  nameGrounds();
  document.querySelector(".list [aria-current]")?.scrollIntoView({ block: "nearest" });
  const [string, status] = [".case .string", "[data-open-items]"].map((one) =>
    document.querySelector(one)?.textContent.trim(),
  );
  const told = [...part("told").querySelectorAll("p:not([role=alert])")].map((one) => one.textContent.trim());
  announce([...told, status, string].filter(Boolean).join(". "));
}

function trouble(text, href) {
  const place = Object.assign(document.createElement("p"), { className: "problem", textContent: `${text} ` });
  place.setAttribute("role", "alert");
  if (href)
    place.append(
      Object.assign(document.createElement("a"), { href, target: "_blank", textContent: gettext("Sign in") }),
    );
  part("told").replaceChildren(place);
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (event.defaultPrevented || !form.closest("[data-part]")) return;
  event.preventDefault();
  const fields = new FormData(form, event.submitter);
  if (form.method === "get") open(`?${new URLSearchParams(fields)}`);
  else open(form.action, { body: fields });
});

document.addEventListener("click", (event) => {
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  const link = event.target.closest("[data-open], [data-step]");
  if (!link || !link.hasAttribute("href")) return;
  event.preventDefault();
  if (link.dataset.step) step(Number(link.dataset.step));
  else open(link.href);
});

document.addEventListener("change", ({ target }) => target.name === "grade" && nameGrounds());
window.addEventListener("popstate", () => open(window.location.href, { isNew: false }));

const list = () => document.querySelector("details.keys");
bindKeys({
  n: () => document.getElementById("note")?.focus(),
  "/": focusFind,
  ".": () => step(1),
  ",": () => step(-1),
  "?": () => (list().open = !list().open),
});
bindDrops();
nameGrounds();
document.querySelector(".list [aria-current]")?.scrollIntoView({ block: "nearest" });
