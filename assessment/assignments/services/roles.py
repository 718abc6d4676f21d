"""What somebody who gets a question does there: judge it first, judge it too, or vote on its nuggets."""

from collections import defaultdict
from collections.abc import Collection, Iterable

from assessment.assignments.services.conditions import draw_conditions
from assessment.campaigns.models import Campaign, Question
from assessment.judging.models import Assignment, AssignmentRole, Nugget
from assessment.people.models import Member, RoleName
from scoring.stages import LISTING

PRIMARY, JUDGE, VOTER = AssignmentRole.PRIMARY, AssignmentRole.JUDGE, AssignmentRole.VOTER
RANK = {
    str(role): place for place, role in enumerate((PRIMARY, JUDGE, VOTER))
}  # who comes first to a question


def add_assignments(
    pairs: Iterable[tuple[Question, Member]], under: Campaign | None = None
) -> list[Assignment]:
    """Make assignments with their roles, and their conditions as they were declared in a campaign; else blind.

    In questions with classes or nuggets somebody is the primary assessor: whoever judges there alone so far, else
    the first of the new ones. Everybody after that judges a list too, and votes on nuggets.
    """
    wanted = list(pairs)
    questions = {question.pk: question for question, _ in wanted if _has_primary(question)}
    judging = _judging(questions)
    if promoted := [rows[0].pk for rows in judging.values() if all(row.role != PRIMARY for row in rows)]:
        Assignment.objects.filter(pk__in=promoted).update(role=PRIMARY)
    has_primary = set(judging)
    made = []
    for question, member in wanted:
        role = _role(question, question.pk in has_primary)
        has_primary.add(question.pk)
        made.append(Assignment(question=question, member=member, role=role))
    _count_nuggets(made)
    if under:
        draw_conditions(under, made)
    return Assignment.objects.bulk_create(made)


def fill_primary(questions: Iterable[Question]) -> list[int]:
    """Make up for a primary assessor who left: the first who judges the question is, else the first who votes on it.

    Without one nobody would write its nuggets. Returns the assignments that got another role.
    """
    pks = [question.pk for question in questions if _has_primary(question)]
    people = Assignment.objects.counting().filter(member__roles__role=RoleName.ASSESSOR)
    chosen: dict[int, Assignment] = {}
    for row in people.filter(question__in=pks).order_by("pk"):
        stands = chosen.get(row.question_id)
        if row.role in RANK and (stands is None or RANK[row.role] < RANK[stands.role]):
            chosen[row.question_id] = row
    promoted = [row.pk for row in chosen.values() if row.role != PRIMARY]
    Assignment.objects.filter(pk__in=promoted).update(role=PRIMARY)
    return promoted


def _judging(questions: Collection[int]) -> dict[int, list[Assignment]]:
    """Who judges each question so far, oldest first."""
    found: defaultdict[int, list[Assignment]] = defaultdict(list)
    if not questions:
        return found
    rows = Assignment.objects.counting().filter(question__in=questions, role__in=(PRIMARY, JUDGE))
    for row in rows.order_by("pk"):
        found[row.question_id].append(row)
    return found


def _role(question: Question, has_primary: bool) -> AssignmentRole:
    if not _has_primary(question):
        return JUDGE
    if not has_primary:
        return PRIMARY
    return VOTER if question.kind.form.asks(LISTING) else JUDGE


def _has_primary(question: Question) -> bool:
    """Whether one assessor's classes or nuggets are the question's; annotators are all alike."""
    return bool(question.kind.form.entry)


def _count_nuggets(made: Iterable[Assignment]) -> None:
    """A voter has to vote on all nuggets that stand."""
    voters = [row for row in made if row.role == VOTER]
    if not voters:
        return
    counts: defaultdict[int, int] = defaultdict(int)
    for nugget in Nugget.objects.filter(question__in={row.question_id for row in voters}).current():
        counts[nugget.question_id] += 1
    for row in voters:
        row.nuggets = counts[row.question_id]
