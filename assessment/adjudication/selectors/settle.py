"""Where the assessors of a list question grouped its answers differently, as the adjudicator sees it."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from django.http import Http404

from assessment.adjudication.selectors.class_choices import ClassChoice, choices_of
from assessment.campaigns.models import Campaign, Question
from assessment.campaigns.selectors.campaigns import access_question
from assessment.judging.models import (
    Adjudication,
    AnswerClass,
    Assignment,
    Judgment,
)
from assessment.judging.models.correct import called_correct
from assessment.people.models import Account
from assessment.people.selectors.access import Permission
from assessment.shared.grades import grade_name
from assessment.shared.say import say
from assessment.submissions.models import PoolItem, in_pool
from scoring.evaluate.partitions import differences
from scoring.stages import CLASSES

Placed = Mapping[int, str]  # item -> uid of its class


class ClassCell(NamedTuple):
    """Where one assessor put an answer."""

    uid: str  # of the class that stands for it among those of all assessors
    label: str
    grade: str  # "" where the assessor did not judge the answer
    grade_name: str  # as people read it
    is_correct: bool

    @property
    def without(self) -> str:
        """Why there is no class."""
        if self.is_correct:
            return say("no class yet")
        return say("judged {grade}", grade=self.grade_name) if self.grade else say("not judged")


class SettleRow(NamedTuple):
    """An answer with everybody's class, and the settled one."""

    pk: int
    docid: str
    answer: str
    cells: Sequence[ClassCell]
    settled: str  # uid


class Knot(NamedTuple):
    """Answers that must be settled together: within them the assessors disagree."""

    rows: Sequence[SettleRow]

    @property
    def is_open(self) -> bool:
        """Whether an answer of it has no settled class."""
        return any(not row.settled for row in self.rows)


class Unsettled(NamedTuple):
    """A list question whose classes differ."""

    question: Question
    knots: int


class ClassDispute(NamedTuple):
    """The classes of one list question, assessor by assessor."""

    question: Question
    assessors: Sequence[Assignment]  # those who grouped answers: the primary first, then by name
    classes: Sequence[ClassChoice]  # all of the question, by label; one for each answer, whoever made it
    knots: Sequence[Knot]  # what is to be settled, the open ones first

    @property
    def open(self) -> int:
        """Knots that wait for the adjudicator."""
        return sum(knot.is_open for knot in self.knots)


def access_class_dispute(account: Account, slug: str, qid: str) -> Question:
    """A list question, for those who settle its classes."""
    _, question = access_question(account, slug, qid, Permission.ADJUDICATE)
    if not question.kind.form.asks(CLASSES):
        raise Http404
    return question


def class_dispute(question: Question) -> ClassDispute:
    """Read who grouped what, and where they differ (six queries)."""
    placed = _placed(question)
    rows = question.assignments.counting().filter(pk__in=placed).select_related("member")
    assessors = sorted(rows, key=lambda row: (not row.primary, row.member.name))
    in_use = AnswerClass.objects.filter(question=question).in_use(question.campaign.track)
    columns = {row.pk: placed[row.pk] for row in assessors}
    classes = list(in_use.select_related("member"))
    choices = choices_of(classes, _members(columns.values()), [row.member_id for row in assessors])
    return ClassDispute(question, assessors, choices, _knots(question, columns, classes, choices))


def _members(columns: Iterable[Placed]) -> dict[str, frozenset[int]]:
    """The answers in each class."""
    found: defaultdict[str, set[int]] = defaultdict(set)
    for column in columns:
        for item, uid in column.items():
            found[uid].add(item)
    return {uid: frozenset(items) for uid, items in found.items()}


def _placed(question: Question) -> dict[int, Placed]:
    """The class of each answer by assignment."""
    rows = Judgment.objects.filter(
        in_pool("item"), item__question=question, answer_class__isnull=False, grade__in=_correct(question)
    )
    counting = rows.filter(assignment__handed_over_at=None).order_by("item__answer", "item_id")
    found: defaultdict[int, dict[int, str]] = defaultdict(dict)
    for assignment, item, uid in counting.values_list("assignment_id", "item_id", "answer_class__uid"):
        found[assignment][item] = str(uid)
    return dict(found)


