"""Assignments as their assessors reach them."""

from collections.abc import Collection
from typing import Any, NamedTuple, cast

from django.db.models import Exists, OuterRef, QuerySet, Subquery
from django.http import Http404

from assessment.campaigns.models import Guidelines, language_of
from assessment.judging.models import Assignment
from assessment.judging.selectors.primary import other_primaries
from assessment.people.models import Account, RoleName
from assessment.shared.gate import enter_gate_by
from documents.prepared import Prepared

_AROUND = ("question__campaign", "question__series", "question__pool", "member__account")


def access_assignment(account: Account, pk: int) -> Assignment:
    """An assignment of this very person as an assessor, with all that stands around its question.

    Nobody else sees it, organizers neither. One handed over to somebody else can still be read.
    """
    assignment = _one_of_own.first(account=account.pk, pk=pk)
    if assignment is None or not _allows(account, assignment):
        raise Http404
    assignment.member.account = account  # as it comes in this request, with its browser
    assignment.has_other_primary = assignment.others
    vars(assignment.question.campaign)["documents_language"] = assignment.documents_language
    return cast(Assignment, assignment)


@Prepared
def _one_of_own(account: int, pk: int) -> "QuerySet[Any]":
    others = other_primaries(OuterRef("question"), OuterRef("pk"))
    found = _own(account).filter(pk=pk).select_related(*_AROUND, "shown").annotate(others=Exists(others))
    return found.annotate(documents_language=language_of("question__campaign__")).order_by("pk")[:1]


def _allows(account: Account, assignment: Assignment) -> bool:
    """Whether the token that somebody came with lets them judge there."""
    return account.limits.allow(assignment.question.campaign_id, RoleName.ASSESSOR)


def assignment_on(account: Account, question: int) -> int | None:
    """The key of what this very person has to judge in a question now, as an assessor."""
    return _own(account.pk).filter(question=question).values_list("pk", flat=True).first()


def own_among(account: Account, campaign: int, pks: Collection[int]) -> list[int]:
    """Which of some assignments are this very person's in a campaign, by question."""
    found = _own(account.pk).filter(pk__in=pks, question__campaign=campaign)
    return list(found.order_by("question_id", "pk").values_list("pk", flat=True))


class Writable(NamedTuple):
    """A locked assignment, and the guidelines in force, under which its judgments are made."""

    assignment: Assignment
    guidelines: int | None  # primary key


def access_assignment_to_write(account: Account | None, pk: int) -> Writable:
    """The same, locked until the transaction ends; the command line (no account) reaches every assignment.

    Everything that changes what an assignment holds locks it first, then the pool items in their order.
    """
    enter_gate_by(pk)
    assignment = (
        _any_to_write.first(pk=pk) if account is None else _own_to_write.first(account=account.pk, pk=pk)
    )
    if assignment is None or not (account is None or _allows(account, assignment)):
        raise Http404
    if account is not None:
        assignment.member.account = account
    return Writable(assignment, assignment.guidelines)


@Prepared
def _any_to_write(pk: int) -> "QuerySet[Any]":
    return _to_write(Assignment.objects.filter(pk=pk))


@Prepared
def _own_to_write(account: int, pk: int) -> "QuerySet[Any]":
    return _to_write(_own(account).filter(pk=pk))


def _to_write(found: "QuerySet[Assignment]") -> "QuerySet[Any]":
    newest = Guidelines.objects.filter(campaign=OuterRef("question__campaign")).order_by("-version")
    locked = found.select_for_update(of=("self",), no_key=True)
    with_guidelines = locked.annotate(guidelines=Subquery(newest.values("pk")[:1]))
    return with_guidelines.select_related(*_AROUND).order_by("pk")[:1]


def _own(account: int) -> "QuerySet[Assignment]":
    return Assignment.objects.filter(member__account=account, member__roles__role=RoleName.ASSESSOR)
