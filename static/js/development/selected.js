// The words that are marked in the document of a frame, which its own script tells.

export function askSelected(frame, then) {
  const take = ({ source, data }) => {
    if (source !== frame.contentWindow || data?.assize !== 1 || data.type !== "selected") return;
    window.removeEventListener("message", take);
    then(data.text.split(/\s+/).join(" ").trim());
  };
  window.addEventListener("message", take);
  frame.contentWindow.postMessage({ assize: 1, type: "selected" }, "*"); // its origin has no name
}
