"""What is assigned together: a whole series, or a question outside of any series."""

from collections.abc import Iterable

from django.db.models import Exists, F, OuterRef, Q, QuerySet

from assessment.campaigns.models import Campaign, Question
from assessment.judging.models import Assignment, SampledUnit
from assessment.judging.models.assignments import AssignmentQuerySet
from assessment.people.models import Member, Role, RoleName
from assessment.shared.say import say
from scoring.evaluations import VOTING
from scoring.stages import PLACES


def assignable_questions(campaign: Campaign) -> QuerySet[Question]:
    """Questions in the evaluation that have something for people to judge, in order.

    Where people are asked for a sample, those that were not drawn are none of them.
    """
    pooled = Q(pool__items__gt=F("pool__automatic"))
    questions = campaign.questions.filter(pooled | Q(type__in=campaign.track.types_with(PLACES)))
    questions = questions.exclude(pk__in=not_drawn(campaign))
    return questions.retained().in_order().select_related("series", "pool")


def not_drawn(campaign: Campaign) -> QuerySet[SampledUnit, int]:
    """The questions that people are not asked to judge, because a sample was drawn without them."""
    rows = SampledUnit.objects.filter(sampling__campaign=campaign, drawn=False)
    return rows.values_list("question_id", flat=True)


def is_assignable(question: Question) -> bool:
    """The same of a question with its series and pool, as `with_sample` reads it."""
    return not (question.left_because or getattr(question, "is_not_drawn", False)) and question.to_judge > 0


def with_sample(questions: QuerySet[Question]) -> QuerySet[Question]:
    """Questions that know whether a sample was drawn without them (`is_not_drawn`), by no further statement."""
    rows = SampledUnit.objects.filter(question=OuterRef("pk"), drawn=False)
    return questions.annotate(is_not_drawn=Exists(rows))


def questions_of_unit(question: Question) -> QuerySet[Question]:
    """The questions that are assigned together with this one, itself among them."""
    if question.series_id is None:
        return Question.objects.filter(pk=question.pk)
    return Question.objects.filter(series_id=question.series_id)


def grouped(questions: Iterable[Question]) -> list[list[Question]]:
    """Questions (with their series) in the units they are assigned in, both in order."""
    units: dict[tuple[str, int], list[Question]] = {}
    for question in questions:
        key = ("question", question.pk) if question.series_id is None else ("series", question.series_id)
        units.setdefault(key, []).append(question)
    return list(units.values())


def unit_name(question: Question) -> str:
    """What a person calls the unit of a question."""
    if question.series:
        return say("series {key}", key=str(question.series.key))
    return say("question {qid}", qid=question.qid)


def unit_subject(question: Question) -> str:
    """The same as the record of events has it."""
    return f"series {question.series.key}" if question.series else f"question {question.qid}"


def assessors_of(campaign: Campaign) -> QuerySet[Member]:
    """Everybody who can be given questions, with their accounts, by name."""
    return assessors_in(campaign).select_related("account").order_by("name", "pk")


def assessors_in(campaign: Campaign | OuterRef) -> QuerySet[Member]:
    """The same without order, also within a query of campaigns: assessors whose account, where they have one, is open.

    No program is among them, whatever role it was given: what it judged is its own already.
    """
    assessors = Member.objects.filter(campaign=campaign, roles__role=RoleName.ASSESSOR)
    programs = Assignment.objects.of_programs().filter(member=OuterRef("pk"))
    return assessors.exclude(Exists(programs)).exclude(account__is_active=False)


def assignments_of(campaign: Campaign) -> AssignmentQuerySet:
    """All that people of a campaign were given, what was handed over too, oldest first."""
    return assignments_in([campaign])


def assignments_in(campaigns: Iterable[Campaign]) -> AssignmentQuerySet:
    """The same of several campaigns.

    The voters of a pyramid from outside, who are called by numbers and have no role, were given nothing.
    """
    rows = Assignment.objects.of_people().filter(question__campaign__in=campaigns)
    by_numbers = Q(stage__in=VOTING, member__account=None) & ~Exists(
        Role.objects.filter(member=OuterRef("member"))
    )
    return rows.exclude(by_numbers).select_related("member").order_by("pk")
