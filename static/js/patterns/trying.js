// Tries patterns while they are typed: the server says which judged answers they find. Without it there is a button.

const PAUSE = 400; // milliseconds without a key before the server is asked

for (const form of document.querySelectorAll("form[data-try-patterns]")) {
  const target = document.querySelector(form.dataset.tryPatterns);
  const text = form.elements.namedItem("text");
  let waiting = 0;
  let asked = 0;

  async function ask() {
    const number = ++asked;
    const body = new FormData(form);
    body.set("do", "try");
    try {
      const answer = await fetch(location.href, { method: "POST", body, headers: { "X-Part": "answers" } });
      const html = await answer.text();
      if (number === asked && (answer.ok || answer.status === 422)) target.innerHTML = html;
    } catch {
      // Away: what is shown stays, and the button says so when it is pressed.
    }
  }

  text.addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(ask, PAUSE);
  });
}
