"""Which nuggets a program found in which answers: the table of what it says, held against the pool and the lists.

A row names an answer and a nugget of its question, by its name or its text, or none: the program read the answer and found nothing. Where nuggets have
labels, each row has one, and one without a nugget gives its own to all that the others do not name, or the last. What a file
says of an answer replaces what the same version said of it before (docs/decisions/0044).
"""

import csv
from collections import Counter
from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from io import StringIO
from itertools import zip_longest
from typing import NamedTuple

from django.db.models import Exists, OuterRef

from assessment.campaigns.models import Campaign, Question
from assessment.imports.services.machines import note_of
from assessment.judging.models import Nugget, Reading
from assessment.judging.selectors.named import Named
from assessment.shared.say import say, say_n
from assessment.submissions.models import PoolItem
from scoring.formats import nugget_tables as tables
from scoring.formats.column_names import OF_ASSIGNMENTS, UNSAID_ASSIGNMENTS
from scoring.formats.columns import Columns, read_columns
from scoring.formats.problems import Problems, earlier, shown
from scoring.records import Item, listed_as
from scoring.rules import some_of
from scoring.stages import MATCHING
from scoring.tracks.base import QuestionType

COLUMNS = Columns(
    ("qid", "docid", "passage", "answer", "nugget", "label", "confidence", "explanation"),
    frozenset({"docid", "passage", "label", "confidence", "explanation"}),
    OF_ASSIGNMENTS,
    unsaid=UNSAID_ASSIGNMENTS,
)


class MatchRow(NamedTuple):
    """What a program says of one answer: the names of the nuggets that it holds."""

    line: int  # of the file, or the place in a list
    item: Item
    nuggets: tuple[str, ...]
    note: str = ""
    labels: tuple[str, ...] = ()  # of those nuggets, where nuggets have labels
    rest: str = ""  # the label of all the others


class _Line(NamedTuple):
    """What a line of a file says of an answer."""

    line: int
    name: str  # of a nugget; "": all the others
    note: str
    label: str


class MatchScene(NamedTuple):
    """What rows are held against."""

    questions: Mapping[str, Question]
    nuggets: Mapping[str, Mapping[str, int]]  # question -> name -> nugget, of those that stand
    listed: Mapping[str, str]  # question -> checksum of its nuggets
    items: Mapping[str, int]  # key -> item of the pool
    named: Named


def read_match_rows(data: bytes, problems: Problems) -> list[MatchRow]:
    """The rows of a program's table, those of one answer together; what is wrong with them is noted."""
    found: dict[Item, list[_Line]] = {}
    rows = read_columns(data, COLUMNS, problems)
    for row in rows:
        cells = row.cells
        item = Item(cells["qid"], cells.get("docid", ""), cells.get("passage", ""), cells["answer"])
        if (
            note := noted(cells.get("confidence", ""), cells.get("explanation", ""), row.line, problems)
        ) is not None:
            said = _Line(row.line, cells["nugget"], note, cells.get("label", ""))
            found.setdefault(item, []).append(said)
    return [_row_of(item, said, problems) for item, said in found.items()]


def noted(confidence: str, explanation: str, line: int, problems: Problems) -> str | None:
    """The note of what a program said; None where its confidence is none, which is noted as a problem."""
    try:
        return note_of(confidence, explanation)
    except ValueError as error:
        problems.add(line, "confidence", str(error))
        return None


def _row_of(item: Item, said: Sequence[_Line], problems: Problems) -> MatchRow:
    notes = list(dict.fromkeys((f"{one.name}: " if one.name else "", one.note) for one in said if one.note))
    note = notes[0][1] if len(notes) == 1 else "\n".join(map("".join, notes))
    labels = _labels_in(said, problems)
    rest = labels.pop("", None)
    if rest == "" and labels:
        message = say("One row says that this answer holds no nugget, others that it holds some.")
        problems.add(said[0].line, "match_contradiction", message, say("Keep one or the other."))
    given = tuple(labels.values())
    return MatchRow(said[0].line, item, tuple(labels), note, given if any(given) else (), rest or "")


def _labels_in(said: Sequence[_Line], problems: Problems) -> dict[str, str]:
    """The label of each nugget of an answer; two that differ are noted."""
    first: dict[str, _Line] = {}
    for one in said:
        before = first.setdefault(one.name, one)
        if before.label != one.label:
            message = tables.differ(before.line, one.line)
            problems.add(one.line, "duplicate_match", message, say("Keep one of the two rows."))
    return {name: one.label for name, one in first.items()}


def match_table(rows: Iterable[MatchRow]) -> bytes:
    """The table of what a program says, as `read_match_rows` reads it; a note stands in the first row of its answer."""
    text = StringIO(newline="")
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow(COLUMNS.names)
    for row in rows:
        pairs = _pairs(row)
        rest = [("", row.rest)] if row.rest or not pairs else []
        for place, (name, label) in enumerate(pairs + rest):
            writer.writerow((*row.item, name, label, "", "" if place else row.note))
    return text.getvalue().encode()


def match_scene(campaign: Campaign, qids: Iterable[str]) -> MatchScene:
    """Read what rows on these questions are held against."""
    wanted = set(qids)
    questions = Question.objects.filter(campaign=campaign, qid__in=wanted).select_related("campaign")
    nuggets: dict[str, dict[str, int]] = {qid: {} for qid in wanted}
    texts: dict[str, list[tuple[str, str]]] = {qid: [] for qid in wanted}
    rows = Nugget.objects.filter(question__campaign=campaign, question__qid__in=wanted).current()
    for qid, name, text, pk in rows.values_list("question__qid", "name", "text", "pk"):
        nuggets[qid][name] = pk
        texts[qid].append((name, text))
    pool = PoolItem.objects.filter(question__campaign=campaign, question__qid__in=wanted)
    return MatchScene(
        {question.qid: question for question in questions},
        nuggets,
        {qid: listed_as(named) for qid, named in texts.items()},
        dict(pool.values_list("key", "pk").iterator()),
        Named(campaign, wanted),
    )


