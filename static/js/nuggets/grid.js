// The labels of one answer as a grid: a row for each nugget, in which keys give labels, and which they go along.

import { buttonOf } from "./labels.js";

// leadTo(line) shows where the answer may carry a nugget.
export function makeGrid({ lines, isOpen, label }, leadTo) {
  let place = null; // uid of the nugget that keys speak of

  const inFocus = () =>
    document.activeElement?.closest?.(".nugget.cell") ??
    lines().find(({ dataset }) => dataset.uid === place) ??
    lines().find(isOpen) ??
    lines()[0];

  function focusOn(line) {
    if (!line) return;
    place = line.dataset.uid;
    leadTo(line);
    line.focus({ preventScroll: true });
    line.scrollIntoView({ block: "nearest" });
  }

  function step(by) {
    const all = lines();
    focusOn(all[Math.min(Math.max(all.indexOf(inFocus()) + by, 0), all.length - 1)]);
  }

  // After a label by key: the next nugget without one, round at the end; else it stays, and Enter goes on.
  function byKey(key) {
    const line = inFocus();
    const button = line && buttonOf(line, key);
    if (!button) return;
    label(line, button);
    const all = lines();
    const at = all.indexOf(line);
    focusOn([...all.slice(at + 1), ...all.slice(0, at)].find(isOpen) ?? line);
  }

  return { note: (line) => (place = line?.dataset.uid ?? place), forget: () => (place = null), focusOn, step, byKey };
}
