// The document in its frame, and the next one in a second, hidden frame, so that it stands at once when it is wanted. What is known of it is its data.

import { take } from "./ahead.js";
import { giveBack } from "./framed.js";
import { byId, docidOf } from "./rows.js";

const panel = document.querySelector("[data-paper]");
const holder = panel.querySelector("[data-frames]");
const base = document.querySelector("#judge").dataset.documentUrl;
const loading = new WeakMap(); // frame -> the promise of its document
const part = (name) => panel.querySelector(`[data-${name}]`);

export const shown = () => holder.querySelector("iframe.shown");
const spare = () => holder.querySelector("iframe:not(.shown)") ?? holder.appendChild(makeFrame());

function makeFrame() {
  const frame = Object.assign(document.createElement("iframe"), { tabIndex: -1, ariaHidden: "true" });
  frame.setAttribute("sandbox", "allow-scripts"); // of ours alone, as its policy says
  frame.dataset.relays = "";
  return frame;
}

// Shows the document of an answer: the frame that was made ready, or else a fresh one in its place. Answers whether it did; not where another answer was asked for meanwhile.
export async function show(item) {
  const next = spare();
  if (next.dataset.item !== String(item)) load(next, { item });
  if (!(await loading.get(next)) || next.dataset.item !== String(item)) return false;
  const before = shown();
  giveBack(before);
  before.classList.remove("shown");
  before.setAttribute("aria-hidden", "true");
  before.tabIndex = -1;
  next.classList.add("shown");
  next.removeAttribute("aria-hidden");
  next.removeAttribute("tabindex");
  describe();
  return true;
}

export function prepare(item) {
  const frame = spare();
  if (item && frame.dataset.item !== String(item)) load(frame, { item });
}

// Loads a document, with a search or without, into a frame. Answers false where another was asked for meanwhile.
export function load(frame, query) {
  const work = fill(frame, query);
  loading.set(frame, work);
  return work;
}

async function fill(frame, query) {
  frame.dataset.item = query.item;
  const asked = (frame.dataset.asked = `${query.item} ${query.find ?? ""} ${query.how ?? ""}`);
  const data = (!query.find && (await take(query.item))) || (await ask(query));
  if (frame.dataset.asked !== asked) return false;
  const stays = data.missed && frame.dataset.docid === data.docid; // scrolled as it is, with its marks
  Object.assign(frame.dataset, stays ? { missed: "1" } : { revision: "", remote: "", compare: "", missed: "", ...data });
  Object.assign(frame, { title: `Document ${data.docid}`, hidden: !frame.dataset.src });
  if (!stays) go(frame);
  return true;
}

async function ask(query) {
  try {
    const response = await fetch(`${base}?${new URLSearchParams(query)}`, { headers: { "X-Assize-Fetch": "1" } });
    if (response.ok) return await response.json();
  } catch {} // data below
  return { docid: docidOf(byId(query.item)), src: "", about: "", anchor: "hit", places: 0, place: 0, notice: "The document cannot be loaded now. Your judgments are kept; it comes back with the network." };
}

// Changing only the fragment scrolls within the document; replace() keeps such steps out of the window's history.
function go(frame) {
  const { src, anchor, place } = frame.dataset;
  if (src) frame.contentWindow.location.replace(src + (Number(place) ? `#${anchor}-${place}` : ""));
}

// Goes to the next or previous marked place, round at the ends.
export function step(by) {
  const [frame, places] = [shown(), Number(shown().dataset.places)];
  if (!places) return;
  Object.assign(frame.dataset, { missed: "", place: ((Number(frame.dataset.place) - 1 + by + places) % places) + 1 });
  go(frame);
  describe();
}

// The line above the document.
export function describe() {
  const { docid, about, places, place, missed, notice, src, compare } = shown().dataset;
  for (const [name, text] of Object.entries({ docid, about, place, places })) part(name).textContent = text;
  part("hits").hidden = !Number(places) || Boolean(missed);
  part("missed").hidden = !missed;
  Object.assign(part("amiss"), { textContent: notice, hidden: !notice });
  Object.assign(part("compare"), { hidden: !compare, href: compare });
  for (const view of ["text", "source"]) Object.assign(part(`view-${view}`), { hidden: !src, href: `${src}&view=${view}` });
}
