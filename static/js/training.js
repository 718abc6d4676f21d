// A try at a sample question: the keys of the judging page grade the answer in focus and go to the next; every grade is
// kept at once, and what is not kept yet goes with the page that is left.
// Without this script the page is a plain form.
import { gettext } from "./gettext.js";
import { bindKeys } from "./judging/keys.js";

const form = document.querySelector("[data-training]");
const answers = [...form.querySelectorAll("[data-answer]")];
const status = form.querySelector("[data-saving]");
const isGraded = (answer) => answer.querySelector(":checked") !== null;
const finish = form.querySelector("[data-finish]");
let last = null; // the answer that had the focus: a click in its document takes the focus away, not the keys
const unkept = new Map(); // what is graded and not kept yet: the name of an answer's field, and its grade
let keeping = Promise.resolve();

form.addEventListener("focusin", ({ target }) => {
  last = target.closest("[data-answer]") ?? last;
  showMarks(target.closest("[data-answer]"));
});
form.addEventListener("change", ({ target: { name, value } }) => {
  form.querySelector("[data-graded]").textContent = answers.filter(isGraded).length;
  unkept.set(name, value);
  keeping = keeping.then(() => keep());
});
form.addEventListener("submit", () => unkept.clear()); // the form has it all
window.addEventListener("pagehide", () => keep({ keepalive: true }));
bindKeys({
  ...Object.fromEntries(gradeKeys().map((key) => [key, () => grade(key)])),
  j: () => walk(1),
  k: () => walk(-1),
});

function gradeKeys() {
  return [...new Set([...form.querySelectorAll("[data-grade]")].map((radio) => radio.dataset.grade))];
}

// The answer in focus, or that had it; before any had, the first that has no grade.
function current() {
  const focused = document.activeElement?.closest("[data-answer]");
  return answers.indexOf(focused ?? last ?? answers.find((answer) => !isGraded(answer)) ?? answers[0]);
}

function grade(key) {
  if (document.activeElement === finish) return; // a key too many changes no grade
  const place = current();
  const radio = answers[place].querySelector(`[data-grade="${key}"]`);
  radio.checked = true;
  radio.dispatchEvent(new Event("change", { bubbles: true }));
  if (place + 1 < answers.length) focus(place + 1);
  else finish.focus();
}

function walk(step) {
  const focused = document.activeElement?.closest("[data-answer]");
  focus(focused ? Math.min(Math.max(answers.indexOf(focused) + step, 0), answers.length - 1) : current());
}

function focus(place) {
  const answer = answers[place];
  (answer.querySelector(":checked") ?? answer.querySelector("input")).focus({ preventScroll: true });
  answer.scrollIntoView({ block: "nearest" });
}

// In its document, only the answer in focus stays marked.
function showMarks(answer) {
  for (const mark of form.querySelectorAll("mark")) {
    const isBeside = answer && mark.closest("section").contains(answer);
    mark.classList.toggle("faint", Boolean(isBeside) && !mark.dataset.of.split(" ").includes(answer.dataset.marks));
  }
}

// Sends what is not kept yet, and no other grade: another window may have changed it. What cannot be kept is still on
// the page, and goes with the next grade or the button.
async function keep(options) {
  if (!unkept.size) return;
  const sent = new Map(unkept);
  const own = { csrfmiddlewaretoken: form.elements.csrfmiddlewaretoken.value, quietly: "1" };
  const body = new URLSearchParams([...Object.entries(own), ...sent]);
  status.textContent = gettext("saving …");
  try {
    const response = await fetch(form.dataset.training, { method: "POST", body, redirect: "manual", ...options });
    if (response.status !== 204) status.textContent = gettext("not kept: {why}", { why: await refusal(response) });
    else status.textContent = saidOnce(sent);
  } catch {
    status.textContent = gettext("not kept yet: the site cannot be reached. Your grades stay on this page.");
  }
}

// Once these are kept.
function saidOnce(sent) {
  for (const [name, grade] of sent) if (unkept.get(name) === grade) unkept.delete(name);
  return unkept.size ? gettext("saving …") : gettext("kept ✓");
}

function refusal(response) {
  if (response.status >= 500)
    return gettext("the server has an error ({status}). Your grades stay on this page.", {
      status: String(response.status),
    });
  return response.status === 422 ? response.text() : gettext("open the page anew, or sign in in another tab");
}
