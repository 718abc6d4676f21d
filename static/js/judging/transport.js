// Sends one entry of the queue, and says what became of it.

const TIMEOUT = 20000; // milliseconds
const KEEPALIVE_LIMIT = 60000; // bytes; browsers refuse larger bodies that are to outlive the page

const KINDS = { 401: "signed-out", 403: "foreign", 404: "foreign", 409: "conflict", 422: "refused" };

export async function send({ url, fields }) {
  const body = new URLSearchParams(fields);
  try {
    const response = await fetch(url, {
      method: "POST",
      body,
      headers: { "X-Assize-Fetch": "1", "X-CSRFToken": cookie("csrftoken") },
      keepalive: body.toString().length < KEEPALIVE_LIMIT,
      signal: AbortSignal.timeout(TIMEOUT),
    });
    const kind = response.ok ? "saved" : (KINDS[response.status] ?? "offline");
    const hasData = ["saved", "conflict", "refused"].includes(kind);
    return { kind, data: hasData ? await response.json() : null };
  } catch {
    return { kind: "offline", data: null };
  }
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
