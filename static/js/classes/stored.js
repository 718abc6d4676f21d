// Shows classes as the server says they stand now, where the page cannot know it.

import { itemOf, rename, tidy } from "./board.js";

// As the ledger asks for it. look(answer) goes to what an undo, or a class for each of the rest, has moved.
export const drawing =
  (board, look) =>
  (state, { url }) => {
    const moved = apply(board, state);
    if (/\/(undo|rest)\/$/.test(url)) look(moved ?? board.current());
  };

function apply(board, { labels = {}, removed_classes: removed = {}, classes = {} }) {
  for (const [uid, label] of Object.entries(labels)) if (label) name(board, uid, label);
  for (const [uid, isRemoved] of Object.entries(removed)) keep(board.groupOf(uid), !isRemoved);
  return place(board, classes);
}

function name(board, uid, label) {
  const group = board.groupOf(uid);
  if (group) rename(group, label);
  else tidy(board.newGroup(uid, label));
}

function keep(group, isKept) {
  if (!group) return;
  if (isKept) group.dataset.known = "";
  else delete group.dataset.known;
  tidy(group);
}

// Answers the first answer that moved. What this page never saw is loaded anew.
function place(board, classes) {
  const byItem = new Map(board.answers().map((answer) => [itemOf(answer), answer]));
  const goals = Object.entries(classes).filter(([item]) => byItem.has(item));
  if (goals.some(([, uid]) => uid && !board.groupOf(uid))) return window.location.reload();
  const moved = new Map(goals.map(([, uid]) => [uid ?? "", []]));
  for (const [item, uid] of goals) moved.get(uid ?? "").push(byItem.get(item));
  moved.forEach((some, uid) => board.move(some, uid));
  return byItem.get(goals[0]?.[0]);
}
