// A try at a sample question: the keys of the judging page grade the answer in focus and go to the next; every grade is
// kept at once, and what is not kept yet goes with the page that is left.
// Without this script the page is a plain form.

import { behaviour, part, parts } from "./behaviour.js";
import { gettext } from "./gettext.js";
import { bindKeys } from "./judging/keys.js";

const isGraded = (answer) => answer.querySelector(":checked") !== null;
const keysOf = (form) => [...new Set(parts(form, "grade").map((radio) => radio.dataset.grade))];

export const training = behaviour("training", (form) => {
  const answers = parts(form, "answer");
  const desk = makeDesk(form, answers);
  const keeper = makeKeeper(form);
  form.addEventListener("focusin", ({ target }) => desk.reach(target.closest("[data-answer]")));
  form.addEventListener("change", ({ target: { name, value } }) => {
    part(form, "graded").textContent = answers.filter(isGraded).length;
    keeper.add(name, value);
  });
  form.addEventListener("submit", keeper.clear); // the form has it all
  window.addEventListener("pagehide", () => keeper.keep({ keepalive: true }));
  const grading = keysOf(form).map((key) => [key, () => desk.grade(key)]);
  bindKeys({ ...Object.fromEntries(grading), j: () => desk.walk(1), k: () => desk.walk(-1) });
});

// Goes from answer to answer and grades them.
function makeDesk(form, answers) {
  const finish = part(form, "finish");
  let last = null; // the answer that had the focus: a click in its document takes the focus away, not the keys

  function reach(answer) {
    last = answer ?? last;
    showMarks(form, answer);
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
    if (place + 1 < answers.length) focus(answers[place + 1]);
    else finish.focus();
  }

  function walk(step) {
    const focused = document.activeElement?.closest("[data-answer]");
    const place = focused ? answers.indexOf(focused) + step : current();
    focus(answers[Math.min(Math.max(place, 0), answers.length - 1)]);
  }

  return { reach, grade, walk };
}

function focus(answer) {
  (answer.querySelector(":checked") ?? answer.querySelector("input")).focus({ preventScroll: true });
  answer.scrollIntoView({ block: "nearest" });
}

// In its document, only the answer in focus stays marked.
function showMarks(form, answer) {
  for (const mark of form.querySelectorAll("mark")) {
    const isBeside = answer && mark.closest("section").contains(answer);
    mark.classList.toggle("faint", Boolean(isBeside) && !mark.dataset.of.split(" ").includes(answer.dataset.marks));
  }
}

// Sends what is not kept yet, and no other grade: another window may have changed it. What cannot be kept is still on
// the page, and goes with the next grade or the button.
function makeKeeper(form) {
  const status = part(form, "saving");
  const unkept = new Map(); // what is graded and not kept yet: the name of an answer's field, and its grade
  let keeping = Promise.resolve();

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

  function add(name, grade) {
    unkept.set(name, grade);
    keeping = keeping.then(() => keep());
  }

  return { add, keep, clear: () => unkept.clear() };
}

function refusal(response) {
  if (response.status >= 500)
    return gettext("the server has an error ({status}). Your grades stay on this page.", {
      status: String(response.status),
    });
  return response.status === 422 ? response.text() : gettext("open the page anew, or sign in in another tab");
}
