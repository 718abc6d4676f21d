// What the person put aside: kept in this browser with all that was typed, to bring back, to copy or to delete.

import { gettext } from "../gettext.js";
import { copyButton } from "./copying.js";
import { button, line } from "./problems.js";
import { theOne } from "./the-one.js";

const panel = theOne("[data-aside]");

export function showAside(store, bringBack, changed) {
  const place = panel();
  const entries = store.aside();
  if (!place || place.dataset.shown === idsOf(entries)) return;
  place.dataset.shown = idsOf(entries);
  place.hidden = !entries.length;
  place.querySelector("[data-count]").textContent = entries.length;
  place.querySelector("ul").replaceChildren(...entries.map((entry) => line(entry)));
  place.querySelector(".versions").replaceChildren(
    button(gettext("Send again"), () => bringBack(store.aside())),
    copyButton(() => store.aside()),
    button(gettext("Delete"), () => remove(store, changed)),
  );
}

const idsOf = (entries) => entries.map(({ id }) => id).join(" ");

function remove(store, changed) {
  if (!window.confirm(gettext("Delete what you set aside? It is kept nowhere else."))) return;
  for (const entry of store.aside()) store.remove(entry);
  changed();
}
