"""What the assignment pages show: who has what, how far it is, and what is missing."""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from django.http import Http404

from assessment.assignments.selectors.units import (
    assessors_of,
    assignable_questions,
    assignments_of,
    grouped,
    is_assignable,
    questions_of_unit,
    unit_name,
    with_sample,
)
from assessment.campaigns.models import Campaign, Question
from assessment.campaigns.selectors.campaigns import access_campaign
from assessment.judging.models import Assignment
from assessment.judging.selectors.begun import holds_work, saying_begun
from assessment.people.models import Account, Member
from assessment.people.selectors.access import Access, Permission
from scoring.evaluations import OF_SOME

SHOWN = 12  # questions named in an alert


class AssignmentCell(NamedTuple):
    """One assessor's part of a unit: the questions that count for them, and how far they are."""

    judged: int
    items: int
    questions: int
    done: int
    set_aside: int = 0  # questions handed over to somebody else

    @property
    def percent(self) -> int:
        """Share of the items judged; 100 only when all are."""
        return 100 * self.judged // self.items if self.items else 0

    @property
    def state(self) -> str:
        """none, handed_over, open or done."""
        if not self.questions:
            return "handed_over" if self.set_aside else "none"
        return "done" if self.done == self.questions else "open"


class UnitRow(NamedTuple):
    """A unit of the matrix."""

    first: Question
    questions: int
    items: int
    cells: Sequence[AssignmentCell]


class Load(NamedTuple):
    """What one assessor has to do and has done."""

    member: Member
    items: int
    questions: int
    judged: int  # of the items that count
    complete: int = 0  # questions whose answers are all judged, finished or not
    lacking: int = 0  # questions of which something is due and not judged

    @property
    def left(self) -> int:
        """Judgments to make."""
        return self.items - self.judged


class QuestionList(NamedTuple):
    """Some questions by name, the first few, and how many there are in all."""

    total: int
    qids: Sequence[str]

    @property
    def more(self) -> int:
        """How many are not named."""
        return self.total - len(self.qids)


class AssignPage(NamedTuple):
    """The matrix with its loads and alerts."""

    questions: Sequence[Question]  # all of the campaign, with their series and pools
    assigned: Sequence[Assignment]
    rows: Sequence[UnitRow]
    loads: Sequence[Load]
    assessors: Sequence[Member]
    judges: int
    in_series: bool
    understaffed: QuestionList
    unpooled: QuestionList


class UnitPage(NamedTuple):
    """One unit: its questions, everybody's part of each, and who could be added."""

    first: Question
    name: str
    questions: Sequence[Question]
    people: Sequence["UnitPart"]
    free: Sequence[Member]


class UnitPart(NamedTuple):
    """What one person has of a unit."""

    member: Member
    cell: AssignmentCell
    anchor: Assignment  # any of the person's assignments: names person and unit in a request
    assignments: Sequence[Assignment]
    takers: Sequence[Member]  # who could take it over
    begun: bool  # whether there is work that a removal would touch

    @property
    def finished(self) -> list[Assignment]:
        """What can be reopened."""
        return [row for row in self.assignments if row.finished_at and not row.handed_over_at]

    @property
    def edited(self) -> list[str]:
        """The questions in which a machine's grades are shown before judging (post-editing)."""
        return [row.question.qid for row in self.assignments if row.shown_id]

    @property
    def third_of(self) -> list[str]:
        """The questions of which only those answers are judged on which others differ."""
        return [row.question.qid for row in self.assignments if row.stage in OF_SOME]

    @property
    def owes_votes(self) -> bool:
        """Whether votes on nuggets are still to come."""
        counting = [row for row in self.assignments if not row.handed_over_at]
        return any(row.only_votes and not row.is_done_of(row.asked) for row in counting)


def access_assigned(account: Account, slug: str, pk: int) -> tuple[Access, Assignment]:
    """An assignment that the account may change as an organizer."""
    access = access_campaign(account, slug, Permission.ASSIGN)
    rows = Assignment.objects.filter(question__campaign=access.campaign, pk=pk)
    found = rows.select_related("member", "question__series", "question__campaign").first()
    if found is None:
        raise Http404
    return access, found


def access_assessor(access: Access, pk: int) -> Member:
    """A person of the campaign who can be given questions."""
    found = assessors_of(access.campaign).filter(pk=pk).first()
    if found is None:
        raise Http404
    return found


def assign_page(campaign: Campaign, *, assigned_only: bool = False) -> AssignPage:
    """Read the matrix in a fixed number of queries; with `assigned_only` without those who have nothing (one fewer)."""
    everything = list(with_sample(campaign.questions.in_order()).select_related("series", "pool"))
    assessors = [] if assigned_only else list(assessors_of(campaign))
    assigned = saying_begun(assignments_of(campaign), [campaign])
    return matrix_of(campaign, everything, list(assigned), assessors)


