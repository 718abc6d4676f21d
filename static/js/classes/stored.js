// Shows classes as the server says they stand now, where the page cannot know it.

import * as board from "./board.js";

// As the ledger asks for it. look(answer) goes to what an undo, or a class for each of the rest, has moved.
export const drawing =
  (look) =>
  (state, { url }) => {
    const moved = apply(state);
    if (/\/(undo|rest)\/$/.test(url)) look(moved ?? board.current());
  };

// Answers the first answer that moved. What this page never saw is loaded anew.
function apply({ labels = {}, removed_classes: removed = {}, classes = {} }) {
  for (const [uid, label] of Object.entries(labels)) {
    if (!label) continue;
    const group = board.groupOf(uid);
    if (group) board.rename(group, label);
    else board.tidy(board.newGroup(uid, label));
  }
  for (const [uid, isRemoved] of Object.entries(removed)) {
    const group = board.groupOf(uid);
    if (!group) continue;
    if (isRemoved) delete group.dataset.known;
    else group.dataset.known = "";
    board.tidy(group);
  }
  const byItem = new Map(board.answers().map((answer) => [board.itemOf(answer), answer]));
  const goals = Object.entries(classes).filter(([item]) => byItem.has(item));
  if (goals.some(([, uid]) => uid && !board.groupOf(uid))) return window.location.reload();
  const moved = new Map(goals.map(([, uid]) => [uid ?? "", []]));
  for (const [item, uid] of goals) moved.get(uid ?? "").push(byItem.get(item));
  moved.forEach((some, uid) => board.move(some, uid));
  return byItem.get(goals[0]?.[0]);
}
