// Which changes were made at once, so that one undo takes them all back: kept for this tab, also over a reload.

const KEY = "assize.acts";
const MOST = 1000; // changes

function read() {
  try {
    return JSON.parse(window.sessionStorage.getItem(KEY)) ?? {};
  } catch {
    return {}; // a browser that keeps nothing: each is undone by itself after a reload
  }
}

export const of = (change) => read()[change];

export function keep(change, act) {
  try {
    const newest = [...Object.entries(read()), [change, act]].slice(-MOST);
    window.sessionStorage.setItem(KEY, JSON.stringify(Object.fromEntries(newest)));
  } catch {} // as above
}