def in_our_words(rows: Iterable[MatchRow], scene: MatchScene) -> list[MatchRow]:
    """The rows with the items and names of nuggets that their texts stand for; what is ours already stays."""
    named = scene.named
    ours = (
        row._replace(
            item=row.item if row.item.key in scene.items else named.item(row.item),
            nuggets=tuple(named.nugget(row.item.qid, name) for name in row.nuggets),
        )
        for row in rows
    )
    return _stated_once(ours)


def _stated_once(rows: Iterable[MatchRow]) -> list[MatchRow]:
    """The rows without what is said twice: runs give the same answer, and one nugget is named by its name and its text."""
    first: dict[Hashable, MatchRow] = {}
    for row in map(_with_each_once, rows):
        first.setdefault((row.item, frozenset(_pairs(row)), row.rest), row)
    return list(first.values())


def _with_each_once(row: MatchRow) -> MatchRow:
    pairs = dict.fromkeys(_pairs(row))
    if len(pairs) >= len(row.nuggets):
        return row
    labels = tuple(label for _, label in pairs) if row.labels else ()
    return row._replace(nuggets=tuple(name for name, _ in pairs), labels=labels)


def _pairs(row: MatchRow) -> list[tuple[str, str]]:
    """The nuggets that a row names, with their labels."""
    return list(zip_longest(row.nuggets, row.labels, fillvalue=""))


def check_matches(rows: Iterable[MatchRow], scene: MatchScene, problems: Problems) -> None:
    """Note everything that is wrong with the rows."""
    lines: dict[Item, int] = {}
    for row in rows:
        first = earlier(lines, row.item, row.line)
        if first is not None:
            message = tables.differ(first, row.line)
            problems.add(row.line, "duplicate_match", message, say("Say all of an answer at once."))
        for code, message, hint in _wrong(row, scene):
            problems.add(row.line, code, message, hint)


def _wrong(row: MatchRow, scene: MatchScene) -> Iterable[tuple[str, str, str]]:
    qid = row.item.qid
    question = scene.questions.get(qid)
    if question is None:
        message = say("There is no question {question}.", question=shown(qid))
        yield "question_unknown", message, say("Check the id.")
        return
    if not question.kind.form.asks(MATCHING):
        yield "no_nuggets", tables.no_nuggets(qid), say("Remove the row.")
        return
    if row.item.key not in scene.items:
        values = {"qid": qid, "docid": row.item.docid, "answer": shown(row.item.answer)}
        message = say("The pool has no item {qid} {docid} {answer}.", **values)
        yield "item_unknown", message, say("Check it letter by letter.")
    if wrong := _wrong_labels(row, question.kind, scene.nuggets[qid]):
        yield "wrong_label", wrong, say("Give each nugget that you name one label.")
    known = scene.nuggets[qid]
    hint = say("Its nuggets are {listed}.", listed=", ".join(sorted(known)[:12]))
    for name in row.nuggets:
        if name not in known:
            yield "unknown_nugget", tables.unknown_nugget(qid, name), hint
    if repeated := sorted(name for name, count in Counter(row.nuggets).items() if count > 1):
        message = say("Nugget {nugget} of this answer has labels that differ.", nugget=shown(repeated[0]))
        yield "duplicate_match", message, say("Keep one of them.")


def _wrong_labels(row: MatchRow, kind: QuestionType, listed: Collection[str]) -> str:
    """What is wrong with the labels of a row; an answer of which no nugget is named may have none."""
    labels = row.labels or ("",) * len(row.nuggets)
    if len(labels) != len(row.nuggets):
        return say(
            "There are {labels} labels of {nuggets} nuggets.", labels=len(labels), nuggets=len(row.nuggets)
        )
    given = list(zip(row.nuggets, labels, strict=True))
    if row.rest:
        given += [(name, row.rest) for name in listed if name not in row.nuggets]
    wrong = (tables.wrong_label(label, kind.labels_of(name), row.item.qid) for name, label in given)
    return next((sentence for sentence in wrong if sentence), "")


def unread_by(campaign: Campaign, assessor: str, rows: Iterable[MatchRow]) -> list[str]:
    """That answers of the pools of nugget questions are read neither here nor earlier by the program; nothing if all are."""
    kinds = campaign.track.question_types.items()
    questions = campaign.questions.retained().filter(
        type__in=[name for name, kind in kinds if kind.form.asks(MATCHING)]
    )
    said = Reading.programs.filter(
        item=OuterRef("pk"), assignment__member__name=assessor, assignment__member__campaign=campaign
    )
    pool = PoolItem.objects.filter(~Exists(said), question__in=questions)
    ordered = pool.order_by("question__position", "pk").values_list("question__qid", "key")
    read = {row.item.key for row in rows}
    by_question = Counter(qid for qid, key in ordered.iterator() if key not in read)
    if not by_question:
        return []
    return [
        say_n(
            "{n} answer of the pool was not matched by {name}; the questions are {questions}.",
            "{n} answers of the pool were not matched by {name}; the questions are {questions}.",
            by_question.total(),
            name=assessor,
            questions=some_of([f"{qid} ({count})" for qid, count in by_question.items()]),
        )
    ]
