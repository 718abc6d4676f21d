// Puts a page that the server answered with in the place of this one, part by part: what is the same stays as it is,
// with its scrolled place, and the focus stays where it was. Answers whether the two pages have the same parts.

const partsOf = (root) => new Map([...root.querySelectorAll("[data-part]")].map((part) => [part.dataset.part, part]));

export function swap(page, html, show) {
  const fresh = new DOMParser().parseFromString(html, "text/html");
  const [mine, theirs] = [partsOf(page), partsOf(fresh)];
  if (![...mine.keys()].every((name) => theirs.has(name)) || mine.size !== theirs.size || !mine.size) return false;
  const place = placeOfFocus();
  for (const [name, part] of mine) {
    const next = theirs.get(name);
    if (show[name]) show[name](part, next);
    else if (part.outerHTML !== next.outerHTML) replace(part, next);
  }
  document.title = fresh.title;
  focusAgain(place);
  return true;
}

// The list keeps its place; what is about an item begins at its top.
function replace(part, next) {
  const kept = [...part.querySelectorAll("[data-scrolled]")].map((box) => box.scrollTop);
  part.replaceWith(next);
  next.querySelectorAll("[data-scrolled]").forEach((box, n) => (box.scrollTop = kept[n] ?? 0));
}

function placeOfFocus() {
  const now = document.activeElement;
  if (!now || !now.closest("[data-part]")) return null;
  const { id, name, value, dataset } = now;
  if (now.matches(".item")) return ".item[aria-current]";
  if (id) return `#${CSS.escape(id)}`;
  if (dataset.key) return `[data-key="${CSS.escape(dataset.key)}"]`; // the same key may do another thing to the next
  if (name && now.matches("button, input")) return `[name="${CSS.escape(name)}"][value="${CSS.escape(value)}"]`;
  return ".case";
}

// Where the button is gone, as “Keep” is without a majority, or keys decide nothing, one goes on at the item itself.
function focusAgain(place) {
  if (!place || document.activeElement !== document.body) return;
  const found = document.querySelector(place);
  const goesOn = found && !found.closest("[data-rests]") ? found : document.querySelector(".case");
  goesOn?.focus({ preventScroll: true });
  if (document.activeElement === document.body) document.querySelector(".case")?.focus({ preventScroll: true });
}
