// What strings say but for case, punctuation and spaces, as selectors/alike.py has it. Each is read once.

const WORD = /[\p{L}\p{N}]+/gu;

function remembered(read) {
  const known = new Map();
  return (text) => {
    if (!known.has(text)) known.set(text, read(text));
    return known.get(text);
  };
}

// The words of a string, with a blank around each.
export const wordsOf = remembered((text) => ` ${(text.normalize("NFKC").toLowerCase().match(WORD) ?? []).join(" ")} `);
const run = remembered((words) => words.replaceAll(" ", ""));

// "same", "near" (one is in the other as whole words), or nothing.
export function likeness(one, other) {
  const [first, second] = [wordsOf(one), wordsOf(other)];
  if (!first.trim() || !second.trim()) return one.trim() === other.trim() ? "same" : "";
  if (run(first) === run(second)) return "same";
  return first.includes(second) || second.includes(first) ? "near" : "";
}