def _correct(question: Question) -> frozenset[str]:
    return question.kind.scale.strictly_correct if question.kind.scale else frozenset()


def _knots(
    question: Question,
    columns: Mapping[int, Placed],
    classes: Iterable[AnswerClass],
    choices: Iterable[ClassChoice],
) -> list[Knot]:
    stands_for = {uid: choice.uid for choice in choices for uid in choice.uids}
    labels = {str(row.uid): row.text for row in classes}
    decisions = Adjudication.objects.filter(
        in_pool("item"), item__question=question, answer_class__isnull=False
    )
    settled = dict(decisions.values_list("item_id", "answer_class__uid"))
    grouped = knots_of(list(columns.values()))
    members = {pk for some in grouped for pk in some}
    items = PoolItem.objects.filter(question=question).in_bulk(sorted(members))
    grades = _grades(columns, members)

    correct, track = _correct(question), question.campaign.track

    def row_of(pk: int) -> SettleRow:
        places = (
            (column.get(pk, ""), grades.get((assessor, pk), "")) for assessor, column in columns.items()
        )
        cells = [
            ClassCell(
                stands_for.get(uid, uid),
                labels.get(uid, ""),
                grade,
                grade_name(grade, track),
                grade in correct,
            )
            for uid, grade in places
        ]
        return SettleRow(pk, items[pk].docid, items[pk].answer, cells, str(settled.get(pk, "")))

    knots = [Knot([row_of(pk) for pk in some]) for some in grouped]
    return sorted(knots, key=lambda knot: not knot.is_open)


def _grades(assignments: Iterable[int], items: set[int]) -> dict[tuple[int, int], str]:
    """What each assessor says of some answers."""
    rows = Judgment.objects.filter(item__in=items, assignment__in=assignments)
    found = rows.values_list("assignment_id", "item_id", "grade")
    return {(assignment, item): grade for assignment, item, grade in found}


def knots_of(columns: Sequence[Placed]) -> list[list[int]]:
    """The smallest groups of answers within which any two of the assessors disagree."""
    knots: list[set[int]] = []
    for first, second in combinations(columns, 2):
        for members in differences(first, second):
            touched = [knot for knot in knots if knot & set(members)]
            knots = [knot for knot in knots if knot not in touched]
            knots.append(set(members).union(*touched))
    return [sorted(knot) for knot in knots]


def unsettled_classes(campaign: Campaign) -> list[Unsettled]:
    """The list questions whose assessors grouped answers differently where nothing is settled (three queries)."""
    if not campaign.track.types_with(CLASSES):
        return []
    rows = Judgment.objects.filter(
        in_pool("item"),
        called_correct(campaign.track, "grade", "item__question__type"),
        item__question__campaign=campaign,
        answer_class__isnull=False,
    ).filter(assignment__handed_over_at=None)
    placed: defaultdict[int, defaultdict[int, dict[int, str]]] = defaultdict(lambda: defaultdict(dict))
    for question, assignment, item, uid in rows.values_list(
        "item__question_id", "assignment_id", "item_id", "answer_class__uid"
    ):
        placed[question][assignment][item] = str(uid)
    settled = set(
        Adjudication.objects.filter(
            item__question__campaign=campaign, answer_class__isnull=False
        ).values_list("item_id", flat=True)
    )
    questions = Question.objects.filter(pk__in=placed).retained().select_related("series").in_order()
    found = [Unsettled(question, _open(placed[question.pk].values(), settled)) for question in questions]
    return [row for row in found if row.knots]


def _open(columns: Iterable[Placed], settled: set[int]) -> int:
    return sum(not settled.issuperset(knot) for knot in knots_of(list(columns)))
