// What the page says of saving, worked out from the queue alone: how much waits and why, and what was not taken.

const WHY = { offline: "no connection", foreign: "signed out, or in under another name", "signed-out": "signed out" };
const SIGNED_OUT = { foreign: "Signed out, or signed in under another name", "signed-out": "Signed out" };
const DATABASE = { busy: "is busy", read_only: "is read-only", readonly: "is read-only", damaged: "is damaged", corrupt: "is damaged" };

// Why nothing gets through, in a few words. trouble is what the queue met last: {kind, status, code, message}, or null.
export function reason(trouble) {
  if (!trouble) return "";
  const { kind, status, code = "" } = trouble;
  if (kind !== "server-error") return WHY[kind];
  if (code === "disk_full") return "the server’s disk is full";
  if (code.startsWith("database_")) return `the server’s database ${DATABASE[code.slice("database_".length)] ?? "is not available"}`;
  return `the server has an error (${status})`;
}

function waitingText(waiting, trouble) {
  const lead = trouble && SIGNED_OUT[trouble.kind];
  if (lead) return `${lead}: ${waiting} judgment${waiting === 1 ? "" : "s"} waiting`;
  return [`${waiting} waiting`, reason(trouble)].filter(Boolean).join(" · ");
}

// scriptError: what failed in the page's own scripts, "" where nothing did.
export function badgeOf({ trouble }, store, scriptError = "") {
  const waiting = store.waiting().length;
  const refused = store.problems().length;
  const why = waiting ? reason(trouble) : "";
  const unsent = waiting + refused;
  const parts = [
    waiting && waitingText(waiting, trouble),
    refused && `${refused} not saved`,
    scriptError && (unsent ? scriptError : `not saved · ${scriptError}`),
    unsent && !store.isKept && "in this window only: keep this page open",
  ].filter(Boolean);
  const isTrouble = why || refused || scriptError || (unsent && !store.isKept);
  return {
    text: parts.join(" · ") || "all saved ✓",
    tone: isTrouble ? "trouble" : waiting ? "waiting" : "",
    title: why && trouble.message ? [trouble.message, trouble.remedy].filter(Boolean).join(" ") : "",
    links: {
      "sign in": Boolean(why) && ["signed-out", "foreign"].includes(trouble.kind),
      "see what": refused > 0,
      "reload it": Boolean(scriptError) && store.isKept,
    },
  };
}
