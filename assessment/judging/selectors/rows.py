"""The answers of a question as one assessor sees them: in order, filtered, and which comes next."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any, NamedTuple, TypedDict

from django.db.models import FilteredRelation, Q, QuerySet

from assessment.judging.models import Assignment
from assessment.judging.selectors.quoted import place_name, quoted_paragraphs
from assessment.shared.grades import grade_name, grade_tones
from assessment.shared.say import say
from assessment.submissions.models import PoolItem
from scoring.gold import GRADE
from scoring.tracks.base import Track

ALL, TO_JUDGE, LATER, NOTES = "all", "todo", "later", "notes"


class ItemRow(NamedTuple):
    """A pool item with this assessor's own judgment of it, and nobody else's.

    Where its question was declared post-editing, also the grade of the machine that was named then.
    """

    pk: int
    docid: str
    passage: str
    answer: str
    grade: str
    note: str
    later: bool
    changes: int
    automatic: bool = False  # right by the gold standard, unless the assessor says otherwise
    machine: str = ""  # its grade, where the question is post-edited by this assessor and it gave one
    quoted: str = ""  # the text of its paragraph, where that is the whole answer

    @property
    def text(self) -> str:
        """What an assessor reads of it: the string, else the paragraph."""
        return self.answer or self.quoted

    @property
    def is_judged(self) -> bool:
        """Whether it has a grade."""
        return bool(self.grade) or self.automatic

    @property
    def is_open(self) -> bool:
        """Whether nothing was said of it yet."""
        return not self.is_judged and not self.later


class Filter(NamedTuple):
    """Which answers the list shows: all, those to judge, to decide later, with notes, or of one grade; with a text."""

    show: str = ALL
    text: str = ""

    def takes(self, row: ItemRow) -> bool:
        """Whether an answer is shown."""
        chosen = {
            ALL: True,
            TO_JUDGE: not row.is_judged,
            LATER: row.later,
            NOTES: bool(row.note),
        }.get(self.show, row.grade == self.show)
        return chosen and self.text.casefold() in row.text.casefold()


class AnswerLine(TypedDict):
    """An answer in the list, as the template writes it: a dict of strings, since it is written thousands of times."""

    pk: str
    answer: str
    place: str  # the number of its paragraph, or long or short answer; that it is a whole document
    whole: str  # "1" where it is a document by itself, without a string or paragraph
    quoted: str
    machine: str  # the grade of the machine that is shown, or ""
    said_by_machine: str  # the same in words
    automatic: str  # the grade of the gold standard, or ""
    grade: str
    tone: str  # of a grade that is the campaign's own; "" of others, whose tones style sheets know
    note: str
    later: str  # "1" or ""
    changes: str
    label: str  # what was said of it so far
    hidden: bool  # by the filter
    current: bool


class AnswerGroup(NamedTuple):
    """The answers of one document."""

    docid: str
    lines: list[AnswerLine]
    hidden: bool


def rows_of(assignment: Assignment) -> list[ItemRow]:
    """All answers of the question, by document, passage and string (one query; another for whole paragraphs)."""
    found = _own_rows(assignment).order_by("docid", "passage", "answer", "pk")
    return _with_paragraphs(list(map(_row, found)), assignment.question.campaign.collection_slug)


def rows_behind(assignment: Assignment, pk: int, limit: int) -> list[ItemRow]:
    """So many answers of the question behind one of them, in the order of their numbers: for programs."""
    found = _own_rows(assignment).filter(pk__gt=pk).order_by("pk")[:limit]
    return _with_paragraphs(list(map(_row, found)), assignment.question.campaign.collection_slug)


def _own_rows(assignment: Assignment) -> "QuerySet[PoolItem, Any]":
    own = FilteredRelation("judgments", condition=Q(judgments__member=assignment.member_id))
    found = items_of(assignment).annotate(own=own)
    said: tuple[str, ...] = ("own__grade", "own__note", "own__later", "own__changes")
    if assignment.shown_id:
        shown = FilteredRelation("judgments", condition=Q(judgments__member=assignment.shown_id))
        found, said = found.annotate(shown=shown), (*said, "shown__grade")
    return found.values_list("pk", "docid", "passage", "answer", "automatic", *said)


def items_of(assignment: Assignment) -> "QuerySet[PoolItem]":
    """The items that are judged in an assignment: those of the pool, or those of them that were given one by one."""
    pool = PoolItem.objects.filter(question=assignment.question_id)
    return pool.filter(assigned_items__assignment=assignment.pk) if assignment.of_some else pool


def _row(values: Any) -> ItemRow:
    pk, docid, passage, answer, automatic, grade, note, later, changes, *shown = values
    said = (grade or "", note or "", bool(later), changes or 0, automatic)
    return ItemRow(pk, docid, passage, answer, *said, *(machine or "" for machine in shown))


def _with_paragraphs(rows: list[ItemRow], collection: str) -> list[ItemRow]:
    places = {(row.docid, row.passage) for row in rows if row.passage and not row.answer}
    texts = quoted_paragraphs(collection, places)
    if not texts:
        return rows
    return [
        row if row.answer else row._replace(quoted=texts.get((row.docid, row.passage), "")) for row in rows
    ]


def grouped(
    rows: Sequence[ItemRow],
    chosen: Filter,
    now: ItemRow | None,
    grade_labels: Mapping[str, str],
    track: Track,
) -> list[AnswerGroup]:
    """The list by documents; `grade_labels` has the label of each grade. The answer in focus is always shown."""
    by_machine = {
        grade: say("machine: {grade}", grade=grade_name(grade, track))
        for grade in {it.machine for it in rows} - {""}
    }
    by_gold = say("{grade} by gold", grade=grade_name(GRADE, track))
    groups, words = (
        [],
        _Words(by_gold, say("later"), say("note"), say("whole document"), by_machine, grade_tones([track])),
    )
    for docid, members in groupby(rows, key=lambda row: row.docid):
        lines = [_line(row, chosen, row == now, grade_labels, words) for row in members]
        groups.append(AnswerGroup(docid, lines, all(line["hidden"] for line in lines)))
    return groups


class _Words(NamedTuple):
    """What is said of answers besides their grades, translated once for thousands of them."""

    by_gold: str
    later: str
    note: str
    whole: str  # of an answer that is a document by itself
    by_machine: Mapping[str, str]  # by its grade
    tones: Mapping[str, str]  # of the campaign's own grades


def _line(
    row: ItemRow, chosen: Filter, current: bool, grade_labels: Mapping[str, str], words: _Words
) -> AnswerLine:
    whole = not (row.answer or row.passage)
    return {
        "pk": str(row.pk),
        "answer": row.answer,
        "place": words.whole if whole else place_name(row.passage),
        "whole": "1" if whole else "",
        "quoted": row.quoted,
        "machine": row.machine,
        "said_by_machine": words.by_machine.get(row.machine, ""),
        "automatic": GRADE if row.automatic else "",
        "grade": row.grade,
        "tone": words.tones.get(row.grade, ""),
        "note": row.note,
        "later": "1" if row.later else "",
        "changes": str(row.changes),
        "label": _label(row, grade_labels, words),
        "hidden": not current and not chosen.takes(row),
        "current": current,
    }


def _label(row: ItemRow, grade_labels: Mapping[str, str], words: _Words) -> str:
    grade = grade_labels.get(row.grade, row.grade) or words.by_gold * row.automatic
    said = [grade, words.later * row.later, words.note * bool(row.note)]
    return " · ".join(filter(None, said)) or "—"


def pick(rows: Sequence[ItemRow], item_id: int | None, chosen: Filter) -> ItemRow | None:
    """The answer to show: the one asked for, else the first to judge, to decide later, or at all."""
    asked = next((row for row in rows if row.pk == item_id), None)
    return asked or _first_open(filter(chosen.takes, rows)) or _first_open(rows) or next(iter(rows), None)


def following(rows: Sequence[ItemRow], now: ItemRow, chosen: Filter) -> ItemRow | None:
    """Where a judgment leads: the next answer to judge, then those to decide later; None when all is said.

    In a list of one grade, of notes or of answers to decide later, simply the next one.
    """
    place = rows.index(now)
    if chosen.show in (ALL, TO_JUDGE):
        of_any_grade = chosen._replace(show=ALL)
        ahead = [row for row in (*rows[place + 1 :], *rows[:place]) if of_any_grade.takes(row)]
        return _first_open(ahead)
    return next((row for row in rows[place + 1 :] if chosen.takes(row)), None)


def neighbours(
    rows: Sequence[ItemRow], now: ItemRow, chosen: Filter
) -> tuple[ItemRow | None, ItemRow | None]:
    """The shown answers before and after this one."""
    shown = [row for row in rows if row == now or chosen.takes(row)]
    place = shown.index(now)
    return (shown[place - 1] if place else None), (shown[place + 1] if place + 1 < len(shown) else None)


def _first_open(rows: Iterable[ItemRow]) -> ItemRow | None:
    later = None
    for row in rows:
        if row.is_open:
            return row
        later = later or (row if row.later else None)
    return later
