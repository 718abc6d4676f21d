// What is said to those who do not see the page.

const voice = document.querySelector("[data-announce]");

export function announce(text) {
  if (!voice) return;
  if (voice.textContent === text) voice.textContent = "";
  voice.textContent = text;
}
