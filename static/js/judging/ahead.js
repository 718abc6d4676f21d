// What stands beside the next answers, and their documents: the page comes with those of one, and the answer to each
// save brings what is missing, so that the page asks for nothing by itself. Kept for few answers, for a short time, and
// only as long as it is true.

const MOST = 4; // answers
const FRESH = 600000; // milliseconds; who paused longer asks anew
const OPEN = 1500; // milliseconds to wait for the answer to a save; then the page asks by itself

const isFresh = (found) => Boolean(found) && found.until > Date.now();

// root hears "ahead-renewed" when what was kept is true no more, by what the server has stored.
export function makeAhead(root) {
  const kept = new Map(); // item -> {panel, settle, until}
  let turns = 0;
  let asked = 1; // how often since they were forgotten last; the page came with the first of them

  // Those of the items that are still to be fetched, marked as such: whoever gets them fetches them.
  function wanted(items) {
    const missing = items.slice(0, MOST).filter((item) => !has(item));
    for (const item of missing) keep(item);
    return missing;
  }

  function keep(item) {
    let settle;
    const panel = new Promise((resolve) => (settle = resolve));
    setTimeout(settle, OPEN);
    kept.delete(item);
    kept.set(item, { panel, settle, until: Date.now() + FRESH });
    for (const oldest of [...kept.keys()].slice(0, -2 * MOST)) kept.delete(oldest);
  }

  // Whether an answer's are here, or on their way.
  const has = (item) => isFresh(kept.get(item));

  // What an answer of the server brought; nothing for what it left out.
  function bring(items, panels = []) {
    const found = new Map(panels.map((panel) => [String(panel.item), panel]));
    for (const item of items) kept.get(item)?.settle(found.get(item));
  }

  // The panel of an answer, or a promise of it; undefined where nobody asked. It is given once: whoever comes back
  // sees what was accepted meanwhile.
  function take(item) {
    const found = kept.get(item);
    if (!isFresh(found)) return undefined;
    return found.panel.then((panel) => {
      if (kept.get(item) === found) kept.delete(item);
      return panel;
    });
  }

  // Another answer was accepted, or no longer is: its marks in documents to come are not what they were.
  function forget() {
    turns += 1;
    asked = 0;
    for (const { settle } of kept.values()) settle();
    kept.clear();
  }

  // The server has stored something. What came before it undid that, or knew of an accepted answer, may show it
  // otherwise: the page asks anew.
  function renew({ kind, accepts }) {
    if (kind !== "undo" && !(accepts && asked)) return;
    forget();
    root.dispatchEvent(new Event("ahead-renewed"));
  }

  // The page asks by itself: the server may not know yet what was said before, as no save brought the answer.
  const noteAsked = () => (asked += 1);

  // How often documents were forgotten: what was made ready before is made ready again, unless it is wanted at once.
  const turn = () => String(turns);

  const come = JSON.parse(root.querySelector("#ahead")?.textContent ?? "[]");
  bring(wanted(come.map(({ item }) => String(item))), come);
  return { wanted, has, bring, take, forget, renew, noteAsked, turn };
}
