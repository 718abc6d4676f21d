// Asks the server for what stands beside answers, where no save has brought it.

import { part } from "../behaviour.js";
import { gettext } from "../gettext.js";
import { docidOf } from "./rows.js";

export function makeAsking(root, rows, ahead) {
  const base = part(root, "document-url").dataset.documentUrl;

  async function answered(query) {
    ahead.noteAsked();
    const address = `${base}?${new URLSearchParams(query)}`;
    const response = await fetch(address, { headers: { "X-Assize-Fetch": "1" } }).catch(() => null);
    return response?.ok ? response.json().catch(() => null) : null;
  }

  // One document, with a search or without.
  const ask = async (query) => (await answered(query)) ?? notHad(docidOf(rows.byId(query.item)));

  // The documents of several answers, for ahead.js; what was asked before it forgot them may be true no more.
  async function askFor(items) {
    const asked = ahead.turn();
    const said = await answered({ beside: items.join() });
    if (asked === ahead.turn()) ahead.bring(items, said?.beside);
  }

  return { ask, askFor };
}

function notHad(docid) {
  const notice = gettext("The document cannot be loaded now. Your judgments are kept; it comes back with the network.");
  return { docid, src: "", about: "", anchor: "hit", places: 0, place: 0, notice };
}
