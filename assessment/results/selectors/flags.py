"""What is left out of the means, and why: flagged before scores are released."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import zip_longest
from typing import Any, NamedTuple

from django.db.models import (
    BooleanField,
    Count,
    Exists,
    ExpressionWrapper,
    F,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
)
from django.db.models.functions import Coalesce

from assessment.assignments.selectors.units import assignments_of
from assessment.campaigns.models import Campaign, Question
from assessment.judging.models import Adjudication, AnswerClass, Assignment, Judgment
from assessment.judging.models.assignments import AssignmentQuerySet
from assessment.judging.models.correct import called_correct
from assessment.results.selectors.without_value import without_value
from assessment.shared.say import say_n
from assessment.submissions.models import PoolItem, in_pool
from scoring.evaluate.grouped import Group, grouped
from scoring.evaluate.report import FLAGGED
from scoring.forms.base import reason_of
from scoring.say import say_again
from scoring.stages import CLASSES, LISTING, PLACES
from scoring.tracks.base import Track


class Flag(NamedTuple):
    """A question without a value, with the code of the reason."""

    qid: str
    code: str

    @property
    def reason(self) -> str:
        return reason_of(self.code)


class FlagGroup(NamedTuple):
    """Questions without a value for one reason."""

    reason: str
    flags: Sequence[Flag]


class Flags(NamedTuple):
    """What a version leaves out of the means, and its other warnings."""

    unscorable: Sequence[Flag]
    leaving: list[str]  # series
    warnings: Sequence[str]  # in English, as the version keeps them
    words: Mapping[str, Any] = {}  # what those are made of

    @property
    def said(self) -> list[str]:
        """The warnings in the reader's language."""
        return [say_again(warning, dict(self.words)) for warning in self.warnings]

    @property
    def grouped(self) -> list[Group]:
        """The same by kind."""
        words = dict(self.words)
        return [Group([say_again(one, words) for one in group.sentences]) for group in grouped(self.warnings)]

    @property
    def reasons(self) -> list[FlagGroup]:
        """The questions without a value by the reason."""
        found: dict[str, list[Flag]] = {}
        for flag in self.unscorable:
            found.setdefault(flag.reason, []).append(flag)
        return [FlagGroup(reason, flags) for reason, flags in found.items()]

    @property
    def summary(self) -> str:
        """How much there is to know, in a few words; empty where there is nothing."""
        parts = (
            say_n("{n} question without a value", "{n} questions without a value", len(self.unscorable))
            if self.unscorable
            else "",
            say_n("{n} series left out", "{n} series left out", len(self.leaving)) if self.leaving else "",
            say_n("{n} warning", "{n} warnings", len(self.warnings)) if self.warnings else "",
        )
        return ", ".join(filter(None, parts))


def flags_of(report: dict[str, Any]) -> Flags:
    """Sort what a version warns of. A version from before the codes says everything in its warnings too."""
    unscorable = [Flag(qid, code) for qid, code in report.get("unscorable", {}).items()]
    coded = zip_longest(report["warnings"], report.get("warning_codes", ()))
    warnings = [said for said, code in coded if code not in FLAGGED]
    return Flags(unscorable, report.get("leaving", []), warnings, report.get("words", {}))


class QuestionDoubt(NamedTuple):
    """A retained question to look at: one that assessors disagree on, or that may have to be dropped."""

    qid: str
    unit: str  # its series, or itself
    found_none: int  # assessors who found no correct answer
    code: str  # why it has no value, where it has none
    disputed: int  # items judged differently
    undecided: int  # those of them without a decision
    done: bool  # whether somebody finished it, so that what the code says is so


class QuestionFacts(NamedTuple):
    """What the database says of a question."""

    pk: int
    qid: str
    unit: str
    type: str
    done: bool
    answered: bool  # whether it surely has an answer that is known or correct
    found_none: int
    disputed: int
    undecided: int


