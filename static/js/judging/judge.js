// The judging page: one key judges, saves and moves on. Everything here is also done by the plain forms of the page.
// Each part is made of those before it, and knows none that comes after it.

import { behaviour, part } from "../behaviour.js";
import { makeAhead } from "./ahead.js";
import { makeAlike } from "./alike.js";
import { makeAround } from "./around.js";
import { makeAsk } from "./ask.js";
import { makeAsking } from "./asking.js";
import { makeCannot } from "./cannot.js";
import { makeComing } from "./coming.js";
import { makeCounts } from "./counts.js";
import { bindDrops } from "./drops.js";
import { enter, finishNow } from "./ending.js";
import { makeEntries } from "./entries.js";
import { makeFilters } from "./filters.js";
import { bindFinish } from "./finish.js";
import { makeFrames } from "./frames.js";
import { makeHistory } from "./history.js";
import { bindJudgments } from "./judgments.js";
import { bindKeys } from "./keys.js";
import { makeMoves } from "./moves.js";
import { makeNotes } from "./notes.js";
import { makeAfterPaint } from "./paint.js";
import { panelKeys } from "./panels.js";
import { makeMachine } from "./post-editing.js";
import { makeResting } from "./resting.js";
import { makeRows, reveal } from "./rows.js";
import { makeSaving } from "./saving.js";
import { makeTools } from "./tools.js";
import { makeUndoStack } from "./undo-stack.js";
import { bindWalking } from "./walking.js";

export const judge = behaviour("judge", (root) => {
  const rows = makeRows(root);
  const counts = makeCounts(root, rows);
  const ahead = makeAhead(root);
  const showAround = makeAround(root, rows);
  const frames = makeFrames(root, { ahead, asking: makeAsking(root, rows, ahead), showAround });
  const tools = makeTools(root, { rows, frames, showAround });
  const filters = makeFilters(root, rows);
  const coming = makeComing(root, { rows, frames });

  const [notes, undoStack] = [makeNotes(root), makeUndoStack(root, rows)];
  const entries = makeEntries(root, rows, frames.shown);
  const saving = makeSaving({ root, rows, counts, notes, undoStack, ahead }, entries);

  const afterPaint = makeAfterPaint();
  const cannot = makeCannot(root);
  const alike = makeAlike(root, { rows, say: saving.say, cannotJudge: cannot.grade, afterPaint });
  const shows = [cannot.show, alike.show, makeMachine(root)];
  const turns = [makeHistory(root, rows), tools.turnTo];
  const moves = makeMoves(root, { rows, saving, notes, frames, filters, coming, afterPaint, shows, turns });
  const rest = makeResting(root);
  bindJudgments(root, { rows, saving, moves, coming, withReason: cannot.withReason, rest });
  bindWalking(rows, moves.moveTo);
  alike.bind(moves.moveTo);
  leaveNothing(moves.keepTyped);
  window.addEventListener("online", () => comeBack(frames, rows));

  const goOn = () => coming.next() && moves.moveTo(coming.next());
  bindKeys({
    Enter: enter(() => finishNow(goOn)),
    ...panelKeys(root, { openCannot: cannot.open, openAsk: makeAsk(root, () => rows.current()?.dataset.item) }),
    "/": tools.focusFind,
    w: tools.toggleWhole,
    ".": () => frames.step(1),
    ",": () => frames.step(-1),
  });
  bindDrops();
  bindFinish(root, { keepTyped: moves.keepTyped, isAllSaved: saving.isAllSaved });
  filters.bind(coming.prepareNext);
  notes.bind(saving.saveSheet);
  saving.resume();
  if (!part(root, "problems").firstElementChild) moves.showCurrent();
  if (!part(root, "finish").hidden) rest();
  reveal(rows.current());
  coming.prepareNext();
});

function leaveNothing(keepTyped) {
  for (const sign of ["beforeunload", "pagehide"]) window.addEventListener(sign, keepTyped);
  window.addEventListener("pageshow", (event) => event.persisted && window.location.reload());
}

// A document that could not be had comes back with the network.
function comeBack(frames, rows) {
  const frame = frames.shown();
  if (!frame.dataset.src) frames.load(frame, { item: rows.current().dataset.item }).then(frames.describe);
}
