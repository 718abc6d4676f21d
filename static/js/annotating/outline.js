// The box that is outlined in the document: its kind, its size and its first words.

import { part } from "../behaviour.js";
import { gettext } from "../gettext.js";
import { announce } from "../judging/status.js";
import { kindTitle } from "./kinds.js";
import { countOf, nameBox } from "./words.js";

const REST = 250; // milliseconds; who runs through boxes hears the one where they stop

export function makeOutline(place, boxes) {
  let current = null;
  let since = 0;
  let timer = 0;

  function outline({ index, ...told }) {
    const isAnother = index !== (current?.index ?? null);
    if (isAnother) since = performance.now();
    current = index === null ? null : { ...told, ...boxes.describe(index), index };
    part(place, "kind").textContent = current
      ? `${kindTitle(current.kind)} · ${countOf(current.words ?? 0)}`
      : gettext("No box outlined");
    part(place, "text").textContent = current?.text ?? "";
    if (isAnother && current) announceLater(nameBox(current));
  }

  function announceLater(text) {
    clearTimeout(timer);
    timer = setTimeout(() => announce(text), REST);
  }

  // since: for how long it has been that box, in milliseconds.
  return { outline, outlined: () => current, since: () => performance.now() - since };
}
