// Tries what a form holds while it is typed: the server says what comes of it. Without scripts there is a button.

const PAUSE = 400; // milliseconds without a key before the server is asked

for (const form of document.querySelectorAll("form[data-try]")) {
  const target = document.querySelector(form.dataset.try);
  let waiting = 0;
  let asked = 0;

  async function ask() {
    const number = ++asked;
    const body = new FormData(form);
    body.set("do", "try");
    for (const { name } of form.querySelectorAll("[type=file]")) body.delete(name); // chosen, not sent yet
    try {
      const answer = await fetch(location.href, { method: "POST", body, headers: { "X-Part": "answers" } });
      const html = await answer.text();
      if (number === asked && (answer.ok || answer.status === 422)) target.innerHTML = html;
    } catch {
      // Away: what is shown stays, and the button says so when it is pressed.
    }
  }

  form.addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(ask, PAUSE);
  });
}
