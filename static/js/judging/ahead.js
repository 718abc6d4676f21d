// What stands beside the answer after the next: the answer to a save brings it along, so the page does not ask for it.

const LONGEST_WAIT = 1500; // milliseconds; then the page asks by itself
const expected = new Map(); // item -> {panel, bring}

export function expect(item) {
  let bring;
  const brought = new Promise((resolve) => (bring = resolve));
  const late = new Promise((resolve) => setTimeout(resolve, LONGEST_WAIT));
  expected.set(String(item), { panel: Promise.race([brought, late]), bring });
}

// Of an entry that was answered: with the panel, or without where the server gave none.
export const bring = ({ fields }, { ahead } = {}) => expected.get(String(fields.ahead))?.bring(ahead);

// Each panel is shown once: whoever comes back sees what was accepted meanwhile.
export function take(item) {
  const found = expected.get(String(item));
  expected.delete(String(item));
  return found?.panel;
}
