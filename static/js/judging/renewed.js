// What was not taken because something else is stored by now, said once more, of what is stored.

import { makeId } from "./transport.js";

export function renewed({ problem: { stored }, ...entry }) {
  const id = makeId();
  const settled = entry.change?.grade ? { later: false } : {};
  const after = entry.kind === "notes" ? entry.after : { ...stored, ...settled, ...entry.change, changes: stored.changes + 1 };
  return { ...entry, id, fields: { ...entry.fields, seen: stored.version ?? stored.changes, client_id: id }, before: stored, after };
}
