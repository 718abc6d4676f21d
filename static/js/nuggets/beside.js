// The document of the answer in focus, loaded when it is opened.

import { part } from "../behaviour.js";
import { gettext } from "../gettext.js";

// Shows the document of a row; url is where documents are asked for. Nothing where nothing is to be read.
export function makeBeside(panel, url) {
  if (!panel) return () => {};
  const frame = panel.querySelector("iframe");

  function draw({ src = "", notice = gettext("The document cannot be loaded now."), anchor, place, about = "" }) {
    frame.hidden = !src;
    if (src) frame.src = src + (place ? `#${anchor}-${place}` : "");
    Object.assign(part(panel, "amiss"), { textContent: notice, hidden: !notice });
    part(panel.closest(".answer"), "about").textContent = about;
  }

  return async (row) => {
    if (!row || !panel.open || frame.dataset.item === row.dataset.item) return;
    frame.dataset.item = row.dataset.item;
    const address = `${url}?item=${row.dataset.item}`;
    const response = await fetch(address, { headers: { "X-Assize-Fetch": "1" } }).catch(() => null);
    draw(response?.ok ? await response.json() : {});
  };
}
