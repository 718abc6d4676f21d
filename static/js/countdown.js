// Lets the clocks of a page tick, by the server's time: the reader's own clock may be wrong.

import { behaviour, parts } from "./behaviour.js";
import { gettext } from "./gettext.js";

const SECOND = 1000;

export const clocks = behaviour("clocks", (group) => {
  const pageMade = Date.parse(group.dataset.now);
  const sent = performance.timeOrigin + (performance.getEntriesByType("navigation")[0]?.responseStart ?? 0);
  const ticking = parts(group, "until");
  for (const note of parts(group, "as-of")) note.hidden = true;
  const tick = () => {
    const now = pageMade + (performance.timeOrigin + performance.now() - sent);
    for (const clock of ticking) show(clock, Date.parse(clock.dataset.until) - now);
  };
  tick();
  setInterval(tick, SECOND);
});

function show(clock, milliseconds) {
  const seconds = Math.floor(milliseconds / SECOND);
  const text = seconds > 0 ? spell(seconds) : gettext("over");
  if (clock.textContent !== text) clock.textContent = text;
  clock.classList.toggle("over", seconds <= 0);
}

function spell(seconds) {
  const two = (number) => String(number).padStart(2, "0");
  const [minutes, hours] = [Math.floor(seconds / 60), Math.floor(seconds / 3600)];
  const clock = `${two(hours % 24)}:${two(minutes % 60)}:${two(seconds % 60)}`;
  return gettext("{days} d {clock}", { days: String(Math.floor(hours / 24)), clock });
}
