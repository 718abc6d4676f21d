// The document beside the item. The next one is loaded behind the one that is shown, and takes its place when it is
// there.

import { giveBack } from "../judging/framed.js";
import { leadToSentences } from "../judging/sentences.js";

export function makePaper(page) {
  const paper = () => page.querySelector("[data-part=paper]");
  const lead = () => leadToSentences(paper()?.querySelector(".around"));

  function show(part, next) {
    if (part.dataset.shows === next.dataset.shows) return;
    const [before, frame] = [part.querySelector("iframe.shown"), next.querySelector("iframe")];
    if (!before || !frame) return part.replaceWith(next);
    for (const old of part.querySelectorAll("iframe:not(.shown)")) old.remove();
    for (const piece of part.querySelectorAll(":scope > :not(.frames)")) piece.remove();
    for (const piece of [...next.children].filter((one) => one.className !== "frames"))
      part.insertBefore(piece, part.querySelector(".frames"));
    part.dataset.shows = next.dataset.shows;
    lead();
    frame.classList.remove("shown");
    frame.setAttribute("aria-hidden", "true");
    frame.addEventListener("load", () => turn(before, frame), { once: true });
    before.parentElement.append(frame);
  }

  // Goes to the next or previous marked place, round at the ends, without asking the server.
  function step(by) {
    const frame = paper().querySelector("iframe.shown");
    const places = Number(frame?.dataset.places);
    if (!places) return;
    frame.dataset.place = ((Number(frame.dataset.place) - 1 + by + places) % places) + 1;
    frame.contentWindow.location.replace(`${frame.dataset.src}#${frame.dataset.anchor}-${frame.dataset.place}`);
    const said = paper().querySelector("[data-place]");
    if (said) said.textContent = frame.dataset.place;
  }

  lead();
  return { show, step, focusFind: () => paper().querySelector("[name=find]")?.select() };
}

function turn(before, frame) {
  if (!frame.isConnected) return;
  giveBack(before);
  before.remove();
  frame.removeAttribute("aria-hidden");
  frame.classList.add("shown");
}
