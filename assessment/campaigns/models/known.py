"""What is known of a question before anybody judges, as people type it: a line each.

    Ada Rehn | WIRE-0001                      an answer, and a document that supports it
    vital | came back in 1986 | WIRE-0002     a nugget: vital or okay, its text, and a document that holds it
    the Council | jrc31990D0001-en | 12       where whole paragraphs answer: the exact answer, document and paragraph

The document may be left out, and of a paragraph the exact answer. In the checklist of a table a nugget without a bar is
vital: such lists say what an answer has to hold.
"""

from typing import NamedTuple

from assessment.shared.say import say
from scoring.formats.problems import shown
from scoring.records import MAX_DOCID
from scoring.stages import LISTING
from scoring.tracks.base import QuestionType

BAR = "|"
VOTES = ("vital", "okay")
MAX_PASSAGE = 64


class Known(NamedTuple):
    """An answer, or a nugget with its vote."""

    text: str
    docid: str = ""
    vote: str = ""  # of a nugget: vital or okay
    passage: str = ""  # the number of a paragraph: it is right by itself

    @property
    def line(self) -> str:
        """As people type it."""
        if self.passage:
            return f" {BAR} ".join((self.text, self.docid, self.passage)).strip()
        return f" {BAR} ".join(part for part in (self.vote, self.text, self.docid) if part)


def parse_known(typed: str, kind: QuestionType) -> tuple[list[Known], list[str]]:
    """What some lines say of a question of this type, each thing once, and an error for each wrong line."""
    found: dict[str, Known] = {}
    errors = []
    for number, line in enumerate(typed.splitlines(), 1):
        parts = [" ".join(part.split()) for part in line.split(BAR)]
        if not any(parts):
            continue
        read = _nugget if kind.form.asks(LISTING) else _paragraph if kind.passage_scale else _answer
        known, error = read(parts)
        error = error or _unsound(known)
        if error:
            errors.append(
                say(
                    "Line {line}, {text}: {error}",
                    line=str(number),
                    text=shown(line.strip(), 40),
                    error=error,
                )
            )
        else:
            found.setdefault(known.line if known.passage else known.text, known)
    return list(found.values()), errors


def parse_checklist(text: str, kind: QuestionType) -> tuple[list[Known], list[str]]:
    """The same of a checklist in a table of questions."""
    lines = text.splitlines()
    if kind.form.asks(LISTING):
        lines = [f"{VOTES[0]} {BAR} {line}" if line.strip() and BAR not in line else line for line in lines]
    return parse_known("\n".join(lines), kind)


def format_known(known: list[Known]) -> str:
    """The lines that `parse_known` gives back."""
    return "\n".join(one.line for one in known)


def _answer(parts: list[str]) -> tuple[Known, str]:
    if len(parts) > 2:
        return Known(""), say("write an answer, and after a bar its document.")
    return Known(parts[0], parts[1] if len(parts) == 2 else ""), ""


def _nugget(parts: list[str]) -> tuple[Known, str]:
    if not 2 <= len(parts) <= 3 or parts[0].lower() not in VOTES:
        return Known(""), say("write vital or okay, a bar, the nugget, and after another bar its document.")
    return Known(parts[1], parts[2] if len(parts) == 3 else "", parts[0].lower()), ""


def _paragraph(parts: list[str]) -> tuple[Known, str]:
    if len(parts) != 3:
        return _answer(parts)
    text, docid, passage = parts
    if not (docid and passage):
        return Known(""), say("write the exact answer or nothing, a bar, the document, a bar, the paragraph.")
    return Known(text, docid, passage=passage), ""


def _unsound(known: Known) -> str:
    if not (known.text or known.passage):
        return say("the text is missing.")
    if not known.line.isprintable():
        return say("it has invisible characters; type it again.")
    if " " in known.passage or len(known.passage) > MAX_PASSAGE:
        return say("the number of a paragraph has no blanks, and at most {n} characters.", n=MAX_PASSAGE)
    if " " in known.docid or len(known.docid) > MAX_DOCID:
        return say("a document id has no blanks, and at most {n} characters.", n=MAX_DOCID)
    return ""
