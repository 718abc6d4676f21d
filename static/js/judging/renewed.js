// What was not taken because something else is stored by now, said once more, of what is stored.

import { said } from "../annotating/record.js";
import { makeId } from "./transport.js";

export function renewed({ problem: { stored }, ...entry }) {
  const id = makeId();
  if (entry.kind === "annotation" && entry.change) {
    const fields = { ...entry.fields, seen: stored.version, client_id: id };
    return { ...entry, id, fields, before: stored, after: said(stored, entry.step, entry.change) };
  }
  const settled = entry.change?.grade ? { later: false } : {};
  const after =
    entry.kind === "notes" ? entry.after : { ...stored, ...settled, ...entry.change, changes: stored.changes + 1 };
  return {
    ...entry,
    id,
    fields: { ...entry.fields, seen: stored.version ?? stored.changes, client_id: id },
    before: stored,
    after,
  };
}
