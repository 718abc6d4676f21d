// In a short window, as at 200 or 400 % zoom, the page begins where answer, document and grades fill the screen. Pages
// without data-short-window scroll as they are.

import { behaviour } from "../behaviour.js";

export const short = behaviour("short-window", (bench) => {
  // A page that is loaded anew, or gone back to, stays where its reader had it. How far it is scrolled does not tell
  // that: a frame that shows its own passage moves the page around it, and may be quicker than this script.
  const [{ type }] = performance.getEntriesByType("navigation");
  if (type === "navigate") bench.scrollIntoView({ block: "start" });
});
