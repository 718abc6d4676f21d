// Sends one entry of the queue, and says what became of it.

const TIMEOUT = 20000; // milliseconds
const KEEPALIVE_LIMIT = 60000; // bytes; browsers refuse larger bodies that are to outlive the page

const KINDS = { 401: "signed-out", 403: "foreign", 404: "refused", 409: "conflict", 422: "refused" };
const DECIDED = ["saved", "conflict", "refused"]; // what only the site itself can say, in JSON

// Answers {kind, data}: saved, conflict, refused, foreign, signed-out, server-error or offline.
export async function send({ url, fields, account, questionId }) {
  const body = new URLSearchParams(fields);
  body.delete("csrfmiddlewaretoken"); // of the form: the token of this moment counts
  try {
    const response = await fetch(url, {
      method: "POST",
      body,
      headers: {
        "X-Assize-Fetch": "1",
        "X-CSRFToken": cookie("csrftoken"),
        ...(account && { "X-Assize-Account": account }),
        ...(questionId && { "X-Assize-Question": questionId }),
      },
      keepalive: body.toString().length < KEEPALIVE_LIMIT,
      signal: AbortSignal.timeout(TIMEOUT),
    });
    return outcome(response, await response.json().catch(() => null));
  } catch {
    return { kind: "offline", data: null };
  }
}

// Only what the site says in its own words settles an entry; anything else is met again later.
function outcome({ ok, status }, data) {
  const kind = ok ? "saved" : (KINDS[status] ?? "server-error");
  if (ok && !data) return { kind: "offline", data: null }; // a network that answers for the site, as to sign in to it
  const isServerError = kind === "server-error" || (DECIDED.includes(kind) && !data?.code && !ok);
  return isServerError ? { kind: "server-error", data: { ...data, status } } : { kind, data };
}

// Read anew each time: signing in again gives a fresh one.
function cookie(name) {
  const found = document.cookie.split("; ").find((pair) => pair.startsWith(`${name}=`));
  return found ? decodeURIComponent(found.slice(name.length + 1)) : "";
}

// A random UUID; crypto.randomUUID exists on secure origins only.
export function makeId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
