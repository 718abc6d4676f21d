// Saves that the server did not take: both versions where two windows disagree, else what happened. The person decides.

const place = document.querySelector("[data-problems]");

// answer(entry, mine) is called with what was decided.
export function showProblems(entries, answer) {
  const ids = entries.map(({ id }) => id).join(" ");
  if ((place.dataset.shown ?? "") === ids) return; // whoever is about to answer keeps the focus
  place.dataset.shown = ids;
  place.replaceChildren(...entries.map((entry) => box(entry, answer)));
}

function box(entry, answer) {
  const { message, remedy, stored, kind } = entry.problem;
  const section = document.createElement("section");
  section.className = "problem";
  section.setAttribute("role", "alert");
  const text = document.createElement("p");
  const happened = document.createElement("b");
  happened.textContent = entry.title ? `${entry.title}: ${message}` : message;
  text.append(happened, ` ${remedy}`);
  const choices = document.createElement("div");
  choices.className = "versions";
  if (kind === "conflict" && stored) {
    choices.append(button(`Keep what is stored: ${spell(stored)}`, () => answer(entry, false)));
    choices.append(button(`Use mine: ${spell({ ...stored, ...entry.after })}`, () => answer(entry, true)));
  } else {
    choices.append(button(`Understood; leave out ${entry.label}`, () => answer(entry, false)));
  }
  section.append(text, choices);
  return section;
}

function spell({ grade, note, later, rules_of_thumb: rules, canonical_answer: canonical, comment }) {
  if (rules !== undefined) return [rules, canonical, comment].filter(Boolean).map((text) => `“${shorten(text)}”`).join(" · ") || "nothing";
  return [grade || "not judged", later && "later", note && `“${shorten(note)}”`].filter(Boolean).join(" · ");
}

const shorten = (text) => (text.length > 80 ? `${text.slice(0, 79)}…` : text);

function button(label, act) {
  const made = document.createElement("button");
  made.className = "btn";
  made.type = "button";
  made.textContent = label;
  made.addEventListener("click", act);
  return made;
}
