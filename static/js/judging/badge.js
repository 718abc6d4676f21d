// What the page says of saving, worked out from the queue alone: how much waits and why, and what was not taken.

import { gettext, ngettext } from "../gettext.js";

const WHY = {
  offline: gettext("no connection"),
  foreign: gettext("signed out, or in under another name"),
  "signed-out": gettext("signed out"),
};
const BUSY = gettext("the server’s database is busy");
const READ_ONLY = gettext("the server’s database is read-only");
const DAMAGED = gettext("the server’s database is damaged");
const SERVER = {
  disk_full: gettext("the server’s disk is full"),
  database_busy: BUSY,
  database_read_only: READ_ONLY,
  database_readonly: READ_ONLY,
  database_damaged: DAMAGED,
  database_corrupt: DAMAGED,
};

// Why nothing gets through, in a few words. trouble is what the queue met last: {kind, status, code, message}, or null.
export function reason(trouble) {
  if (!trouble) return "";
  const { kind, status, code = "" } = trouble;
  if (kind !== "server-error") return WHY[kind];
  if (SERVER[code]) return SERVER[code];
  if (code.startsWith("database_")) return gettext("the server’s database is not available");
  return gettext("the server has an error ({status})", { status: String(status) });
}

function waitingText(waiting, trouble) {
  if (trouble?.kind === "signed-out")
    return ngettext("Signed out: {n} judgment waiting", "Signed out: {n} judgments waiting", waiting);
  if (trouble?.kind === "foreign")
    return ngettext(
      "Signed out, or signed in under another name: {n} judgment waiting",
      "Signed out, or signed in under another name: {n} judgments waiting",
      waiting,
    );
  return [ngettext("{n} waiting", "{n} waiting", waiting), reason(trouble)].filter(Boolean).join(" · ");
}

// scriptError: what failed in the page's own scripts, "" where nothing did.
export function badgeOf({ trouble }, store, scriptError = "") {
  const waiting = store.waiting().length;
  const refused = store.problems().length;
  const why = waiting ? reason(trouble) : "";
  const unsent = waiting + refused;
  const parts = [
    waiting && waitingText(waiting, trouble),
    refused && ngettext("{n} not saved", "{n} not saved", refused),
    scriptError && (unsent ? scriptError : gettext("not saved · {error}", { error: scriptError })),
    unsent && !store.isKept && gettext("in this window only: keep this page open"),
  ].filter(Boolean);
  const isTrouble = why || refused || scriptError || (unsent && !store.isKept);
  return {
    text: parts.join(" · ") || gettext("all saved ✓"),
    tone: isTrouble ? "trouble" : waiting ? "waiting" : "",
    title: why && trouble.message ? [trouble.message, trouble.remedy].filter(Boolean).join(" ") : "",
    links: {
      "sign in": Boolean(why) && ["signed-out", "foreign"].includes(trouble.kind),
      "see what": refused > 0,
      "reload it": Boolean(scriptError) && store.isKept,
    },
  };
}
