// The boxes and words of the page as its frame named them, and where a choice breaks the rule: the earliest, smallest
// box with all the information. Nothing here touches the page.

const SAME = 0.9; // share of the words, from which on a smaller box says nearly the same
const LEAST = 4; // letters of a single word that is looked for earlier; shorter ones are everywhere
const FIRST = 24; // words by which a box is known

// Of boxes, by their tags.
const KINDS = { p: "paragraph", tr: "row", ul: "list", ol: "list", dl: "list", li: "item", dd: "item", dt: "item" };
function kindOf(tag = "") {
  const name = tag.replace(/[<>]/g, "").toLowerCase();
  return KINDS[name] ?? name;
}

// boxes: [[first token, last + 1, kind, whether it can be chosen], …]; tokens: numbers of the words' tokens, rising;
// words: the words themselves.
const pageOf = ({ boxes = [], tokens = [] }) => ({
  boxes: boxes.map(([start, end, tag, isChoosable = true]) => [start, end, kindOf(tag), isChoosable]),
  tokens: tokens.map(([token]) => token),
  words: tokens.map(([, word]) => word),
});

// The place of the first word at or after a token.
function placeOf({ tokens }, token) {
  let [low, high] = [0, tokens.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (tokens[middle] < token) low = middle + 1;
    else high = middle;
  }
  return low;
}

const wordsOf = (page, [start, end]) => page.words.slice(placeOf(page, start), placeOf(page, end));
const isInside = (inner, outer) => inner[0] >= outer[0] && inner[1] <= outer[1];

const spaced = (some) =>
  some
    .join(" ")
    .replace(/ (?=[,.;:!?%)\]}’”])/g, "")
    .replace(/(?<=[([{“]) /g, "");
const textOf = (page, range) => spaced(wordsOf(page, range));

function describe(page, index) {
  const box = page.boxes[index];
  if (!box) return box;
  const words = wordsOf(page, box);
  return {
    index,
    kind: box[2],
    words: words.filter((word) => /[\p{L}\p{N}]/u.test(word)).length,
    text: spaced(words.slice(0, FIRST)),
  };
}

const sizeOf = (page, [start, end]) => placeOf(page, end) - placeOf(page, start);
const choosable = ({ boxes }) => [...boxes.keys()].filter((index) => boxes[index][3]);

function smallest(page, found) {
  const size = (index) => sizeOf(page, page.boxes[index]);
  return found.reduce((best, one) => (best === undefined || size(one) < size(best) ? one : best), undefined);
}

// A box inside that says nearly the same, or, where short answers are chosen, one that holds them all.
function smaller(page, index, ranges) {
  const { boxes } = page;
  const box = boxes[index];
  const most = sizeOf(page, box);
  const isEnough = (inner) =>
    ranges.length
      ? sizeOf(page, inner) < most && ranges.every((range) => isInside(range, inner))
      : sizeOf(page, inner) >= SAME * most;
  const isSmaller = ([start, end]) => end - start < box[1] - box[0];
  const inside = choosable(page).filter((other) => other !== index && isInside(boxes[other], box));
  const found = smallest(
    page,
    inside.filter((other) => isSmaller(boxes[other]) && isEnough(boxes[other])),
  );
  return found === undefined ? null : { index: found, why: ranges.length ? "holds" : "same", ranges };
}

const plain = (word) => (word ?? "").toLowerCase();

// The places of some words before a token.
function* placesBefore({ words }, sought, end) {
  const [first, ...rest] = sought;
  const isHere = (place) => rest.every((word, offset) => plain(words[place + offset + 1]) === word);
  for (let place = 0; place + sought.length <= end; place += 1)
    if (plain(words[place]) === first && isHere(place)) yield place;
}

// The first earlier box in which the words of the short answer stand as well.
function earlier(page, index, ranges) {
  if (ranges.length !== 1) return null;
  const { boxes, tokens } = page;
  const sought = wordsOf(page, ranges[0]).map(plain);
  if (!sought.length || sought.join("").length < LEAST) return null;
  for (const place of placesBefore(page, sought, placeOf(page, boxes[index][0]))) {
    const range = [tokens[place], tokens[place + sought.length - 1] + 1];
    const isBefore = (other) => isInside(range, boxes[other]) && boxes[other][1] <= boxes[index][0];
    const found = smallest(page, choosable(page).filter(isBefore));
    if (found !== undefined) return { index: found, why: "earlier", ranges: [range] };
  }
  return null;
}

// What to take in place of a box: {index, why, ranges}; null where the rule is kept, as far as can be told.
function better(page, index, ranges) {
  if (!page.boxes[index]) return null;
  return smaller(page, index, ranges) ?? (ranges.length ? earlier(page, index, ranges) : null);
}

// What is known of the page, once its frame has told.
export function makeBoxes() {
  let page = pageOf({});
  return {
    learn: (told) => (page = pageOf(told)),
    // Whether a box holds a range; as far as is known, before the page is there.
    holds: (index, range) => !page.boxes[index] || isInside(range, page.boxes[index]),
    textOf: (range) => textOf(page, range),
    describe: (index) => describe(page, index),
    better: (index, ranges) => better(page, index, ranges),
  };
}
