"""What is known of a question before anybody judges, as people type it: a line each.

    Ada Rehn | WIRE-0001                      an answer, and a document that supports it
    vital | came back in 1986 | WIRE-0002     a nugget: vital or okay, its text, and a document that holds it
    okay | by Ada Rehn || Who found it        the same without a document, in a group
    the Council | jrc31990D0001-en | 12       where whole paragraphs answer: the exact answer, document and paragraph
    2.5 | Content | Says who tends it.        a criterion: its weight, its group, and what it asks for

The document may be left out, of a paragraph the exact answer, and of a criterion the group, then also the weight, which is 1. In
the checklist of a table a nugget without a bar is
vital: such lists say what an answer has to hold.
"""

from collections.abc import Callable
from decimal import Decimal
from typing import NamedTuple

from assessment.shared.say import say
from scoring.formats.problems import shown
from scoring.formats.rows import WEIGHT, as_weight
from scoring.records import MAX_DOCID, MAX_GROUP
from scoring.stages import LISTING
from scoring.tracks.base import QuestionType

BAR = "|"
VOTES = ("vital", "okay")
MAX_PASSAGE = 64
LONGEST_CRITERION, MOST_CRITERIA = 2_000, 200


class Known(NamedTuple):
    """An answer, a nugget with its vote, or a criterion with its weight."""

    text: str
    docid: str = ""
    vote: str = ""  # of a nugget: vital or okay
    passage: str = ""  # the number of a paragraph: it is right by itself
    weight: str = ""  # of a criterion, in decimals; empty: 1, or what the evaluation declares
    group: str = ""  # of a criterion, or of a nugget
    name: str = ""  # of a criterion that the evaluation declares; of all else the next number is

    @property
    def line(self) -> str:
        """As people type it."""
        if self.passage:
            return f" {BAR} ".join((self.text, self.docid, self.passage)).strip()
        if self.vote:
            parts = (self.vote, self.text, self.docid, self.group)
            return f" {BAR} ".join(parts[: 4 if self.group else 3 if self.docid else 2])
        if self.weight or self.group:
            group = (self.group,) if self.group or BAR in self.text else ()
            return f" {BAR} ".join((self.weight or "1", *group, self.text))
        return f" {BAR} ".join(part for part in (self.vote, self.text, self.docid) if part)


def parse_known(typed: str, kind: QuestionType) -> tuple[list[Known], list[str]]:
    """What some lines say of a question of this type, each thing once, and an error for each wrong line."""
    found: dict[str, tuple[int, Known]] = {}
    errors = []
    for number, line in enumerate(typed.splitlines(), 1):
        parts = [" ".join(part.split()) for part in line.split(BAR)]
        if not any(parts):
            continue
        known, error = _reader_of(kind)(parts)
        before = found.get(_content_of(known))
        error = error or _unsound(known) or (_said_otherwise(known, *before) if before else "")
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
            found.setdefault(_content_of(known), (number, known))
    return [known for _, known in found.values()], errors


def _content_of(known: Known) -> str:
    """What makes two lines one."""
    has_own = known.passage or known.weight or known.group
    return known.line if has_own and not known.vote else known.text


def _said_otherwise(known: Known, first: int, same: Known) -> str:
    """What is wrong where the line that named a nugget first has another vote or group."""
    if known.vote != same.vote:
        return say(
            "line {first} calls the same nugget {vote}; leave out one of the two.",
            first=str(first),
            vote=same.vote,
        )
    if known.group == same.group:
        return ""
    where = say("the group {name}", name=shown(same.group, 40)) if same.group else say("no group")
    return say(
        "line {first} has the same nugget in {where}; leave out one of the two.",
        first=str(first),
        where=where,
    )


def _reader_of(kind: QuestionType) -> Callable[[list[str]], tuple[Known, str]]:
    if kind.form.has_criteria:
        return _declared if kind.criteria else _criterion
    return _nugget if kind.form.asks(LISTING) else _paragraph if kind.passage_scale else _answer


def declared_criteria(kind: QuestionType) -> list[Known]:
    """The criteria that all questions of a type have."""
    return [Known(one.title, name=one.name) for one in kind.criteria]


def parse_checklist(text: str, kind: QuestionType) -> tuple[list[Known], list[str]]:
    """The same of a checklist in a table of questions."""
    lines = text.splitlines()
    if kind.form.has_criteria:
        known, errors = parse_known(text, kind)
        return known, errors or _unsound_rubric(known)
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
    if not 2 <= len(parts) <= 4 or parts[0].lower() not in VOTES:
        return Known(""), say(
            "write vital or okay, a bar, the nugget, after another bar its document, and after a third its group."
        )
    vote, text, docid, group = (*parts, "", "")[:4]
    if len(group) > MAX_GROUP:
        return Known(""), say("a group has a name of at most {most} characters.", most=MAX_GROUP)
    return Known(text, docid, vote.lower(), group=group), ""


def _criterion(parts: list[str]) -> tuple[Known, str]:
    weight = parts[0] or ("1" if len(parts) > 2 else "") if len(parts) > 1 else ""
    group, text = (parts[1], f" {BAR} ".join(parts[2:])) if len(parts) > 2 else ("", parts[-1])
    if weight and not WEIGHT.fullmatch(weight):
        return Known(""), say(
            "{weight} is no weight: write a number such as 2.5 or -1, a bar, the group, a bar, and what it asks for.",
            weight=shown(weight, 20),
        )
    if len(text) > LONGEST_CRITERION or len(group) > MAX_GROUP:
        return Known(""), say(
            "a criterion has at most {most} characters, and its group {group}.",
            most=LONGEST_CRITERION,
            group=MAX_GROUP,
        )
    return Known(text, weight=as_weight(weight), group=group), ""


def _declared(parts: list[str]) -> tuple[Known, str]:
    return Known(""), say("the evaluation declares the criteria of all questions; leave the checklist empty.")


def _unsound_rubric(known: list[Known]) -> list[str]:
    """What is wrong with the criteria of a question together."""
    if len(known) > MOST_CRITERIA:
        message = say("It has {n} criteria; at most {most} can be judged.", n=len(known), most=MOST_CRITERIA)
        return [message]
    if known and not any(Decimal(one.weight or 1) > 0 for one in known):
        return [say("No criterion has a weight above 0, so that answers are worth nothing.")]
    return []


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