def matrix_of(
    campaign: Campaign,
    everything: Sequence[Question],
    assigned: Sequence[Assignment],
    assessors: Sequence[Member] = (),
) -> AssignPage:
    """The matrix of a campaign's questions (in order, with their series and pools) and assignments."""
    questions = [question for question in everything if is_assignable(question)]
    judges = int(str(campaign.rules["judges"]))
    shown = [row.member for row in assigned if row.handed_over_at is None or row.source_id is None]
    people = {member.pk: member for member in [*assessors, *shown]}
    columns = sorted(people.values(), key=lambda member: member.name)
    by_place = {(row.question_id, row.member_id): row for row in assigned}
    rows = [_row(unit, columns, by_place) for unit in grouped(questions)]
    return AssignPage(
        questions=everything,
        assigned=assigned,
        rows=rows,
        loads=[_load(member, questions, by_place) for member in columns],
        assessors=assessors,
        judges=judges,
        in_series=campaign.track.series_rules is not None,
        understaffed=_understaffed(questions, assigned, judges),
        unpooled=_unpooled(campaign, everything),
    )


def _row(
    unit: Sequence[Question], columns: Sequence[Member], by_place: dict[tuple[int, int], Assignment]
) -> UnitRow:
    cells = [
        cell_of(unit, [by_place.get((question.pk, member.pk)) for question in unit]) for member in columns
    ]
    return UnitRow(unit[0], len(unit), sum(question.to_judge for question in unit), cells)


def cell_of(unit: Sequence[Question], rows: Sequence[Assignment | None]) -> AssignmentCell:
    """Sum up one person's assignments on the questions of a unit, given in the same order."""
    counting = [
        (row.due(question), row)
        for question, row in zip(unit, rows, strict=True)
        if row and not row.handed_over_at
    ]
    return AssignmentCell(
        judged=sum(min(row.judged, items) for items, row in counting),
        items=sum(items for items, _ in counting),
        questions=len(counting),
        done=sum(row.is_done_of(items) for items, row in counting),
        set_aside=sum(1 for row in rows if row and row.handed_over_at),
    )


def _load(member: Member, questions: Sequence[Question], by_place: dict[tuple[int, int], Assignment]) -> Load:
    shown = {question.pk: question for question in questions}
    mine = [row for (question, person), row in by_place.items() if person == member.pk and question in shown]
    counting = [(row.due(shown[row.question_id]), row) for row in mine if not row.handed_over_at]
    return Load(
        member=member,
        items=sum(due for due, _ in counting),
        questions=len(counting),
        judged=sum(min(row.judged, due) for due, row in counting),
        complete=sum(row.judged >= due > 0 for due, row in counting),
        lacking=sum(row.judged < due for due, row in counting),
    )


def _understaffed(questions: Sequence[Question], assigned: Sequence[Assignment], judges: int) -> QuestionList:
    holders = Counter(row.question_id for row in assigned if row.is_filling)
    qids = [question.qid for question in questions if holders[question.pk] < judges]
    return QuestionList(len(qids), qids[:SHOWN])


def _unpooled(campaign: Campaign, questions: Sequence[Question]) -> QuestionList:
    """Questions that should be judged and have nothing in their pools; those that are annotated need none."""
    judged = {kind.name for kind in campaign.track.question_types.values() if kind.judged}
    wanted = [question for question in questions if question.type in judged and not question.left_because]
    qids = [
        question.qid
        for question in wanted
        if not (question.is_pooled and question.pool.items) and question.kind.form.pools
    ]
    return QuestionList(len(qids), qids[:SHOWN])


def unit_page(campaign: Campaign, question: Question) -> UnitPage:
    """Read one unit with everybody's part of it."""
    everything = questions_of_unit(question).values("pk")
    questions = list(assignable_questions(campaign).filter(pk__in=everything))
    assessors = list(assessors_of(campaign))
    assigned = assignments_of(campaign).filter(question__in=questions)
    around = assigned.select_related("member", "question").annotate(with_work=holds_work())
    rows = list(around.order_by("question__position", "pk"))
    people: dict[int, list[Assignment]] = {}
    for row in rows:
        people.setdefault(row.member_id, []).append(row)
    holders = {row.member_id for row in rows if not row.handed_over_at}
    parts = [
        _part(questions, mine, [one for one in assessors if one.pk not in holders])
        for mine in people.values()
    ]
    return UnitPage(
        first=question,
        name=unit_name(question),
        questions=questions,
        people=sorted(parts, key=lambda part: part.member.name),
        free=[one for one in assessors if all(row.may_be_asked_again for row in people.get(one.pk, ()))],
    )


def _part(
    questions: Sequence[Question],
    mine: Sequence[Assignment],
    takers: Sequence[Member],
) -> UnitPart:
    by_question = {row.question_id: row for row in mine}
    cell = cell_of(questions, [by_question.get(question.pk) for question in questions])
    counting = [row for row in mine if not row.handed_over_at]
    begun = any(row.is_begun for row in mine)
    return UnitPart(mine[0].member, cell, (counting or mine)[0], mine, takers, begun)
