// Whichever window comes first sends what waits, so the window where a thing was said may hear of the answer from another.

const said = new Set();

// Marks an entry as said in this window.
export function saidHere(entry) {
  said.add(entry.id);
  return entry;
}

// Wraps functions (entry, answer) that show what became of an entry: the window that said it shows it as well.
export function inAllWindows(account, shows) {
  const channel = new BroadcastChannel(`assize.answers.${account}`);
  channel.addEventListener("message", ({ data: { name, entry, answer } }) => said.has(entry.id) && shows[name](entry, answer));
  const telling = ([name, show]) => [
    name,
    (entry, answer) => {
      show(entry, answer);
      channel.postMessage({ name, entry, answer });
    },
  ];
  return Object.fromEntries(Object.entries(shows).map(telling));
}
