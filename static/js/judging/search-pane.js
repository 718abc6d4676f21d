// The search of the collection, opened over what is beside the list. It stays as it was left until the page goes.

import { behaviour, part } from "../behaviour.js";

export const searchPane = behaviour("search-pane", (pane) => {
  const link = document.querySelector("[data-search-link]"); // above, among what belongs to the question
  const frame = pane.querySelector("iframe");
  const focusField = () => frame.contentDocument?.getElementById("q")?.focus();

  function show(isShown) {
    pane.hidden = !isShown;
    link.setAttribute("aria-expanded", isShown);
    if (!isShown) return link.focus();
    if (frame.src) return focusField();
    frame.addEventListener("load", focusField, { once: true });
    frame.src = link.href;
  }

  link.setAttribute("aria-expanded", "false");
  link.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    show(pane.hidden);
  });
  part(pane, "search-close").addEventListener("click", () => show(false));
  window.addEventListener("message", ({ source, origin, data }) => {
    const isOurs = source === frame.contentWindow && origin === window.location.origin;
    if (isOurs && data?.type === "found") document.dispatchEvent(new CustomEvent("found", { detail: data }));
  });
});
