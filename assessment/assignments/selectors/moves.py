"""One assessor's work as a whole, and the acts that moved it."""

from collections.abc import Sequence
from typing import NamedTuple

from django.db.models import Count, QuerySet
from django.http import Http404

from assessment.assignments.selectors.units import assessors_of
from assessment.campaigns.models import Campaign
from assessment.campaigns.selectors.campaigns import access_campaign
from assessment.judging.models import Assignment, WorkMove
from assessment.people.models import Account, Member
from assessment.people.selectors.access import Access, Permission

SHOWN = 20  # acts


class Work(NamedTuple):
    """What somebody has, in numbers."""

    questions: int
    finished: int
    items: int
    judged: int
    set_aside: int


def access_person(account: Account, slug: str, pk: int) -> tuple[Access, Member]:
    """A person of the campaign whose work the account may move."""
    access = access_campaign(account, slug, Permission.ASSIGN)
    found = Member.objects.filter(campaign=access.campaign, pk=pk).select_related("account").first()
    if found is None:
        raise Http404
    return access, found


def access_move(account: Account, slug: str, pk: int) -> tuple[Access, WorkMove]:
    """An act that the account may undo."""
    access = access_campaign(account, slug, Permission.ASSIGN)
    found = (
        WorkMove.objects.filter(campaign=access.campaign, pk=pk).select_related("member", "campaign").first()
    )
    if found is None:
        raise Http404
    return access, found


def work_of(campaign: Campaign, member: Member) -> Work:
    """Count what somebody has and has done."""
    rows = list(
        Assignment.objects.of_people()
        .filter(question__campaign=campaign, member=member)
        .select_related("question__pool")
    )
    for row in rows:
        row.question.campaign = campaign
    mine = [row for row in rows if row.handed_over_at is None]
    return Work(
        questions=len(mine),
        finished=sum(row.is_done for row in mine),
        items=sum(row.pool_size for row in mine),
        judged=sum(row.judged for row in mine),
        set_aside=len(rows) - len(mine),
    )


def takers_for(campaign: Campaign, member: Member) -> Sequence[Member]:
    """Who could take work over."""
    return list(assessors_of(campaign).exclude(pk=member.pk))


def moves_of(member: Member) -> QuerySet[WorkMove]:
    """The acts that moved somebody's work, newest first."""
    rows = WorkMove.objects.filter(member=member).select_related("made_by", "job").defer("plan")
    return rows.annotate(questions=Count("moved")).order_by("-pk")[:SHOWN]
