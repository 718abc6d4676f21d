// Asks the server for what stands beside answers, where no save has brought it.

import { gettext } from "../gettext.js";
import { bring, noteAsked, turn } from "./ahead.js";
import { byId, docidOf } from "./rows.js";

const base = document.querySelector("#judge").dataset.documentUrl;

async function answered(query) {
  noteAsked();
  const response = await fetch(`${base}?${new URLSearchParams(query)}`, { headers: { "X-Assize-Fetch": "1" } }).catch(
    () => null,
  );
  return response?.ok ? response.json().catch(() => null) : null;
}

// One document, with a search or without.
export async function ask(query) {
  const notice = gettext("The document cannot be loaded now. Your judgments are kept; it comes back with the network.");
  return (
    (await answered(query)) ?? {
      docid: docidOf(byId(query.item)),
      src: "",
      about: "",
      anchor: "hit",
      places: 0,
      place: 0,
      notice,
    }
  );
}

// The documents of several answers, for ahead.js; what was asked before it forgot them may be true no more.
export async function askFor(items) {
  const asked = turn();
  const said = await answered({ beside: items.join() });
  if (asked === turn()) bring(items, said?.beside);
}
