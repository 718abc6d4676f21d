"""Assignments as their assessors reach them."""

from django.db.models import Exists, OuterRef, QuerySet, Subquery
from django.http import Http404

from assessment.campaigns.models import Guidelines
from assessment.judging.models import Assignment
from assessment.judging.selectors.primary import other_primaries
from assessment.people.models import Account, Role, RoleName
from assessment.people.selectors.access import ALLOWED, Permission


def access_assignment(account: Account, pk: int) -> Assignment:
    """An assignment of this very person as an assessor, with all that stands around its question.

    Nobody else sees it, organizers neither. One handed over to somebody else can still be read.
    """
    return _first(_own(account).filter(pk=pk))


def assignment_on(account: Account, question: int) -> int | None:
    """The key of what this very person has to judge in a question now, as an assessor."""
    return _own(account).filter(question=question).values_list("pk", flat=True).first()


def access_assignment_to_write(account: Account | None, pk: int) -> Assignment:
    """The same, locked until the transaction ends; the command line (no account) reaches every assignment.

    Everything that changes what an assignment holds locks it first, then the pool items in their order.
    """
    found = Assignment.objects.all() if account is None else _own(account)
    return _first(found.filter(pk=pk).select_for_update(of=("self",), no_key=True))


def _own(account: Account) -> QuerySet[Assignment]:
    return Assignment.objects.filter(member__account=account, member__roles__role=RoleName.ASSESSOR)


def _first(found: QuerySet[Assignment]) -> Assignment:
    newest = Guidelines.objects.filter(campaign=OuterRef("question__campaign")).order_by("-version")
    roles = Role.objects.filter(member=OuterRef("member"), role__in=ALLOWED[Permission.SEE_ALL_RUNS])
    assignment = (
        found.select_related("question__campaign", "question__series", "question__pool", "member")
        .annotate(
            guidelines_in_force=Subquery(newest.values("pk")[:1]),
            sees_all_runs=Exists(roles),
            has_other_primary=Exists(other_primaries(OuterRef("question"), OuterRef("pk"))),
        )
        .first()
    )
    if assignment is None:
        raise Http404
    return assignment
