// Kinds of boxes as people read them; the server has the same words (selectors/page_places.py).

import { gettext } from "../gettext.js";

const NAMES = {
  paragraph: [gettext("paragraph"), gettext("Paragraph")],
  table: [gettext("table"), gettext("Table")],
  row: [gettext("row"), gettext("Row")],
  list: [gettext("list"), gettext("List")],
  item: [gettext("item"), gettext("Item")],
  "": [gettext("box"), gettext("Box")],
};

const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

// Within a sentence, and as it begins one.
export const kindName = (kind) => NAMES[kind ?? ""]?.[0] ?? kind;
export const kindTitle = (kind) => NAMES[kind ?? ""]?.[1] ?? capital(kind);
