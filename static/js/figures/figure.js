// What figures can do beside being seen: values at the pointer, arrow keys from point to point, and a picture to keep.

import { behaviour } from "../behaviour.js";
import { gettext } from "../gettext.js";
import { savePicture } from "./png.js";
import { middle, takeWords, Walk } from "./walk.js";

const KEYS = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End"];

export const figures = behaviour("figure", (figure) => {
  bindPicture(figure);
  const plot = figure.querySelector(".chart-plot");
  if (!plot) return;
  const drawings = [...plot.querySelectorAll("svg")];
  const words = takeWords(drawings[0]);
  const walks = drawings.map((svg) => new Walk(svg, words));
  const reading = figure.querySelector("[data-reading]");
  const idle = reading.dataset.reading;
  let current = null;
  reading.textContent = idle;
  plot.setAttribute("role", "application"); // so that readers of screens leave the arrow keys to it
  plot.setAttribute("aria-roledescription", gettext("figure"));

  const walk = () => walks.find((each) => each.svg.getClientRects().length > 0);

  // A mark around the point, and its words below the figure; those of a mouse are beside it.
  function show(point, beside = false) {
    current = point;
    for (const mark of plot.querySelectorAll(".current")) mark.remove();
    figure.querySelector(".chart-tip")?.remove();
    if (point) outline(point.path, walk().svg);
    if (point && beside) tip(figure, point);
    else reading.textContent = point?.words ?? idle;
    reading.classList.toggle("on", Boolean(point) && !beside);
  }

  plot.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "Escape") {
      show(null);
      plot.blur();
    } else if (KEYS.includes(event.key) && !walk()?.isEmpty) {
      event.preventDefault();
      const group = walk().groups.flat();
      show(walk().next(group.includes(current) ? current : null, event.key));
      bringIntoView(current.path, plot);
    }
  });
  plot.addEventListener("blur", () => show(null));
  plot.addEventListener("pointermove", (event) => {
    const point = walk()?.at(event.clientX, event.clientY, event.target) ?? null;
    if (point !== current) show(point, event.pointerType === "mouse");
  });
  plot.addEventListener("pointerdown", (event) => {
    if (event.pointerType !== "mouse") show(walk()?.at(event.clientX, event.clientY, event.target) ?? null);
  });
  plot.addEventListener("pointerleave", (event) => event.pointerType === "mouse" && show(null));
});

function outline(path, svg) {
  const mark = path.cloneNode(false);
  mark.setAttribute("class", "current");
  svg.append(mark);
}

function tip(figure, point) {
  const { x, y } = middle(point.path);
  const box = figure.getBoundingClientRect();
  const words = document.createElement("div");
  words.className = "chart-tip";
  words.textContent = point.words;
  figure.append(words);
  const left = Math.min(x - box.x + 12, box.width - words.offsetWidth);
  words.style.left = `${Math.max(0, left)}px`;
  words.style.top = `${y - box.y - words.offsetHeight - 12}px`;
}

function bringIntoView(path, plot) {
  const { x } = middle(path),
    box = plot.getBoundingClientRect();
  if (x < box.left || x > box.right) plot.scrollLeft += x - (box.left + box.right) / 2;
}

function bindPicture(figure) {
  const button = figure.querySelector("[data-png]");
  if (!button) return;
  button.hidden = false;
  button.addEventListener("click", () => {
    const address = figure.querySelector("[data-svg]").href;
    savePicture(address, button.dataset.png).catch(() => window.location.assign(address));
  });
}
