"""What leaves the means, and why: flagged before scores are released."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from django.db.models import BooleanField, Count, Exists, ExpressionWrapper, OuterRef, Q, Subquery
from django.db.models.functions import Coalesce

from assessment.campaigns.models import Campaign, Question
from assessment.judging.models import AnswerClass, Assignment, AssignmentRole, Judgment, NuggetVote
from assessment.judging.models.assignments import AssignmentQuerySet
from assessment.judging.models.classes import CORRECT, Origin
from scoring.evaluate.ground import leaves
from scoring.evaluate.scorer import series_leave

NUGGETS, LIST = "nuggets", "list"
REASONS = {NUGGETS: "it has no vital nugget", LIST: "it has no known answer"}


class Flag(NamedTuple):
    """A question without a value, with the reason."""

    qid: str
    reason: str


class Flags(NamedTuple):
    """What a version leaves out of the means, and its other warnings."""

    unscorable: Sequence[Flag]
    leaving: list[str]  # series
    warnings: Sequence[str]


def flags_of(report: dict[str, Any]) -> Flags:
    """Sort what a version warns of. A version from before flags has only warnings."""
    unscorable = [Flag(qid, reason) for qid, reason in report.get("unscorable", {}).items()]
    leaving = report.get("leaving", [])
    said = {leaves(*flag) for flag in unscorable} | ({series_leave(leaving)} if leaving else set())
    return Flags(unscorable, leaving, [warning for warning in report["warnings"] if warning not in said])


class Doubt(NamedTuple):
    """A retained question that may have to be dropped: how many found no correct answer, and why it has no value."""

    qid: str
    found_none: int
    reason: str


def doubts(campaign: Campaign) -> list[Doubt]:
    """The questions in doubt as judging stands now, in their order (one query).

    One has no value if somebody finished it and there is nothing to score it by.
    """
    kinds = campaign.track.question_types
    wanting = Q()
    for form, nothing in ((NUGGETS, no_vital_nugget()), (LIST, no_known_answer())):
        types = [name for name, kind in kinds.items() if kind.form == form]
        wanting |= Q(nothing, type__in=types) if types else Q()
    finished = counting_sheets().filter(
        role__in=(AssignmentRole.PRIMARY, AssignmentRole.JUDGE), finished_at__isnull=False
    )
    without = Q(Exists(finished)) & wanting if wanting else Q(pk=None)
    alarms = counting_sheets().filter(no_answer_found=True)
    counts = alarms.order_by().values("question").annotate(n=Count("pk")).values("n")
    found_none = Coalesce(Subquery(counts), 0)
    is_without = ExpressionWrapper(without, BooleanField())
    rows = Question.objects.filter(Q(Exists(alarms)) | without, campaign=campaign).retained().in_order()
    return [
        Doubt(qid, assessors, REASONS[kinds[kind].form] if nothing else "")
        for qid, kind, assessors, nothing in rows.values_list("qid", "type", found_none, is_without)
    ]


def counting_sheets() -> AssignmentQuerySet:
    return Assignment.objects.counting().filter(question=OuterRef("pk"))


def no_vital_nugget() -> Q:
    votes = NuggetVote.objects.filter(nugget__question=OuterRef("pk"), nugget__removed=False, vote="vital")
    return ~Q(Exists(votes))


def no_known_answer() -> Q:
    known = AnswerClass.objects.filter(question=OuterRef("pk"), origin=Origin.DEVELOPMENT)
    correct = Judgment.objects.filter(item__question=OuterRef("pk"), grade__in=CORRECT)
    return ~Q(Exists(known)) & ~Q(Exists(correct))
