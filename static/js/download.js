// Saves questions and then shows the page of clocks. Without scripts the browser saves them by itself and stays.

import { behaviour } from "./behaviour.js";

export const downloads = behaviour("download", (form) => {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    save(form, event.submitter).catch(() => form.submit());
  });
});

async function save(form, button) {
  if (button) button.disabled = true;
  const answer = await fetch(form.action, { method: "POST", body: new FormData(form) });
  const name = /filename="([^"]+)"/.exec(answer.headers.get("Content-Disposition") ?? "")?.[1];
  if (name) keep(await answer.blob(), name);
  window.location.assign(form.dataset.download);
}

function keep(blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
