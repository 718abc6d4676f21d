// What is announced of a judgment: what was said, and where it leads.

import { gettext } from "../gettext.js";
import { nextList } from "./ending.js";
import { gradeName } from "./grades.js";
import { docidOf, textOf } from "./rows.js";

export function spoken(change, following, isOpen) {
  const said = change.grade ? gradeName(change.grade) : change.later ? gettext("later") : gettext("not later");
  if (following)
    return gettext("{said}. Next: {answer}, {docid}", { said, answer: textOf(following), docid: docidOf(following) });
  if (isOpen) return `${said}.`;
  return nextList()
    ? gettext("{said}. All of this list judged. Enter opens the next list.", { said })
    : gettext("{said}. All judged.", { said });
}
