// When something of an assignment was stored last, kept for all windows: a page made before that may not show it.

const LONG = 60000; // milliseconds after which a page is there
const key = (account) => `assize.stored.${account}`;

export function noteStored({ account, assignment }) {
  const now = Date.now();
  const recent = Object.entries(moments(account)).filter(([, moment]) => now - moment < LONG);
  try {
    window.localStorage.setItem(key(account), JSON.stringify({ ...Object.fromEntries(recent), [assignment]: now }));
  } catch {} // full or closed to us: a page loaded just now may show what was there before
}

// moment as Date.now() has it.
export const isStoredSince = (account, assignment, moment) => moments(account)[assignment] >= moment;

function moments(account) {
  try {
    return JSON.parse(window.localStorage.getItem(key(account))) ?? {};
  } catch {
    return {};
  }
}
