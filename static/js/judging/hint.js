// Why a key did nothing, or what it needs first: said to those who do not see the page, and shown quietly for a while.

import { announce } from "./announce.js";
import { onceFor, theOne } from "./the-one.js";

const SHOWN = 4000; // milliseconds
const line = theOne(".key-hint");
const hider = onceFor((place) => {
  let timer;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(() => (place.hidden = true), SHOWN);
  };
});

export function hint(text) {
  announce(text);
  const place = line() ?? document.body.appendChild(made());
  place.textContent = text;
  place.hidden = false;
  hider(place)();
}

// Where the page announces nothing by itself, the sentence is heard where it is seen.
function made() {
  const element = Object.assign(document.createElement("p"), { className: "key-hint" });
  if (document.querySelector("[data-announce]")) element.ariaHidden = "true";
  else element.role = "status";
  return element;
}
