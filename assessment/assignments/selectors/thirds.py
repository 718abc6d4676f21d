"""Answers on which those who judged a question differ, for somebody who did not judge it: a third voice."""

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from django.db.models import Exists, OuterRef, Q

from assessment.assignments.selectors.units import assignable_questions, assignments_of
from assessment.campaigns.models import Campaign, Question
from assessment.judging.models import AssignedItem, Assignment
from assessment.submissions.models import PoolItem
from scoring.evaluations import JUDGING
from scoring.stages import Stage

VOICES = 2  # who must have judged a question before a third is asked


class ThirdWork(NamedTuple):
    """How far one third assessor is."""

    name: str
    questions: int
    done: int
    items: int
    judged: int


class ThirdsPage(NamedTuple):
    """What third assessors could be asked for now, and how far they are with what they were."""

    ready: Sequence[
        tuple[Question, int]
    ]  # questions that all have finished, and on how many answers they differ
    waiting: int  # questions with such answers that somebody has yet to finish
    people: Sequence[ThirdWork]
    of_files: Sequence[str]  # whose judgments came from files, and who could count as third assessors

    @property
    def items(self) -> int:
        """Answers that could be given now."""
        return sum(number for _, number in self.ready)


def third_stage(question: Question) -> Stage | None:
    """What a third assessor does with a question; None where no answers are graded, so that nobody can be one."""
    return next((stage for stage in question.kind.form.stages if stage.of_some), None)


def has_thirds(campaign: Campaign) -> bool:
    """Whether any question of a campaign can have third assessors."""
    kinds = campaign.track.question_types.values()
    return any(stage.of_some for kind in kinds if kind.judged for stage in kind.form.stages)


def differing(campaign: Campaign, qids: Collection[str] | None = None) -> dict[Question, list[int]]:
    """The answers of each question on which its judges differ, and nobody has decided or been asked, in order.

    They differ as adjudicators see it: two grades, and none that more than half gave.
    """
    asked = AssignedItem.objects.filter(item=OuterRef("pk"), assignment__handed_over_at=None)
    undecided = Q(adjudication__isnull=True) | Q(adjudication__grade="")
    found = PoolItem.objects.filter(
        undecided, ~Exists(asked.filter(assignment__in=Assignment.objects.of_some()))
    )
    questions = {row.pk: row for row in _questions(campaign, qids)}
    rows = found.filter(question__in=questions, disputed=True, majority="").order_by("pk")
    items: defaultdict[int, list[int]] = defaultdict(list)
    for question, item in rows.values_list("question_id", "pk"):
        items[question].append(item)
    return {row: items[pk] for pk, row in questions.items() if pk in items}


def _questions(campaign: Campaign, qids: Collection[str] | None) -> list[Question]:
    rows = assignable_questions(campaign)
    chosen = rows if qids is None else rows.filter(qid__in=qids)
    return [question for question in chosen if third_stage(question)]


def finished_by_all(campaign: Campaign, questions: Collection[Question]) -> set[int]:
    """Which questions at least two people judged whole, and all who judge them have finished."""
    around = {question.pk: question for question in questions}
    done: defaultdict[int, list[bool]] = defaultdict(list)
    rows = assignments_of(campaign).counting().filter(question__in=around, stage__in=JUDGING)
    for row in rows:
        question = around[row.question_id]
        done[question.pk].append(row.is_done_of(row.due(question)))
    return {pk for pk, states in done.items() if len(states) >= VOICES and all(states)}


def ready_of(campaign: Campaign, items: Mapping[Question, list[int]]) -> dict[Question, list[int]]:
    """Those of some questions whose judges have all finished."""
    finished = finished_by_all(campaign, items.keys())
    return {question: found for question, found in items.items() if question.pk in finished}


def thirds_page(campaign: Campaign) -> ThirdsPage:
    """Read what the page shows of third assessors."""
    items = differing(campaign)
    ready = ready_of(campaign, items)
    return ThirdsPage(
        [(question, len(found)) for question, found in ready.items()],
        len(items) - len(ready),
        _people(campaign),
        judged_in_files(campaign),
    )


def people_of_files(campaign: Campaign) -> list[str]:
    """Whose judgments came from a file."""
    rows = assignments_of(campaign).counting().filter(source__isnull=False)
    return sorted(set(rows.order_by().values_list("member__name", flat=True)))


def judged_in_files(campaign: Campaign) -> list[str]:
    """Whose judgments came from a file, of questions that at least two others judge."""
    judging = assignments_of(campaign).counting().filter(stage__in=JUDGING)
    rows = list(judging.order_by().values_list("question_id", "member__name", "source_id"))
    judges = Counter(question for question, _, _ in rows)
    return sorted({name for question, name, source in rows if source and judges[question] > VOICES})


def _people(campaign: Campaign) -> list[ThirdWork]:
    rows = assignments_of(campaign).counting().of_some().order_by("member__name", "pk")
    named = ((name, list(some)) for name, some in groupby(rows, lambda row: row.member.name))
    return [
        ThirdWork(
            name,
            len(mine),
            sum(row.is_done_of(row.asked) for row in mine),
            sum(row.asked for row in mine),
            sum(row.judged for row in mine),
        )
        for name, mine in named
    ]
