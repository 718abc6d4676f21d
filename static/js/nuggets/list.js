// The list of nuggets. What is changed in it is sent, and the list drawn anew as the server has it.

import { part } from "../behaviour.js";
import { gettext } from "../gettext.js";
import { gradeName } from "../judging/grades.js";
import { giveKey } from "./at-once.js";
import { marksOf } from "./texts.js";
import { underline } from "./words.js";

// Where lists are asked for, and the answer and the run that they are for.
function addressOf({ dataset: { listUrl, run } }, row) {
  return `${listUrl}?${new URLSearchParams({ item: row?.dataset.item ?? "", list: run ?? "" })}`;
}

// A line as the page keeps it for new nuggets, with the key of its place.
function newLine(template, { uid, text, vote, place }) {
  const line = template.content.cloneNode(true).firstElementChild;
  const box = line.querySelector("input");
  Object.assign(line.dataset, { uid, vote });
  box.value = uid;
  giveKey(box, template.dataset.keys[place]);
  line.querySelector(".words").textContent = text;
  part(line, "vote-name").textContent = gradeName(vote);
  return line;
}

// Exchanges what an element holds; what was open and what had the focus stay.
function exchange(list, html, shown) {
  const held = document.activeElement?.closest?.(".nugget")?.dataset.uid;
  const isOpen = part(list, "removed")?.open;
  list.innerHTML = html;
  if (isOpen) part(list, "removed")?.setAttribute("open", "");
  shown();
  const line = list.querySelector(`[data-uid="${held}"]`);
  // A line of cells holds the focus itself: on its first button, Enter would give a label.
  (line?.matches(".cell") ? line : line?.querySelector("button"))?.focus({ preventScroll: true });
}

export function makeList(root, texts, marks, { announce, isSent }) {
  const list = part(root, "nuggets");
  const count = () => list.querySelectorAll("[name=nugget]").length;
  const isBusy = () => !isSent() || Boolean(list.querySelector("details.more[open]"));
  let isDue = false; // the list is to be drawn anew when all is saved

  // With a nugget on the list, the end of the question does not say that none was found.
  const nameEnd = () => part(root, "no-answer")?.toggleAttribute("hidden", count() > 0);

  // A new nugget stands in the list at once; its warnings come with the list from the server.
  function add(uid, text, vote) {
    const row = texts.current();
    const line = newLine(part(root, "new-nugget"), { uid, text, vote, place: count() });
    list.querySelector(".nuggets .empty")?.remove();
    list.querySelector(".nuggets").append(line);
    announce(gettext("New nugget: {nugget}, {vote}", { nugget: text, vote: gradeName(vote) }));
    line.querySelector("input").checked = Boolean(row);
    if (row) texts.put(row, [...marksOf(row), uid], row.dataset.read);
    marks.count();
    nameEnd();
  }

  // Draws the list as the server has it, once nothing waits: what waits stands on this page alone.
  async function refresh() {
    isDue = isBusy();
    if (isDue) return;
    const address = addressOf(root.querySelector("#workspace"), texts.current());
    const response = await fetch(address, { headers: { "X-Assize-Fetch": "1" } }).catch(() => null);
    if (!response?.ok) return;
    const drawn = await response.text();
    isDue = isBusy();
    if (!isDue) draw(drawn);
  }

  function draw(html) {
    exchange(list, html, () => {
      texts.labelAll();
      if (texts.current()) marks.show(texts.current());
      marks.count();
      nameEnd();
      underline(root);
    });
    list.dispatchEvent(new Event("drawn"));
  }

  return { add, refresh, refreshIfDue: () => isDue && refresh() };
}
