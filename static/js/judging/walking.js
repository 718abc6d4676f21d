// Going to other answers by the list, by the links before and after, and through the window's history.

import { gettext } from "../gettext.js";
import { announce } from "./announce.js";
import { gradeName } from "./grades.js";
import { hint } from "./hint.js";
import { docidOf, textOf } from "./rows.js";

export function bindWalking(rows, moveTo) {
  document.addEventListener("click", (event) => {
    const walk = event.target.closest("[data-walk]");
    const row = walk ? rows.neighbour(rows.current(), Number(walk.dataset.walk)) : event.target.closest(".item");
    if (!(walk || row) || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (!row) return hint(gettext("There is no further answer on that side."));
    if (row !== rows.current()) moveTo(row);
    announce([textOf(row), docidOf(row), gradeName(row.dataset.grade) || gettext("not judged")].join(", "));
  });

  window.addEventListener("popstate", () => {
    const row = rows.byId(new URLSearchParams(window.location.search).get("item"));
    if (row) moveTo(row, { isNew: false });
  });
}
