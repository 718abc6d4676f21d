// Sentences in the reader's language, whole ones. What a page's language says instead of the English ones comes with
// the page (assize/languages.py).

const { language, plurals, said } = globalThis.assizeWords ?? { language: "en", plurals: ["one", "other"], said: {} };
const kinds = new Intl.PluralRules(language);
const numbers = new Intl.NumberFormat(language, { numberingSystem: "latn" });

// A sentence with {values} put in by name; a number is a count.
export function gettext(sentence, values = {}) {
  return filled(said[sentence] ?? sentence, values);
}

// A sentence about n things, n in it as {n}: the English forms for one and for several of them.
export function ngettext(one, many, n, values = {}) {
  const forms = said[one] ?? [one, many];
  const at = plurals.indexOf(kinds.select(n));
  return filled(forms[at < 0 ? forms.length - 1 : at], { n, ...values });
}

const filled = (sentence, values) =>
  sentence.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? written(values[name]) : whole));
// A name from left to right takes no letter of an Arabic sentence around it along.
const written = (value) =>
  typeof value === "number" ? numbers.format(value) : document.dir === "rtl" ? `\u2068${value}\u2069` : value;
