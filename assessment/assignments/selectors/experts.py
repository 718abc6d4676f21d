"""What experts judge: the distinct answers that annotators gave (Natural Questions, section 4.2)."""

import random
from collections.abc import Iterable
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

from assessment.campaigns.models import Campaign
from assessment.judging.models import Assignment, AssignmentRole, PageAnnotation
from assessment.judging.selectors.annotation_records import annotation_record
from assessment.submissions.models import QuestionPool
from scoring.annotations import AnnotatedExample
from scoring.records import Item
from scoring.spans.experts import items_of


class ExpertWork(NamedTuple):
    """How far one expert is."""

    name: str
    questions: int
    done: int
    judged: int


class ExpertsPage(NamedTuple):
    """The part of the assignment page about experts: answers to be had and pooled, and how far everybody is."""

    answers: int  # distinct answers of complete annotations
    pooled: int
    experts: list[ExpertWork]


def annotated_examples(campaign: Campaign) -> list[AnnotatedExample]:
    """The complete annotations of those who did not hand their question over, by question; dropped ones are left out."""
    retained = campaign.questions.retained().values("pk")
    said = PageAnnotation.objects.filter(
        assignment__question__in=retained, assignment__handed_over_at=None
    ).complete()
    rows = said.select_related("assignment__member", "assignment__question").order_by("assignment_id")
    found = sorted((row.assignment.question.qid, annotation_record(row)) for row in rows.iterator())
    return [
        AnnotatedExample(qid, tuple(annotation for _, annotation in some))
        for qid, some in groupby(found, key=itemgetter(0))
    ]


def drawn_answers(examples: Iterable[AnnotatedExample], sample: int | None, seed: int) -> list[Item]:
    """The distinct answers of all annotators; with `sample`, to so many questions that have any, drawn by a seed.

    Whole questions are drawn: all annotations of a drawn one count, so that precision is not that of popular answers.
    """
    answered = [example for example in examples if items_of([example])]
    if sample is not None:
        answered = random.Random(str(seed)).sample(answered, min(sample, len(answered)))
    return items_of(answered)


def experts_page(campaign: Campaign) -> ExpertsPage:
    """Read what the page shows of experts."""
    pools = QuestionPool.objects.filter(question__campaign=campaign)
    rows = Assignment.objects.filter(
        question__campaign=campaign, role=AssignmentRole.EXPERT, handed_over_at=None
    )
    by_name = rows.select_related("member", "question__pool", "question__campaign").order_by(
        "member__name", "pk"
    )
    experts = [
        ExpertWork(name, len(mine), sum(row.is_done for row in mine), sum(row.judged for row in mine))
        for name, mine in ((name, list(some)) for name, some in groupby(by_name, lambda row: row.member.name))
    ]
    return ExpertsPage(
        answers=len(items_of(annotated_examples(campaign))),
        pooled=sum(pools.values_list("items", flat=True)),
        experts=experts,
    )
