// The document in its frame, and the next one in a second, hidden frame, so that it stands at once when it is wanted.
// What is known of it is its data.

import { part } from "../behaviour.js";
import { gettext } from "../gettext.js";
import { makeAbove } from "./above.js";
import { giveBack } from "./framed.js";
import { hand, hearPut, point } from "./handing.js";

export function makeFrames(root, { ahead, asking, showAround }) {
  const holder = part(root, "frames");
  const loading = new WeakMap(); // frame -> the promise of its document
  const above = makeAbove(part(root, "paper"), showAround);
  const shown = () => holder.querySelector("iframe.shown");
  const spare = () => holder.querySelector("iframe:not(.shown)") ?? holder.appendChild(makeFrame());
  const describe = () => above(shown());

  // Shows the document of an answer: the frame that was made ready, or else a fresh one in its place. Answers whether
  // it did; not where another answer was asked for meanwhile.
  async function show(item) {
    const next = spare();
    if (next.dataset.item !== String(item)) load(next, { item });
    if (next.dataset.stands !== "1" && (!(await loading.get(next)) || next.dataset.item !== String(item))) return false;
    exchange(shown(), next);
    describe();
    return true;
  }

  // Makes a document ready. Where it is not here, those that come after it are asked for with it.
  function prepare(item, later) {
    const frame = spare();
    if (frame.dataset.item === item && frame.dataset.turn === ahead.turn()) return;
    if (!ahead.has(item)) asking.askFor(ahead.wanted([item, ...later]));
    load(frame, { item });
  }

  // Loads a document, with a search or without, into a frame. Answers false where another was asked for meanwhile.
  function load(frame, query) {
    const work = fill(frame, query);
    loading.set(frame, work);
    return work;
  }

  async function fill(frame, query) {
    Object.assign(frame.dataset, { item: query.item, stands: "", turn: ahead.turn() });
    const asked = (frame.dataset.asked = `${query.item} ${query.find ?? ""} ${query.how ?? ""}`);
    const found = (!query.find && (await ahead.take(query.item))) || (await asking.ask(query));
    if (frame.dataset.asked !== asked) return false;
    put(frame, found);
    frame.dataset.stands = "1";
    return true;
  }

  // Goes to the next or previous marked place, round at the ends. Answers why it does not.
  function step(by) {
    const frame = shown();
    const places = Number(frame.dataset.places);
    if (!places) return gettext("Nothing is marked in this document.");
    Object.assign(frame.dataset, { missed: "", place: ((Number(frame.dataset.place) - 1 + by + places) % places) + 1 });
    if (!point(frame, address(frame))) frame.contentWindow.location.replace(address(frame));
    describe();
  }

  hearPut(holder);
  return { shown, show, prepare, load, step, describe };
}

function makeFrame() {
  const frame = Object.assign(document.createElement("iframe"), { tabIndex: -1, ariaHidden: "true" });
  frame.setAttribute("sandbox", "allow-scripts"); // of ours alone, as its policy says
  frame.dataset.relays = "";
  return frame;
}

function exchange(before, next) {
  giveBack(before);
  before.classList.remove("shown");
  before.setAttribute("aria-hidden", "true");
  before.tabIndex = -1;
  next.classList.add("shown");
  next.removeAttribute("aria-hidden");
  next.removeAttribute("tabindex");
}

function put(frame, { page, around, ...data }) {
  frame.dataset.surroundings = JSON.stringify(around ?? []);
  const stays = data.missed && frame.dataset.docid === data.docid; // scrolled as it is, with its marks
  Object.assign(
    frame.dataset,
    stays ? { missed: "1" } : { revision: "", remote: "", compare: "", missed: "", ...data },
  );
  Object.assign(frame, { title: gettext("Document {docid}", { docid: data.docid }), hidden: !frame.dataset.src });
  if (!stays && !hand(frame, page, address(frame), () => go(frame))) go(frame);
}

// Changing only the fragment scrolls within the document; replace() keeps such steps out of the window's history.
function go(frame) {
  if (!frame.dataset.src) return;
  Object.assign(frame.dataset, { takes: "", handed: "" });
  frame.contentWindow.location.replace(address(frame));
}

// Where a document is, with the place at which it opens.
const address = ({ dataset: { src, anchor, place } }) => src + (Number(place) ? `#${anchor}-${place}` : "");
