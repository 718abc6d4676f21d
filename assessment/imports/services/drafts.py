"""Lists of nuggets that a program drafted: the table of what it says, held against the questions.

All that a file, or a call, says of a question is the draft of that version: it replaces what the same version drafted
for the question before (docs/decisions/0045).
"""

import csv
from collections import Counter
from collections.abc import Iterable, Mapping
from io import StringIO
from types import MappingProxyType
from typing import NamedTuple

from assessment.campaigns.models import Campaign, Question
from assessment.imports.services.machine_matches import noted
from assessment.judging.models import DraftedNugget, Vote
from assessment.judging.services.nugget_checks import LONGEST_TEXT
from assessment.judging.services.wording import one_line
from assessment.shared.say import say, say_n
from documents.fields import MAX_DOCID
from scoring.formats.columns import Columns, read_columns
from scoring.formats.nugget_tables import no_nuggets
from scoring.formats.nuggets import GROUP_COLUMNS
from scoring.formats.problems import Problems, shown
from scoring.records import MAX_GROUP
from scoring.rules import some_of
from scoring.stages import LISTING

COLUMNS = Columns(
    ("qid", "nugget", "importance", "docid", "confidence", "explanation", "group"),
    frozenset({"importance", "docid", "confidence", "explanation", "group"}),
    MappingProxyType(
        {
            "nugget": ("nugget_text", "text", "nuggets.text"),
            "importance": ("nuggets.importance",),
            "group": GROUP_COLUMNS,
        }
    ),
)
MOST_OF_QUESTION = 500  # nuggets in one draft: a page shows them all


class DraftRow(NamedTuple):
    """A nugget that a program drafted. Its text is on one line; `importance` is vital, okay or empty."""

    line: int  # of the file, or the place in a list
    qid: str
    text: str
    importance: str = ""
    docid: str = ""
    note: str = ""
    group: str = ""


def draft_row(line: int, given: Mapping[str, str], problems: Problems) -> DraftRow:
    """A row out of its cells; a confidence that is none is noted."""
    note = noted(given.get("confidence", ""), given.get("explanation", ""), line, problems) or ""
    importance = given.get("importance", "").strip().lower()
    docid, group = given.get("docid", "").strip(), one_line(given.get("group", ""))
    return DraftRow(line, given["qid"], one_line(given["nugget"]), importance, docid, note, group)


def read_draft_rows(data: bytes, problems: Problems) -> list[DraftRow]:
    """The rows of a program's table; what is wrong with them is noted."""
    rows = read_columns(data, COLUMNS, problems)
    return [draft_row(row.line, row.cells, problems) for row in rows]


def draft_table(rows: Iterable[DraftRow]) -> bytes:
    """The table of what a program says, as `read_draft_rows` reads it; a confidence stands in the explanation."""
    text = StringIO(newline="")
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow(COLUMNS.names)
    writer.writerows((row.qid, row.text, row.importance, row.docid, "", row.note, row.group) for row in rows)
    return text.getvalue().encode()


def questions_of(campaign: Campaign, rows: Iterable[DraftRow]) -> dict[str, Question]:
    """The questions that rows name, by id."""
    found = Question.objects.filter(campaign=campaign, qid__in={row.qid for row in rows})
    return {question.qid: question for question in found.select_related("campaign")}


def check_drafts(rows: Iterable[DraftRow], questions: Mapping[str, Question], problems: Problems) -> None:
    """Note everything that is wrong with the rows."""
    first: dict[tuple[str, str], int] = {}
    sizes = Counter[str]()
    for row in rows:
        before = first.setdefault((row.qid, row.text.casefold()), row.line)
        if row.text and before != row.line:
            message = say("Line {line} has the same text for this question.", line=str(before))
            problems.add(row.line, "duplicate_nugget", message, say("Keep one of the two rows."))
        sizes[row.qid] += 1
        if sizes[row.qid] == MOST_OF_QUESTION + 1:
            message = say("Question {qid} has more than {most} nuggets.", qid=row.qid, most=MOST_OF_QUESTION)
            problems.add(row.line, "too_many_nuggets", message, say("Draft fewer."))
        for code, message, hint in _wrong(row, questions.get(row.qid)):
            problems.add(row.line, code, message, hint)


def _wrong(row: DraftRow, question: Question | None) -> Iterable[tuple[str, str, str]]:
    if question is None:
        message = say("There is no question {question}.", question=shown(row.qid))
        yield "question_unknown", message, say("Check the id.")
    elif not question.kind.form.asks(LISTING):
        yield "no_nuggets", no_nuggets(row.qid), say("Remove the row.")
    if not row.text:
        yield "text_missing", say("A nugget needs a text."), say("Write one, or remove the row.")
    if len(row.text) > LONGEST_TEXT:
        yield "text_too_long", say("A nugget has at most {n} characters.", n=LONGEST_TEXT), say("Shorten it.")
    if row.importance and row.importance not in Vote.values:
        message = say("“{vote}” is not a vote.", vote=shown(row.importance))
        yield "vote_unknown", message, say("Call it vital or okay, or leave it empty.")
    if len(row.docid) > MAX_DOCID:
        message = say("The document id has more than {most} characters.", most=MAX_DOCID)
        yield "docid_too_long", message, say("Check the row.")
    if len(row.group) > MAX_GROUP:
        message = say(
            "The group {name} has more than {most} characters.", name=shown(row.group), most=MAX_GROUP
        )
        yield "group_too_long", message, say("Shorten it.")


def undrafted_by(campaign: Campaign, assessor: str, rows: Iterable[DraftRow]) -> list[str]:
    """That a program drafted nothing for nugget questions, neither here nor earlier; nothing where it did for all."""
    types = campaign.track.types_with(LISTING)
    drafted = DraftedNugget.objects.filter(member__campaign=campaign, member__name=assessor)
    there = {row.qid for row in rows} | set(drafted.values_list("question__qid", flat=True))
    ordered = campaign.questions.retained().filter(type__in=types).order_by("position", "pk")
    left = [qid for qid in ordered.values_list("qid", flat=True) if qid not in there]
    if not left:
        return []
    return [
        say_n(
            "{name} drafted no nuggets for {n} question: {questions}.",
            "{name} drafted no nuggets for {n} questions: {questions}.",
            len(left),
            name=assessor,
            questions=some_of(left),
        )
    ]
