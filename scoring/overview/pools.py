"""What was pooled, and who judged what in how much time."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from scoring.overview.scored import Scored
from scoring.overview.tables import RANGE, Cell, Column, Table, range_of, without_empty
from scoring.records import Question
from scoring.stages import ANSWER

HOUR = 3600


def pools(scored: Scored) -> Table | None:
    """Pool sizes and distinct documents by type of question; None where nothing is pooled."""
    if not scored.items or ANSWER not in scored.track.item_kinds:
        return None
    rows: list[list[Cell]] = []
    for label in scored.labels:
        asked = [one for one in scored.questions if scored.label(one) == label]
        if asked:
            rows.append([label, *_sizes(scored, asked)])
    if len(rows) > 1:
        rows.append(["All", *_sizes(scored, scored.questions)])
    columns = (
        Column("Type"),
        Column("Questions", "count"),
        Column("Answers", "count"),
        *(column._replace(title=f"Answers, {column.title.lower()}") for column in RANGE),
        *(column._replace(title=f"Documents, {column.title.lower()}") for column in RANGE),
    )
    note = "Distinct answers of a question, and distinct documents that they come from. Dropped questions are left out."
    return Table("pools", "Pools", "TREC-8, section 2", columns, rows, note)


def _sizes(scored: Scored, asked: Sequence[Question]) -> list[Cell]:
    pooled = [scored.items.get(one.qid, []) for one in asked]
    numbers = [len(items) for items in pooled]
    documents = [len({item.docid for item in items}) for items in pooled]
    return [len(asked), sum(numbers), *range_of(numbers), *range_of(documents)]


class Work(NamedTuple):
    """What somebody did in a question: how many answers they judged, and the seconds that it took."""

    qid: str
    items: int
    seconds: int


def _work(scored: Scored) -> dict[str, list[Work]]:
    """By assessor, what they did in each question; time is kept where somebody judges on the pages."""
    index = scored.index
    items: defaultdict[tuple[str, str], int] = defaultdict(int)
    for qid, counts in index.by_question().items():
        for name, number in counts.items():
            items[name, qid] += number
    read = {(one.assessor, one.item) for one in scored.evaluation.matches if one.assessor}
    for name, item in read:
        if item.qid in index.retained and (item.qid, name) not in index.gone:
            items[name, item.qid] += item.qid not in scored.evaluation.scales
    seconds = Counter[tuple[str, str]]()
    for row in scored.evaluation.assignments:
        if row.qid in index.retained and row.state != "handed_over":
            seconds[row.assessor, row.qid] += row.seconds
    found: defaultdict[str, list[Work]] = defaultdict(list)
    for (name, qid), number in sorted(items.items()):
        if number:
            found[name].append(Work(qid, number, seconds[name, qid]))
    return found


TIMED = (
    Column("Hours", "number", 1),
    Column("Seconds per question", "number", 1),
    Column("Seconds per answer", "number", 1),
)


def judged_by(scored: Scored) -> Table | None:
    """Who judged what, by number; None where nobody judged."""
    work = _work(scored)
    rows: list[list[Cell]] = []
    for name, number in scored.people.items():
        if done := work.get(name):
            rows.append([number, len(done), sum(one.items for one in done), *_times(done)])
    if not rows:
        return None
    every = [one for done in work.values() for one in done]
    rows.append(["All", len({one.qid for one in every}), sum(one.items for one in every), *_times(every)])
    columns = (
        Column("Assessor"),
        Column("Questions", "count"),
        Column("Answers judged", "count"),
        *TIMED,
    )
    note = "Answers judged: with a grade, or with a nugget marked in them. The questions of all are counted once."
    if any(one.seconds for one in every):
        note += " Time: of questions of which it is known."
    return without_empty(
        Table("judged-by", "Who judged what", "TREC-8, sections 2.2 and 2.3", columns, rows, note)
    )


def _times(done: Sequence[Work]) -> list[Cell]:
    timed = [one for one in done if one.seconds]
    if not timed:
        return [None, None, None]
    seconds = sum(one.seconds for one in timed)
    return [
        Fraction(seconds, HOUR),
        Fraction(seconds, len(timed)),
        Fraction(seconds, sum(one.items for one in timed)),
    ]


def time_by_type(scored: Scored) -> Table | None:
    """Time by type of question; None where none is known."""
    types = {one.qid: scored.label(one) for one in scored.questions}
    by_type: defaultdict[str, list[Work]] = defaultdict(list)
    for done in _work(scored).values():
        for one in done:
            if one.qid in types and one.seconds:
                by_type[types[one.qid]].append(one)
    rows: list[list[Cell]] = [
        [label, len(by_type[label]), sum(one.items for one in by_type[label]), *_times(by_type[label])]
        for label in scored.labels
        if by_type[label]
    ]
    columns = (Column("Type"), Column("Sittings", "count"), Column("Answers judged", "count"), *TIMED)
    note = "A sitting: one question judged by one assessor."
    return Table("time", "Time by type of question", "", columns, rows, note) if rows else None
