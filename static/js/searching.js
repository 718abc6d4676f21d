// The search page: keys walk what was found, and a document opens beside it in place. Every action is a link of the
// page, which works without scripts too; here the server's answer takes the place of the page.

import { makePaper } from "./adjudicating/paper.js";
import { swap } from "./adjudicating/swap.js";
import { behaviour } from "./behaviour.js";
import { selecting } from "./development/selected.js";
import { gettext } from "./gettext.js";
import { announce } from "./judging/announce.js";
import { bindDrops } from "./judging/drops.js";
import { bindKeys } from "./judging/keys.js";

export const searching = behaviour("searching", (found) => {
  const paper = makePaper(found);
  const askSelected = selecting();
  const hits = () => [...found.querySelectorAll("[data-part=hits] .open")];
  const current = () => hits().find((hit) => hit.getAttribute("aria-current"));
  const isNarrow = window.matchMedia("(max-width: 60rem)"); // the document is above the list, as the style sheet has it
  let asked = 0; // of several hits that are opened at once, the last one counts

  async function open(address, { isNew = true } = {}) {
    const mine = ++asked;
    const before = current()?.id;
    const html = await textAt(address);
    if (mine !== asked) return;
    if (!html || !swap(found, html, { paper: paper.show })) return window.location.assign(address);
    if (isNew) history.pushState(null, "", address);
    const now = current();
    if (!now) return document.getElementById(before)?.focus();
    if (isNarrow.matches) found.querySelector("[data-part=paper]").scrollIntoView();
    announce(gettext("Document {docid}", { docid: now.textContent.trim() }));
  }

  // The words marked in the document go to the page around this one, or to the one that the link leads to.
  function takeWords({ href, dataset: { foundNugget: docid } }) {
    askSelected(found.querySelector("[data-part=paper] iframe.shown"), (text) => {
      if (window.parent === window) return window.location.assign(`${href}&text=${encodeURIComponent(text)}`);
      window.parent.postMessage({ type: "found", text, docid }, window.location.origin);
    });
  }

  function walk(by) {
    const all = hits();
    const from = all.indexOf(document.activeElement.closest?.(".open") ?? current());
    all[from < 0 ? 0 : Math.min(Math.max(from + by, 0), all.length - 1)]?.focus();
  }
  const walking = (by) => Object.assign(() => walk(by), { mayRepeat: true });

  found.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    const link = event.target.closest("[data-open], [data-step], [data-found-nugget]");
    if (!link) return;
    event.preventDefault();
    if (link.dataset.foundNugget) takeWords(link);
    else if (link.dataset.step) paper.step(Number(link.dataset.step));
    else open(link.href);
  });
  window.addEventListener("popstate", () => open(window.location.href, { isNew: false }));
  bindKeys({ j: walking(1), k: walking(-1), "/": typeAnew });
  bindDrops();
});

const textAt = (address) =>
  fetch(address, { headers: { "X-Assize-Fetch": "1" } }).then(
    (answer) => answer.ok && answer.text(),
    () => null,
  );

function typeAnew() {
  document.getElementById("q").focus();
  document.getElementById("q").select();
}
