// The words that are marked in the document of a frame, which its own script tells.

let asked = null; // who waits: a frame that does not listen yet answers to nobody, and never to an earlier press

export function askSelected(frame, then) {
  window.removeEventListener("message", asked);
  asked = ({ source, data }) => {
    if (source !== frame.contentWindow || data?.assize !== 1 || data.type !== "selected") return;
    window.removeEventListener("message", asked);
    then(data.text.split(/\s+/).join(" ").trim());
  };
  window.addEventListener("message", asked);
  frame.contentWindow.postMessage({ assize: 1, type: "selected" }, "*"); // its origin has no name
}