def doubts(
    campaign: Campaign, assigned: Iterable[Assignment] | None = None, flagged: Collection[str] = ()
) -> list[QuestionDoubt]:
    """The questions in doubt as judging is now, in their order, and those flagged before (one query, or two).

    Dropped ones need no attention. One has no value if somebody finished it and there is nothing to score it by.
    """
    facts = [QuestionFacts(*row) for row in doubtful_questions(campaign, flagged)]
    kinds = campaign.track.question_types
    nuggets = [it for it in facts if it.done and kinds[it.type].form.asks(LISTING)]
    codes = without_value(
        campaign,
        lists={
            it.pk: it.qid for it in facts if it.done and kinds[it.type].form.asks(CLASSES) and not it.answered
        },
        nuggets={it.pk: it.qid for it in nuggets},
        pyramids={it.qid: kinds[it.type].pyramid for it in nuggets},
        assigned=assignments_of(campaign) if assigned is None else assigned,
    )
    return [
        QuestionDoubt(
            it.qid, it.unit, it.found_none, codes.get(it.qid, ""), it.disputed, it.undecided, it.done
        )
        for it in facts
    ]


def doubtful_questions(campaign: Campaign, flagged: Collection[str]) -> Iterable[Sequence[Any]]:
    """Facts of the questions that are judged differently, without a correct answer, finished with nuggets, or flagged."""
    alarms = counting_assignments().filter(no_answer_found=True)
    disputed = PoolItem.objects.filter(question=OuterRef("pk"), disputed=True)
    undecided = disputed.filter(Q(adjudication__isnull=True) | Q(adjudication__grade=""))
    kinds = campaign.track.question_types
    lists = [name for name, kind in kinds.items() if kind.form.asks(CLASSES)]
    with_nuggets = [name for name, kind in kinds.items() if kind.form.asks(LISTING)]
    has_answer = answered(campaign.track)
    wanting = Q(type__in=with_nuggets) | Q(~has_answer, type__in=lists)
    done = finished(campaign)
    doubtful = Q(Exists(alarms)) | Q(Exists(disputed)) | Q(qid__in=flagged) | Q(done, wanting)
    rows = Question.objects.filter(doubtful, campaign=campaign).retained().in_order()
    return rows.values_list(
        "pk",
        "qid",
        Coalesce("series__key", "qid"),
        "type",
        ExpressionWrapper(done, BooleanField()),
        ExpressionWrapper(has_answer, BooleanField()),
        number_of(alarms),
        number_of(disputed),
        number_of(undecided),
    )


def finished(campaign: Campaign) -> Q:
    """Whether somebody who judges the question is done with it, as `Assignment.is_done` says."""
    ended = counting_assignments().judging().filter(finished_at__isnull=False)
    left = F("question__pool__items") - F("question__pool__automatic")
    annotated = Q(question__type__in=campaign.track.types_with(PLACES), judged__gte=1)
    return Q(Exists(ended.filter(Q(judged__gte=left) | annotated)))


def answered(track: Track) -> Q:
    """Whether a question has a known answer that nobody has to speak for, or one that is, or may turn out, correct."""
    known = AnswerClass.objects.known().filter(question=OuterRef("pk"))
    correct = called_correct(track, "grade", "item__question__type")
    decided = Adjudication.objects.filter(in_pool("item"), correct, item__question=OuterRef("pk"))
    given = Judgment.objects.filter(correct, item__question=OuterRef("pk")).counting()
    open_ = given.filter(Q(item__adjudication__isnull=True) | Q(item__adjudication__grade=""))
    return Q(Exists(known)) | Q(Exists(decided)) | Q(Exists(open_))


def number_of(rows: QuerySet[Any]) -> Coalesce:
    """How many of the rows there are for each question."""
    counts = rows.order_by().values("question").annotate(n=Count("pk")).values("n")
    return Coalesce(Subquery(counts), 0)


def counting_assignments() -> AssignmentQuerySet:
    return Assignment.objects.counting().filter(question=OuterRef("pk"))
