// What strings say but for case, punctuation and spaces, as selectors/alike.py has it.

const WORD = /[\p{L}\p{N}]+/gu;
const known = new Map(); // string -> its words, with a blank around each
const runs = new Map(); // words -> the same without blanks

export function wordsOf(text) {
  if (!known.has(text)) known.set(text, ` ${(text.normalize("NFKC").toLowerCase().match(WORD) ?? []).join(" ")} `);
  return known.get(text);
}

function run(words) {
  if (!runs.has(words)) runs.set(words, words.replaceAll(" ", ""));
  return runs.get(words);
}

// "same", "near" (one is in the other as whole words), or nothing.
export function likeness(one, other) {
  const [first, second] = [wordsOf(one), wordsOf(other)];
  if (!first.trim() || !second.trim()) return one.trim() === other.trim() ? "same" : "";
  if (run(first) === run(second)) return "same";
  return first.includes(second) || second.includes(first) ? "near" : "";
}
