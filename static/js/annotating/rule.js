// The rule, recalled where a choice breaks it: a quiet line that offers another box.

import { part } from "../behaviour.js";
import { gettext } from "../gettext.js";
import { kindName } from "./kinds.js";
import { hasBox } from "./record.js";
import { countOf } from "./words.js";

const WHY = {
  same: gettext("A smaller box has nearly the same words."),
  holds: gettext("A smaller box has the whole short answer."),
  earlier: gettext("An earlier box has the same words."),
};

export function makeRule(line, boxes) {
  let offer = null;

  function recall(record, ranges) {
    offer = hasBox(record) ? boxes.better(record.candidate, ranges) : null;
    line.hidden = !offer;
    if (!offer) return;
    const { kind, words, text } = boxes.describe(offer.index);
    part(line, "because").textContent = WHY[offer.why];
    part(line, "other").textContent = gettext("Take the {kind} of {length}", {
      kind: kindName(kind),
      length: countOf(words),
    });
    part(line, "other-text").textContent = text;
  }

  function forget() {
    offer = null;
    line.hidden = true;
  }

  // offered: what would keep the rule better, {index, ranges}; null where nothing is offered.
  return { recall, forget, offered: () => offer };
}
