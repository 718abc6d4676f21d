// A document that is read to develop questions: the words marked in it come into the form beside it.

const frame = document.querySelector("iframe[data-document]");
const button = document.querySelector("[data-take-selected]");
const field = document.querySelector("#found-answer");

function take({ source, data }) {
  if (source !== frame.contentWindow || data?.assize !== 1 || data.type !== "selected") return;
  const words = data.text.split(/\s+/).join(" ").trim();
  if (words) field.value = words;
  field.focus();
}

if (button) {
  button.hidden = false;
  window.addEventListener("message", take);
  button.addEventListener("click", () => {
    frame.contentWindow.postMessage({ assize: 1, type: "selected" }, "*"); // its origin has no name
  });
}
