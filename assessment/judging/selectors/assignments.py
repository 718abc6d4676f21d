"""Assignments as their assessors reach them."""

from typing import NamedTuple

from django.db.models import Exists, OuterRef, QuerySet, Subquery
from django.http import Http404

from assessment.campaigns.models import Guidelines
from assessment.judging.models import Assignment
from assessment.judging.selectors.primary import other_primaries
from assessment.people.models import Account, RoleName

_AROUND = ("question__campaign", "question__series", "question__pool", "member__account")


def access_assignment(account: Account, pk: int) -> Assignment:
    """An assignment of this very person as an assessor, with all that stands around its question.

    Nobody else sees it, organizers neither. One handed over to somebody else can still be read.
    """
    others = other_primaries(OuterRef("question"), OuterRef("pk"))
    own = _own(account).filter(pk=pk).select_related(*_AROUND).annotate(others=Exists(others))
    assignment = own.first()
    if assignment is None:
        raise Http404
    assignment.has_other_primary = assignment.others
    return assignment


def assignment_on(account: Account, question: int) -> int | None:
    """The key of what this very person has to judge in a question now, as an assessor."""
    return _own(account).filter(question=question).values_list("pk", flat=True).first()


class Writable(NamedTuple):
    """A locked assignment, and the guidelines in force, under which its judgments are made."""

    assignment: Assignment
    guidelines: int | None  # primary key


def access_assignment_to_write(account: Account | None, pk: int) -> Writable:
    """The same, locked until the transaction ends; the command line (no account) reaches every assignment.

    Everything that changes what an assignment holds locks it first, then the pool items in their order.
    """
    found = Assignment.objects.all() if account is None else _own(account)
    newest = Guidelines.objects.filter(campaign=OuterRef("question__campaign")).order_by("-version")
    locked = found.filter(pk=pk).select_for_update(of=("self",), no_key=True)
    with_guidelines = locked.annotate(guidelines=Subquery(newest.values("pk")[:1]))
    assignment = with_guidelines.select_related(*_AROUND).first()
    if assignment is None:
        raise Http404
    return Writable(assignment, assignment.guidelines)


def _own(account: Account) -> QuerySet[Assignment]:
    return Assignment.objects.filter(member__account=account, member__roles__role=RoleName.ASSESSOR)
