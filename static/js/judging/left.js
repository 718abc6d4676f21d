// A page may be made before what the page before it sent is stored, and shown after that: it would show less than is
// stored, and nothing would wait any more that says so. Such a page is loaded once more.

const NAME = "assize.left";
const LONG = 30000; // milliseconds in which a page that is being left is gone; a download leaves none

// ids answers what waits to be sent of this page. Answers a function to be called when something more is said.
export function watchLeaving(ids) {
  let since = -Infinity;
  const keep = () => {
    if (performance.now() - since < LONG) write({ path: window.location.pathname, ids: ids() });
  };
  window.addEventListener("beforeunload", () => {
    since = performance.now();
    keep();
  });
  return keep;
}

// Whether something that waited when this page was left for itself was stored before it could be shown.
export function isBehind(ids) {
  const { path, ids: left = [] } = read();
  write({});
  const waiting = ids();
  return path === window.location.pathname && left.some((id) => !waiting.includes(id));
}

function read() {
  try {
    return JSON.parse(window.sessionStorage.getItem(NAME)) ?? {};
  } catch {
    return {};
  }
}

function write(value) {
  try {
    window.sessionStorage.setItem(NAME, JSON.stringify(value));
  } catch {} // a browser that keeps nothing: what waits goes with the page, after a warning
}
