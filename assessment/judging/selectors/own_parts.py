"""What an assessor said of a question, for programs: answers with all that their assessor said, classes, nuggets."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from assessment.judging.models import Assignment, Judgment, Nugget, NuggetMatch, Reading
from assessment.judging.selectors.cells import marks_of, own_cells, read_with
from assessment.judging.selectors.classes import classes_page
from assessment.judging.selectors.earlier import earlier_in_series
from assessment.judging.selectors.nugget_rows import NuggetRow, nugget_rows
from assessment.judging.selectors.primary import may_write_nuggets
from assessment.judging.selectors.readiness import lacks_of
from assessment.judging.selectors.rows import ItemRow, rows_behind
from assessment.shared.errors import Refused
from scoring.stages import CLASSES, MATCHING


class OwnItem(NamedTuple):
    """An answer of the pool with what this assessor said of it, and nobody else."""

    row: ItemRow
    answer_class: str | None  # uid of its class
    nuggets: Sequence[str]  # uids of those marked in it that are on the list
    is_read: bool  # whether they looked for nuggets in it, or labelled each
    labels: Mapping[str, str] = MappingProxyType({})  # where cells have labels, those that stand, by nugget


class OwnClass(NamedTuple):
    """An answer class as one assessor sees it."""

    uid: str
    label: str
    origin: str
    changeable: bool  # whether this assessor may rename and merge it
    answers: int


class OwnNugget(NamedTuple):
    """A nugget as one assessor sees it; one that was removed has no place in the list."""

    place: int | None
    row: NuggetRow

    @property
    def is_removed(self) -> bool:
        """Whether it was taken off the list."""
        return self.place is None

    @property
    def labels(self) -> list[str]:
        """That it can have in answers, the best first."""
        return [one.label for one in self.row.labels]


class Ending(NamedTuple):
    """Whether a question is finished, and what is missing before it can be."""

    assignment: Assignment
    missing: Sequence[Refused]


def items_behind(assignment: Assignment, pk: int, limit: int) -> list[OwnItem]:
    """So many answers of the question behind one of them, in the order of their numbers (two or three queries)."""
    rows = rows_behind(assignment, pk, limit)
    work, pks = assignment.work, [row.pk for row in rows]
    classes = _classes_of(assignment, pks) if work.does(CLASSES) else {}
    if work.does(MATCHING) and assignment.question.kind.cell_scale:
        return _labelled(assignment, rows)
    marks = _marks_in(assignment, pks) if work.does(MATCHING) else {}
    read = _read_of(assignment, pks) if work.does(MATCHING) else set()
    return [OwnItem(row, classes.get(row.pk), marks.get(row.pk, ()), row.pk in read) for row in rows]


def _labelled(assignment: Assignment, rows: Sequence[ItemRow]) -> list[OwnItem]:
    """Answers with the labels of their nuggets on the list."""
    question, cells = assignment.question, own_cells(assignment, [row.pk for row in rows])
    nuggets = Nugget.objects.filter(question=question).current().in_order()
    listed = [str(uid) for uid in nuggets.values_list("uid", flat=True)]
    found = []
    for row in rows:
        said = cells.get(row.pk, {})
        reading = read_with(question, said, listed)
        labels = {uid: said[uid].label for uid in listed if uid in said and said[uid].is_said}
        found.append(OwnItem(row, None, reading.marked.split(), reading.is_read, labels))
    return found


def _classes_of(assignment: Assignment, items: Sequence[int]) -> dict[int, str]:
    rows = Judgment.objects.filter(assignment=assignment, item__in=items, answer_class__isnull=False)
    return {item: str(uid) for item, uid in rows.values_list("item_id", "answer_class__uid")}


def _marks_in(assignment: Assignment, items: Sequence[int]) -> dict[int, list[str]]:
    rows = NuggetMatch.objects.filter(item__in=items, member=assignment.member_id, nugget__removed=False)
    found: defaultdict[int, list[str]] = defaultdict(list)
    for item, uid in rows.order_by("nugget__position", "nugget_id").values_list("item_id", "nugget__uid"):
        found[item].append(str(uid))
    return found


def _read_of(assignment: Assignment, items: Sequence[int]) -> set[int]:
    rows = Reading.objects.filter(assignment=assignment, item__in=items)
    return set(rows.values_list("item_id", flat=True))


def own_classes(assignment: Assignment) -> list[OwnClass]:
    """The known answers, and the assessor's own classes that hold something, by label."""
    return [
        OwnClass(group.uid, group.label, group.origin, group.changeable, len(group.answers))
        for group in classes_page(assignment).groups
    ]


def own_nuggets(assignment: Assignment) -> list[OwnNugget]:
    """The list in its order, then what was removed from it, for those who may bring it back."""
    listed = list(Nugget.objects.filter(question=assignment.question_id).in_order())
    current = [row for row in listed if not row.removed]
    may_write = may_write_nuggets(assignment)
    removed = [row for row in listed if row.removed and may_write]
    counts = _own_marks(assignment)
    earlier = earlier_in_series(assignment.question, assignment.member_id)
    rows = nugget_rows(assignment, current, counts, earlier)
    gone = nugget_rows(assignment, removed, counts, ())
    return [*(OwnNugget(n, row) for n, row in enumerate(rows, 1)), *(OwnNugget(None, row) for row in gone)]


def _own_marks(assignment: Assignment) -> Counter[str]:
    if assignment.only_votes:
        return Counter()
    rows = marks_of(assignment.question).filter(member=assignment.member_id)
    return Counter(str(uid) for uid in rows.values_list("nugget__uid", flat=True))


def ending_of(assignment: Assignment) -> Ending:
    """What is missing in a question, in the words of its page, in the order in which it is to be done."""
    return Ending(assignment, [lack.refusal for lack in lacks_of(assignment)])
