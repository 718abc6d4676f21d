// The document of the answer in focus, loaded when it is opened.

import { gettext } from "../gettext.js";

const part = (name) => document.querySelector(`[data-${name}]`);

export async function showDocument(row) {
  const frame = part("document")?.querySelector("iframe");
  if (!row || !part("document")?.open || frame.dataset.item === row.dataset.item) return;
  frame.dataset.item = row.dataset.item;
  const url = `${document.querySelector("#workspace").dataset.documentUrl}?item=${row.dataset.item}`;
  const response = await fetch(url, { headers: { "X-Assize-Fetch": "1" } }).catch(() => null);
  const {
    src = "",
    notice = gettext("The document cannot be loaded now."),
    anchor,
    place,
    about = "",
  } = response?.ok ? await response.json() : {};
  frame.hidden = !src;
  if (src) frame.src = src + (place ? `#${anchor}-${place}` : "");
  Object.assign(part("amiss"), { textContent: notice, hidden: !notice });
  part("about").textContent = about;
}
