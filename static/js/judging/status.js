// Shows what is said of saving.

import { gettext } from "../gettext.js";
import { announce } from "./announce.js";
import { badgeOf } from "./badge.js";
import { theOne } from "./the-one.js";

const place = theOne("[data-saving]");
const problem = "[data-problems] > *";
const linksOf = (site) => ({
  "sign in": { href: `${site}sign-in/`, target: "_blank", textContent: gettext("sign in") },
  "see what": { href: site, textContent: gettext("see what") },
  "reload it": { href: "", textContent: gettext("reload it") },
});

export { announce };

export function showSaving(queue, store) {
  const badge = place();
  const made = linksOf(document.body.dataset.site);
  const { text, tone, title, links } = badgeOf(queue, store, document.documentElement.dataset.scriptError);
  badge.className = `saved ${tone}`;
  announceOnce(badge, text, tone);
  badge.title = title;
  badge.textContent = text;
  const shown = { ...links, "see what": links["see what"] && !document.querySelector(problem) };
  for (const name of Object.keys(made).filter((link) => shown[link])) {
    badge.append(" ", Object.assign(document.createElement("a"), made[name]));
  }
}

// Trouble is announced when it begins, and when it is over.
function announceOnce({ dataset }, text, tone) {
  if (tone === "trouble" && !dataset.trouble) announce(text);
  if (!tone && dataset.trouble) announce(gettext("All saved"));
  dataset.trouble = tone === "trouble" || (tone && dataset.trouble) ? "1" : "";
}
