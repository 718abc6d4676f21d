// Shows what is said of saving; and announcements for those who do not see the page.

import { badgeOf } from "./badge.js";

const badge = document.querySelector("[data-saving]");
const voice = document.querySelector("[data-announce]");
const LINKS = { "sign in": { href: "/sign-in/", target: "_blank" }, "see what": { href: "/" }, "reload it": { href: "" } };

export function announce(text) {
  if (voice.textContent === text) voice.textContent = "";
  voice.textContent = text;
}

export function showSaving(queue, store) {
  const { text, tone, title, links } = badgeOf(queue, store, document.documentElement.dataset.fault);
  const before = badge.dataset.tone;
  if (before !== tone && (tone === "trouble" || before === "trouble")) announce(tone === "waiting" ? text : capitalised(text));
  badge.className = `saved ${tone}`;
  badge.dataset.tone = tone;
  badge.title = title;
  badge.textContent = text;
  const shown = { ...links, "see what": links["see what"] && !document.querySelector("[data-problems] > *") };
  for (const name of Object.keys(LINKS).filter((link) => shown[link])) {
    badge.append(" ", Object.assign(document.createElement("a"), LINKS[name], { textContent: name }));
  }
}

const capitalised = (text) => text.replace(" ✓", "").replace(/^./, (first) => first.toUpperCase());
