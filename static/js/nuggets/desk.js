// What both pages for nuggets do alike: the answer in focus with its document, and the list of nuggets beside it.

import { part } from "../behaviour.js";
import { gettext } from "../gettext.js";
import { bindDrops } from "../judging/drops.js";
import { hint } from "../judging/hint.js";
import { bindKeys } from "../judging/keys.js";
import * as ledger from "../ledger.js";
import { makeAnswer } from "./answer.js";
import { makeBeside } from "./beside.js";
import { bindChanges } from "./changes.js";
import { makeList } from "./list.js";
import { makeMarks } from "./marks.js";
import { bindFilter, docidOf, makeTexts, textOf } from "./texts.js";
import { bindWords, underline } from "./words.js";
import { bindWriting } from "./writing.js";

export function makeDesk(root) {
  const workspace = root.querySelector("#workspace");
  const panel = part(root, "document");
  const texts = makeTexts(root);
  const marks = makeMarks(root, texts, ledger);
  const { show, leadTo } = makeAnswer(part(root, "text"));
  const showDocument = makeBeside(panel, workspace.dataset.documentUrl);

  // Puts an answer in focus, and shows all that does not hang on nuggets.
  function open(row) {
    texts.makeCurrent(row);
    show(textOf(row));
    part(root, "docid").textContent = docidOf(row);
    panel.hidden = !docidOf(row);
    part(root, "about").textContent = "";
    underline(root);
    showDocument(row);
    history.replaceState(null, "", row.href);
  }

  panel?.addEventListener("toggle", () => showDocument(texts.current()));
  const { member } = workspace.dataset;
  return { root, workspace, panel, texts, marks, member, open, leadTo, ...makeList(root, texts, marks, ledger) };
}

// moveTo(row) goes to an answer, goOn() is what Enter does; keys are those of one page alone, draw and saved what the
// ledger asks for.
export function bindDesk(desk, { moveTo, goOn, keys, draw, saved }) {
  const { root, panel, texts, refresh } = desk;
  root.addEventListener("click", (event) => follow(event, texts, moveTo));
  bindKeys({
    ...keys,
    Enter: ledger.enter(goOn),
    n: writingOf(desk),
    m: () => (root.querySelector("details.decisions").open = true),
    ...(panel && { d: () => (panel.open = !panel.open) }),
    "/": () => part(root, "filter").elements.q.focus(),
  });
  bindDrops();
  bindChanges(part(root, "nuggets"), desk, ledger.change);
  bindFilter(part(root, "filter"), texts);
  bindWords(root);
  ledger.whenSaved(part(root, "finish"));
  ledger.bindUndo(part(root, "undo"));
  ledger.resume({ draw, saved, refused: refresh });
  texts.showCurrent();
}

// A click on an answer in the list, or on what goes to the one before or after it.
function follow(event, texts, moveTo) {
  const walk = event.target.closest("[data-walk]");
  const row = walk ? texts.neighbour(texts.current(), Number(walk.dataset.walk)) : event.target.closest(".item");
  if (walk && !row) return hint(gettext("There is no further answer on that side."));
  if (!row || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  moveTo(row);
}

function writingOf({ root, workspace, texts, add }) {
  const { account, assignment } = workspace.dataset;
  const itemNow = () => texts.current()?.dataset.item ?? "";
  return bindWriting(part(root, "write"), `assize.draft.${account}.${assignment}`, { add, itemNow }, ledger);
}
