// The rule, recalled where a choice breaks it: a quiet line that offers another box.

import { gettext } from "../gettext.js";
import { better, describeBox } from "./boxes.js";
import { kindName } from "./kinds.js";
import { hasBox } from "./record.js";
import { countOf } from "./words.js";

const WHY = {
  same: gettext("A smaller box has nearly the same words."),
  holds: gettext("A smaller box has the whole short answer."),
  earlier: gettext("An earlier box has the same words."),
};
const line = document.querySelector("[data-recall]");
let offer = null;

// What would keep the rule better: {index, ranges}; null where nothing is offered.
export const offered = () => offer;

export function recall(record, ranges) {
  offer = hasBox(record) ? better(record.candidate, ranges) : null;
  line.hidden = !offer;
  if (!offer) return;
  const { kind, words, text } = describeBox(offer.index);
  line.querySelector("[data-because]").textContent = WHY[offer.why];
  line.querySelector("[data-other]").textContent = gettext("Take the {kind} of {length}", {
    kind: kindName(kind),
    length: countOf(words),
  });
  line.querySelector("[data-other-text]").textContent = text;
}

export function forget() {
  offer = null;
  line.hidden = true;
}
