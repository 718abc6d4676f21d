// Tries what a form holds while it is typed: the server says what comes of it. Without scripts there is a button.
// Buttons in what it said try again, with what they stand for; so does one of the form that has data-tries.

import { behaviour, part, parts } from "./behaviour.js";
import { gettext } from "./gettext.js";
import { exchanging } from "./exchange.js";
import { announce } from "./judging/announce.js";

const PAUSE = 400; // milliseconds without a key before the server is asked
const PART = { "X-Part": "answers" };

export const tries = behaviour("try", (form) => {
  const target = document.querySelector(form.dataset.try);
  const exchange = exchanging();
  let waiting = 0;
  let asked = 0;
  let last = Promise.resolve();

  // One after another: what a button says is said of what the answer before it showed.
  function ask(act) {
    const number = ++asked;
    last = last.then(() => (act || number === asked) && send(act, () => number === asked)).catch(() => away(act));
    return last;
  }

  async function send(act, isLast) {
    const answer = await fetch(location.href, { method: "POST", body: fieldsOf(form, act), headers: PART });
    const html = await answer.text();
    if ((act || isLast()) && (answer.ok || answer.status === 422)) await show(html);
    else if (act && !answer.ok) away(act);
  }

  async function show(html) {
    await exchange(target, () => put(target, html));
    settle(target);
    announce(
      parts(target, "tell")
        .map(({ textContent }) => textContent)
        .join(" ")
        .replace(/\s+/g, " ")
        .trim(),
    );
  }

  form.addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(ask, PAUSE);
  });
  form.addEventListener("submit", (event) => {
    const { submitter } = event;
    if (!submitter || !(target.contains(submitter) || "tries" in submitter.dataset)) return;
    event.preventDefault();
    clearTimeout(waiting);
    ask({ name: submitter.name, value: submitter.value });
  });
  target.addEventListener("click", (event) => {
    const row = event.target.closest("[data-live] a.item");
    if (!row) return;
    event.preventDefault();
    ask({ name: "go", value: row.dataset.item });
  });
  settle(target);
});

// What is typed stays, whoever is away; what a button stood for is to be done again.
function away(act) {
  if (act) announce(gettext("The server does not answer. Nothing is lost; try again."));
}

// What is sent: of a large text or file so much that the server sees that it is too large.
function fieldsOf(form, act) {
  const body = new FormData(form);
  for (const { name, value, dataset } of form.querySelectorAll("textarea[data-most]")) {
    if (value.length <= dataset.most) continue;
    body.delete(name);
    body.set(`${name}_file`, new Blob([value.slice(0, Number(dataset.most) + 1)]), name);
  }
  for (const { name, files, dataset } of form.querySelectorAll("[type=file]")) {
    const [file] = "into" in dataset ? files : [];
    if (file) body.set(name, file.slice(0, Number(dataset.most) + 1), file.name);
    else if (!("into" in dataset) || !body.get(name)?.size) body.delete(name); // an evaluation's file is not sent yet
  }
  if (act) body.set(act.name, act.value);
  body.set("do", "try");
  return body;
}

// The page stays where it is: what had the focus has it again, and what was open is open.
function put(target, html) {
  const open = [...target.querySelectorAll("details[id][open]")].map(({ id }) => `#${id}`);
  target.innerHTML = html;
  for (const details of open.length ? target.querySelectorAll(open) : []) details.open = true;
  return target;
}

// With scripts rows lead to their answers; the one in focus is in view, and the page around the list stays.
function settle(target) {
  const list = part(target, "live");
  if (!list) return;
  list.inert = false;
  const row = list.querySelector("[aria-current]");
  if (row) list.scrollTop += row.getBoundingClientRect().top - list.getBoundingClientRect().top - list.clientHeight / 2;
}
