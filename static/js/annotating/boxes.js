// The boxes and words of the page as its frame named them, and where a choice breaks the rule: the earliest, smallest
// box with all the information. Nothing here touches the page.

const SAME = 0.9; // share of the words, from which on a smaller box says nearly the same
const FIRST = 24; // words by which a box is known
const LEAST = 4; // letters of a single word that is looked for earlier; shorter ones are everywhere

// By the tag.
const KINDS = { p: "paragraph", tr: "row", ul: "list", ol: "list", dl: "list", li: "item", dd: "item", dt: "item" };
let boxes = []; // [[first token, last + 1, kind, whether it can be chosen], …]
let tokens = []; // numbers of the words' tokens, rising
let words = []; // the words themselves

export function learn({ boxes: ofPage = [], tokens: ofWords = [] }) {
  boxes = ofPage.map(([start, end, tag, isChoosable = true]) => [start, end, kindOf(tag), isChoosable]);
  tokens = ofWords.map(([token]) => token);
  words = ofWords.map(([, word]) => word);
}

const kindOf = (tag = "") => KINDS[tag.replace(/[<>]/g, "").toLowerCase()] ?? tag.replace(/[<>]/g, "").toLowerCase();

// Whether a box holds a range; as far as is known, before the page is there.
export const holds = (index, range) => !boxes[index] || isInside(range, boxes[index]);

// The place of the first word at or after a token.
function placeOf(token) {
  let [low, high] = [0, tokens.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (tokens[middle] < token) low = middle + 1;
    else high = middle;
  }
  return low;
}

const between = (start, end) => words.slice(placeOf(start), placeOf(end));
const spaced = (some) =>
  some
    .join(" ")
    .replace(/ (?=[,.;:!?%)\]}’”])/g, "")
    .replace(/(?<=[([{“]) /g, "");
export const textOf = ([start, end]) => spaced(between(start, end));
const sizeOf = ([start, end]) => placeOf(end) - placeOf(start);
const isInside = (inner, outer) => inner[0] >= outer[0] && inner[1] <= outer[1];

export function describeBox(index) {
  const box = boxes[index];
  return (
    box && {
      index,
      kind: box[2],
      words: between(box[0], box[1]).filter((word) => /[\p{L}\p{N}]/u.test(word)).length,
      text: spaced(between(box[0], box[1]).slice(0, FIRST)),
    }
  );
}

const choosable = () => [...boxes.keys()].filter((index) => boxes[index][3]);
const smallest = (found) =>
  found.reduce((best, one) => (!best || sizeOf(boxes[one]) < sizeOf(boxes[best]) ? one : best), undefined);

// A box inside that says nearly the same, or, where short answers are chosen, one that holds them all.
function smaller(index, ranges) {
  const box = boxes[index];
  const most = sizeOf(box);
  const holds = (inner) =>
    ranges.length
      ? sizeOf(inner) < most && ranges.every((range) => isInside(range, inner))
      : sizeOf(inner) >= SAME * most;
  const inside = choosable().filter((other) => other !== index && isInside(boxes[other], box));
  const found = smallest(
    inside.filter((other) => boxes[other][1] - boxes[other][0] < box[1] - box[0] && holds(boxes[other])),
  );
  return found === undefined ? null : { index: found, why: ranges.length ? "holds" : "same", ranges };
}

// The places of some words before a token.
function* placesBefore(sought, end) {
  const [first, ...rest] = sought;
  const isHere = (place) => rest.every((word, offset) => plain(words[place + offset + 1]) === word);
  for (let place = 0; place + sought.length <= end; place += 1)
    if (plain(words[place]) === first && isHere(place)) yield place;
}

const plain = (word) => (word ?? "").toLowerCase();

// The first earlier box in which the words of the short answer stand as well.
function earlier(index, ranges) {
  if (ranges.length !== 1) return null;
  const sought = between(...ranges[0]).map(plain);
  if (!sought.length || sought.join("").length < LEAST) return null;
  for (const place of placesBefore(sought, placeOf(boxes[index][0]))) {
    const range = [tokens[place], tokens[place + sought.length - 1] + 1];
    const found = smallest(
      choosable().filter((other) => isInside(range, boxes[other]) && boxes[other][1] <= boxes[index][0]),
    );
    if (found !== undefined) return { index: found, why: "earlier", ranges: [range] };
  }
  return null;
}

// What to take in place of a box: {index, why, ranges}; null where the rule is kept, as far as can be told.
export function better(index, ranges) {
  if (!boxes[index]) return null;
  return smaller(index, ranges) ?? (ranges.length ? earlier(index, ranges) : null);
}
