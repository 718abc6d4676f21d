// The answers in the list. What was said of each stands in the data- attributes of its link, and nowhere else.

export const all = () => [...document.querySelectorAll(".item")];
export const current = () => document.querySelector(".item[aria-current]");
export const byId = (id) => document.querySelector(`.item[data-item="${Number(id)}"]`);
export const textOf = (row) => row.querySelector(".s").textContent || (row.querySelector(".q") ?? row.querySelector(".p"))?.textContent || "";
export const docidOf = (row) => row.closest(".group").querySelector(".doc span").textContent;
export const numberOf = (row) => all().indexOf(row) + 1;
const isShown = (row) => !row.parentElement.hidden;

export function stateOf(row) {
  const { grade, note, later, changes } = row.dataset;
  return { grade, note, later: later === "1", changes: Number(changes) };
}

// Whether an answer has a grade: the assessor's own, or that of the gold standard.
export function isJudged({ dataset }) {
  return Boolean(dataset.grade || dataset.automatic);
}

export function put(row, { grade, note, later, changes }) {
  Object.assign(row.dataset, { grade, note, later: later ? "1" : "", changes });
  row.querySelector(".g").textContent = label(grade, note, later, row.dataset.automatic);
}

function label(grade, note, later, automatic) {
  const key = document.querySelector(`[name=grade][value="${grade}"]`)?.dataset.key;
  const given = key ? `${key} ${grade}` : grade;
  const said = [given || (automatic && `${automatic} by gold`), later ? "later" : "", note ? "note" : ""];
  return said.filter(Boolean).join(" · ") || "—";
}

export function makeCurrent(row) {
  const before = current();
  const listHadFocus = before?.contains(document.activeElement);
  before?.removeAttribute("aria-current");
  before?.removeAttribute("id"); // by which the grade buttons are described
  row.setAttribute("aria-current", "true");
  row.id = "answer-now";
  reveal(row);
  if (listHadFocus) row.focus({ preventScroll: true });
}

// Scrolls the list alone: the page around it stays where it is.
export function reveal(row) {
  const list = row.closest("[data-rows]");
  const [box, mine] = [list.getBoundingClientRect(), row.getBoundingClientRect()];
  const margin = Math.min(64, box.height / 4);
  if (mine.top < box.top + margin) list.scrollTop -= box.top + margin - mine.top;
  else if (mine.bottom > box.bottom - margin) list.scrollTop += mine.bottom - box.bottom + margin;
}

// Where a judgment leads, as selectors/rows.py says it: to what is open, then to what waits; else down the list.
export function following(row, mode) {
  const rows = all();
  const place = rows.indexOf(row);
  if (mode !== "open") return rows.slice(place + 1).find(isShown);
  const needle = document.querySelector("[name=q].search").value.toLowerCase();
  const ahead = [...rows.slice(place + 1), ...rows.slice(0, place)].filter((other) => textOf(other).toLowerCase().includes(needle));
  return ahead.find((other) => !isJudged(other) && !other.dataset.later) ?? ahead.find(({ dataset }) => dataset.later);
}

export function neighbour(row, step) {
  const shown = all().filter((other) => other === row || isShown(other));
  return shown[shown.indexOf(row) + step];
}
