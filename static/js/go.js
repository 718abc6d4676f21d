// What “Go to…” finds while it is typed: arrows walk it, Enter opens the first or the one in focus. Without scripts the
// same form leads to a page of what is found.

import { behaviour, part } from "./behaviour.js";

const PAUSE = 150; // milliseconds without a key before the server is asked

export const going = behaviour("going", (dialog) => {
  const typed = dialog.querySelector("[name=q]");
  const ways = () => [...dialog.querySelectorAll("[data-found] a")];
  let waiting = 0;
  let asked = 0;

  async function look() {
    clearTimeout(waiting);
    const number = ++asked;
    const address = new URL(typed.form.action);
    address.searchParams.set("q", typed.value);
    const answer = await fetch(address, { headers: { "X-Assize-Fetch": "1" } }).catch(() => null);
    if (!answer?.ok || number !== asked) return; // away, or typed on: what is shown stays, and Enter says why
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    part(dialog, "found").replaceWith(part(page, "found"));
    dialog.dataset.found = typed.value;
  }

  function walk(by) {
    const all = ways();
    const at = all.indexOf(document.activeElement) + by;
    (all[at] ?? (at < 0 ? typed : all.at(-1)))?.focus();
  }

  typed.addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(look, PAUSE);
  });
  dialog.addEventListener("keydown", (event) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!by) return;
    event.preventDefault();
    walk(by);
  });
  typed.form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (dialog.dataset.found !== typed.value) await look();
    const [first] = ways();
    if (first && dialog.dataset.found === typed.value) first.click();
    else typed.form.submit();
  });
  dialog.addEventListener("click", ({ target }) => target === dialog && dialog.close());
  look();
});
