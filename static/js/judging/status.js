// What is said of saving: all saved, how much waits and why; and announcements for those who do not see the page.

const badge = document.querySelector("[data-saving]");
const voice = document.querySelector("[data-announce]");

const WHY = {
  offline: "no connection",
  foreign: "not taken from this sign-in",
  "signed-out": "signed out",
};

export function announce(text) {
  if (voice.textContent === text) voice.textContent = "";
  voice.textContent = text;
}

export function showSaving(state, store) {
  const waiting = store.waiting().length;
  const why = WHY[state];
  badge.className = `saved ${why ? "trouble" : waiting ? "waiting" : ""}`;
  if (badge.dataset.why !== (why ?? "")) announce(why ? `${waiting} waiting: ${why}` : "All saved");
  badge.dataset.why = why ?? "";
  badge.textContent = say(waiting, why, store.isKept);
  if (waiting && (state === "signed-out" || state === "foreign")) badge.append(" ", signInLink());
}

function say(waiting, why, isKept) {
  if (!waiting) return "all saved ✓";
  return `${waiting} waiting${why ? ` · ${why}` : ""}${isKept ? "" : " · keep this page open"}`;
}

function signInLink() {
  const link = document.createElement("a");
  Object.assign(link, { href: "/sign-in/", target: "_blank", textContent: "sign in" });
  return link;
}
