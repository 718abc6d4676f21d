"""What experts judge: the distinct answers that annotators gave (Natural Questions, section 4.2)."""

import random
from collections.abc import Iterable
from itertools import groupby
from typing import NamedTuple

from django.db.models import Q

from assessment.campaigns.models import Campaign
from assessment.judging.models import Assignment
from assessment.judging.selectors.annotation_records import counting_annotations
from assessment.submissions.models import QuestionPool
from scoring.annotations import AnnotatedExample
from scoring.forms.spans import EXPERTS_STAGE
from scoring.records import Item
from scoring.spans.experts import items_of


class ExpertWork(NamedTuple):
    """How far one expert is."""

    name: str
    questions: int
    done: int
    items: int
    judged: int


class ExpertsPage(NamedTuple):
    """The part of the assignment page about experts: answers to be had and pooled, and how far everybody is."""

    answers: int  # distinct answers of complete annotations
    pooled: int
    experts: list[ExpertWork]


def annotated_examples(campaign: Campaign) -> list[AnnotatedExample]:
    """The annotations that count, by question."""
    qids = dict(campaign.questions.values_list("pk", "qid"))
    said = counting_annotations(Q(assignment__question__campaign=campaign))
    return sorted(AnnotatedExample(qids[pk], tuple(given)) for pk, given in said.items())


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
        question__campaign=campaign, stage=EXPERTS_STAGE.name, handed_over_at=None
    )
    by_name = rows.select_related("member", "question__pool", "question__campaign").order_by(
        "member__name", "pk"
    )
    pooled = sum(pools.values_list("items", flat=True))
    experts = [
        ExpertWork(name, len(mine), sum(row.is_done for row in mine), pooled, sum(row.judged for row in mine))
        for name, mine in ((name, list(some)) for name, some in groupby(by_name, lambda row: row.member.name))
    ]
    return ExpertsPage(
        answers=len(items_of(annotated_examples(campaign))),
        pooled=pooled,
        experts=experts,
    )
