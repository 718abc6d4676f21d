// The box that is outlined in the document: its kind, its size and its first words.

import { gettext } from "../gettext.js";
import { announce } from "../judging/status.js";
import { describeBox } from "./boxes.js";
import { kindTitle } from "./kinds.js";
import { countOf } from "./words.js";

const REST = 250; // milliseconds; who runs through boxes hears the one where they stop
const place = document.querySelector("[data-outlined]");
const part = (name) => place.querySelector(`[data-${name}]`);
let current = null;
let since = 0;
let timer = 0;

export const outlined = () => current;
export const outlinedFor = () => performance.now() - since; // milliseconds

export function outline({ index, ...told }) {
  const isAnother = index !== (current?.index ?? null);
  if (isAnother) since = performance.now();
  current = index === null ? null : { ...told, ...describeBox(index), index };
  part("kind").textContent = current
    ? `${kindTitle(current.kind)} · ${countOf(current.words ?? 0)}`
    : gettext("No box outlined");
  part("text").textContent = current?.text ?? "";
  if (isAnother && current)
    tellLater(
      gettext("{kind}, {length}: {text}", {
        kind: kindTitle(current.kind),
        length: countOf(current.words),
        text: current.text,
      }),
    );
}

function tellLater(text) {
  clearTimeout(timer);
  timer = setTimeout(() => announce(text), REST);
}
