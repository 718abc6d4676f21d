"""What somebody who gets a question does there: judge it first, judge it too, or vote on its nuggets."""

from collections import defaultdict
from collections.abc import Collection, Iterable

from assessment.assignments.services.conditions import draw_conditions
from assessment.campaigns.models import Campaign, Question
from assessment.judging.models import Assignment, Judgment, Nugget
from assessment.judging.selectors.primary import other_primaries
from assessment.judging.services.counters import refresh_work
from assessment.judging.services.disputes import lock_items, refresh_disputed
from assessment.people.models import Member, RoleName
from assessment.submissions.models import PoolItem
from scoring.evaluations import ON_TOP
from scoring.forms.nuggets import VOTES_STAGE
from scoring.stages import LISTING, Stage


def add_assignments(
    pairs: Iterable[tuple[Question, Member]], under: Campaign | None = None
) -> list[Assignment]:
    """Make assignments with their stages, and their conditions as they were declared in a campaign; else blind.

    In questions with classes or nuggets somebody is the primary assessor: whoever judges there alone so far, else
    the first of the new ones. Everybody after that judges a list too, and votes on nuggets, or matches them where the type says so.
    """
    wanted = list(pairs)
    questions = {question.pk: question for question, _ in wanted if _has_primary(question)}
    judging = _judging(questions)
    if promoted := [rows[0].pk for rows in judging.values() if not any(row.primary for row in rows)]:
        Assignment.objects.filter(pk__in=promoted).update(primary=True)
    has_primary = set(judging)
    made = []
    for question, member in wanted:
        primary = question.pk in questions and question.pk not in has_primary
        stage = _stage(question, primary)
        has_primary.add(question.pk)
        made.append(Assignment(question=question, member=member, stage=stage.name, primary=primary))
    _count_nuggets(made)
    if under:
        draw_conditions(under, made)
    return Assignment.objects.bulk_create(made)


def ask_again(rows: Collection[Assignment]) -> None:
    """Let people go on with what was set aside and nobody took over: what they did there counts again.

    Whoever was its primary assessor is that again, unless somebody else is by now.
    """
    for row in (one for one in rows if one.primary):
        if other_primaries(row.question_id, row.pk).exists():
            row.primary = False
        row.handed_over_at = None
        row.save(update_fields=["primary", "handed_over_at"])
    pks = [row.pk for row in rows]
    Assignment.objects.filter(pk__in=pks).update(handed_over_at=None)
    refresh_disputes(rows)
    refresh_work(Assignment.objects.filter(pk__in=pks))


def refresh_disputes(rows: Collection[Assignment]) -> None:
    """Work out anew what is disputed among the items judged in some assignments."""
    judged = Judgment.objects.filter(assignment__in=[row.pk for row in rows]).exclude(grade="")
    items = lock_items(PoolItem.ever.filter(pk__in=judged.values("item")))
    refresh_disputed(items, {row.question_id for row in rows})


def fill_primary(questions: Iterable[Question]) -> list[int]:
    """Make up for a primary assessor who left: the first who judges the question is, else the first who votes on it.

    Without one nobody would write its nuggets. Returns the assignments that became one.
    """
    wanted = {question.pk: question for question in questions if _has_primary(question)}
    people = Assignment.objects.counting().filter(member__roles__role=RoleName.ASSESSOR)
    chosen: dict[int, Assignment] = {}
    for row in people.filter(question__in=wanted).exclude(stage__in=ON_TOP).order_by("pk"):
        chosen[row.question_id] = min(chosen.get(row.question_id, row), row, key=_rank)
    promoted = [row for row in chosen.values() if not row.primary]
    for row in promoted:
        row.stage, row.primary = wanted[row.question_id].kind.form.first.name, True
    Assignment.objects.bulk_update(promoted, ["stage", "primary"])
    return [row.pk for row in promoted]


def _rank(row: Assignment) -> tuple[bool, bool]:
    """Who comes first to a question: its primary assessor, then whoever judges it."""
    return not row.primary, not row.judges


def _judging(questions: Collection[int]) -> dict[int, list[Assignment]]:
    """Who judges each question so far, oldest first."""
    found: defaultdict[int, list[Assignment]] = defaultdict(list)
    if not questions:
        return found
    rows = Assignment.objects.counting().judging().filter(question__in=questions)
    for row in rows.order_by("pk"):
        found[row.question_id].append(row)
    return found


def _stage(question: Question, primary: bool) -> Stage:
    kind = question.kind
    only_votes = kind.form.asks(LISTING) and not (primary or kind.all_match)
    return VOTES_STAGE if only_votes else kind.form.first


def _has_primary(question: Question) -> bool:
    """Whether one assessor's classes or nuggets are the question's; annotators are all alike."""
    return bool(question.kind.form.entry)


def _count_nuggets(made: Iterable[Assignment]) -> None:
    """A voter has to vote on all nuggets that stand."""
    voters = [row for row in made if row.only_votes]
    if not voters:
        return
    counts: defaultdict[int, int] = defaultdict(int)
    for nugget in Nugget.objects.filter(question__in={row.question_id for row in voters}).current():
        counts[nugget.question_id] += 1
    for row in voters:
        row.asked = counts[row.question_id]
