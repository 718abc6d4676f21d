// The end of a question: what its button says, where it leads while something is missing, and what comes next.

import { announce } from "./status.js";
import { theOne } from "./the-one.js";

const finish = theOne("[data-finish]");
const endOf = (form) => form?.querySelector("[data-end]");

// The button knows what the server would say as soon as all is judged and saved.
export function bindEnding(isAllSaved) {
  const form = finish();
  const button = endOf(form);
  if (!button) return;
  const none = form.querySelector("[data-no-answer] input");
  const isNoneFound = () => Boolean(none) && !none.closest("label").hidden;
  let lead = ""; // where the button leads while something is missing

  function leadOn(event) {
    if (!lead || !isAllSaved()) return sayNone();
    event.preventDefault();
    event.stopImmediatePropagation();
    window.location.assign(lead);
  }

  function sayNone() {
    if (none) none.checked = isNoneFound();
  }

  async function learn() {
    lead = "";
    if (form.hidden || !isAllSaved()) return;
    const response = await fetch(form.dataset.ending, { headers: { "X-Assize-Fetch": "1" } }).catch(() => null);
    if (!response?.ok || form.hidden) return;
    const { missing, next } = await response.json();
    lead = missing[0]?.href ?? "";
    name(missing[0]?.text);
    if (!lead && next?.src) loadAhead(form, next.src);
  }

  function name(missing) {
    const { end, none: noneFound } = button.dataset;
    const text = typeof missing === "string" ? missing : lead ? null : isNoneFound() ? noneFound : end;
    const label = button.querySelector("[data-end-label]");
    if (text && label.textContent !== text) label.textContent = text;
  }

  none?.closest("label").classList.add("sr"); // the button says it
  form.addEventListener("submit", leadOn, { capture: true });
  document.addEventListener("all-sent", learn);
  new MutationObserver(name).observe(form, { attributes: true, subtree: true, attributeFilter: ["hidden"] });
  name();
  learn();
}

// The first document of the next question is in the browser before it is wanted.
function loadAhead(form, src) {
  if (form.querySelector("iframe")) return;
  const frame = Object.assign(document.createElement("iframe"), { src, hidden: true, tabIndex: -1 });
  frame.setAttribute("sandbox", "allow-scripts"); // as it will be shown
  frame.setAttribute("aria-hidden", "true");
  form.append(frame);
}

// Where questions are judged run by run: the next list with something open, offered at the end of this one.
export const nextList = () => finish()?.querySelector("[data-next-list]");

// Finishes, where that can be, or goes to the next list.
export function finishNow(otherwise = () => {}) {
  const form = finish();
  const button = endOf(form);
  if (!form || form.hidden || !(button || nextList())) return otherwise();
  if (!button) return nextList().click();
  announce(button.textContent.trim());
  form.requestSubmit(button);
}

// Enter presses what has the focus; else it does this.
export const enter = (act) => () => {
  const focused = document.activeElement;
  if (focused.matches("main :is(button, summary, a[href]:not([aria-current]))")) focused.click();
  else act();
};
