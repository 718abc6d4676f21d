"""What somebody has to judge in one campaign, for programs."""

from collections.abc import Iterable

from django.db.models import QuerySet
from django.http import Http404

from assessment.campaigns.selectors.campaigns import access_campaign
from assessment.judging.models import Assignment
from assessment.judging.selectors.assignments import access_assignment
from assessment.judging.selectors.work import waits_of
from assessment.people.models import Account
from assessment.people.selectors.access import Access, Permission
from scoring.stages import CLASSES, ITEM, MATCHING


def access_to_judge(account: Account, slug: str) -> Access:
    """A campaign in which the account judges."""
    return access_campaign(account, slug, Permission.JUDGE)


def own_assignments(access: Access) -> QuerySet[Assignment]:
    """What this very person was given in the campaign, with questions and the counters of their pools."""
    own = Assignment.objects.of_people().filter(question__campaign=access.campaign, member=access.member)
    return own.select_related("question__series", "question__pool", "question__campaign", "member", "shown")


def with_waits(rows: Iterable[Assignment]) -> list[Assignment]:
    """Some of them with what each waits for."""
    found = list(rows)
    waits = waits_of(found)
    for row in found:
        row.waits_for = [question.qid for question in waits.get(row.pk, ())]
    return found


def access_own(account: Account, slug: str, pk: int) -> Assignment:
    """One of them; nobody else sees it."""
    access = access_to_judge(account, slug)
    assignment = access_assignment(account, pk)
    if assignment.question.campaign_id != access.campaign.pk:
        raise Http404
    return assignment


def access_own_items(account: Account, slug: str, pk: int) -> Assignment:
    """One whose answers its person judges: not that of a voter, nor of somebody who annotates a page."""
    assignment = access_own(account, slug, pk)
    if not shows_items(assignment):
        raise Http404
    return assignment


def access_own_annotation(account: Account, slug: str, pk: int) -> Assignment:
    """One whose page its person annotates."""
    assignment = access_own(account, slug, pk)
    if not assignment.is_annotation:
        raise Http404
    return assignment


def shows_items(assignment: Assignment) -> bool:
    """Whether its page is a list of answers, to grade or to read for nuggets."""
    return assignment.work.of == ITEM


def access_own_classes(account: Account, slug: str, pk: int) -> Assignment:
    """One of a list question, whose answers are put into classes."""
    assignment = access_own(account, slug, pk)
    if not assignment.work.does(CLASSES):
        raise Http404
    return assignment


def access_own_nuggets(account: Account, slug: str, pk: int) -> Assignment:
    """One of a question that is judged by nuggets; of a voter too."""
    assignment = access_own(account, slug, pk)
    if not assignment.question.kind.form.asks(MATCHING):
        raise Http404
    return assignment
