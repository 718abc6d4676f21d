// Shows what is said of saving.

import { gettext } from "../gettext.js";
import { announce } from "./announce.js";
import { badgeOf } from "./badge.js";

const badge = document.querySelector("[data-saving]");
const { site } = document.body.dataset;
const LINKS = {
  "sign in": { href: `${site}sign-in/`, target: "_blank", textContent: gettext("sign in") },
  "see what": { href: site, textContent: gettext("see what") },
  "reload it": { href: "", textContent: gettext("reload it") },
};

export { announce };

export function showSaving(queue, store) {
  const { text, tone, title, links } = badgeOf(queue, store, document.documentElement.dataset.scriptError);
  badge.className = `saved ${tone}`;
  announceOnce(text, tone);
  badge.title = title;
  badge.textContent = text;
  const shown = { ...links, "see what": links["see what"] && !document.querySelector("[data-problems] > *") };
  for (const name of Object.keys(LINKS).filter((link) => shown[link])) {
    badge.append(" ", Object.assign(document.createElement("a"), LINKS[name]));
  }
}

// Trouble is announced when it begins, and when it is over.
function announceOnce(text, tone) {
  const { dataset } = badge;
  if (tone === "trouble" && !dataset.trouble) announce(text);
  if (!tone && dataset.trouble) announce(gettext("All saved"));
  dataset.trouble = tone === "trouble" || (tone && dataset.trouble) ? "1" : "";
}
