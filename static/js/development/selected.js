// The words that are marked in the document of a frame, which its own script tells.

// Answers askSelected(frame, then), which hears the answer to its last question, never to an earlier one.
export function selecting() {
  let answered = null;

  return function askSelected(frame, then) {
    const ask = () => frame.contentWindow.postMessage({ assize: 1, type: "selected" }, "*"); // its origin has no name
    window.removeEventListener("message", answered);
    answered = ({ source, data }) => {
      if (source !== frame.contentWindow || data?.assize !== 1) return;
      if (data.type === "hears") ask(); // its script has come only now
      if (data.type !== "selected") return;
      window.removeEventListener("message", answered);
      then(data.text.split(/\s+/).join(" ").trim());
    };
    window.addEventListener("message", answered);
    ask();
  };
}
