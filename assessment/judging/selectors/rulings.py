"""Rulings as assessors and organizers read them."""

from collections.abc import Sequence

from django.db.models import Count, OuterRef, Q, Subquery
from django.db.models.functions import Coalesce

from assessment.campaigns.models import Campaign, State
from assessment.judging.models import Assignment, Ruling
from assessment.people.selectors.access import Access, Permission


def rulings_for(assignment: Assignment) -> list[Ruling]:
    """What the assessor of an assignment reads: see `rulings_of_member`."""
    return rulings_of_member(assignment.question.campaign_id, assignment.member_id)


def rulings_of_member(campaign: int, member: int | None) -> list[Ruling]:
    """The campaign's rulings, the newest first, then what this person asked and nobody answered yet (one query).

    Of a ruling that another asked for, what was asked and about which answer is left out.
    """
    mine_or_made = Ruling.objects.filter(~Q(text="") | Q(asked_by=member, asked_by__isnull=False))
    rows = mine_or_made.filter(campaign=campaign).select_related("question", "item")
    found = list(rows.order_by("-ruled_at", "-pk"))
    for row in found:
        if member is None or row.asked_by_id != member:
            row.asked, row.item, row.asked_by = "", None, None
    return sorted(found, key=lambda row: not row.text)


def rulings_beside_guidelines(access: Access) -> list[Ruling]:
    """What the page of the guidelines shows: to teams nothing before the release, since a ruling may tell what is right."""
    judges = any(access.may(one) for one in (Permission.JUDGE, Permission.ADJUDICATE, Permission.ASSIGN))
    if not judges and access.campaign.state != State.RELEASED:
        return []
    return rulings_of_member(access.campaign.pk, access.member.pk if access.member else None)


def unread_of_member() -> Coalesce:
    """How many answers a member has not read, for a query of rows with `member`."""
    rows = Ruling.objects.unread().filter(asked_by=OuterRef("member")).order_by()
    return Coalesce(Subquery(rows.values("asked_by").annotate(n=Count("pk")).values("n")), 0)


def waiting_of_campaign() -> Coalesce:
    """How many questions of assessors wait for an answer, for a query of campaigns."""
    rows = Ruling.objects.waiting().filter(campaign=OuterRef("pk")).order_by()
    return Coalesce(Subquery(rows.values("campaign").annotate(n=Count("pk")).values("n")), 0)


def all_rulings(campaign: Campaign) -> tuple[Sequence[Ruling], Sequence[Ruling]]:
    """What waits for an answer, the oldest first, and what was ruled, the newest first (two queries)."""
    rows = Ruling.objects.filter(campaign=campaign).select_related("question", "item", "asked_by", "ruled_by")
    return list(rows.waiting().order_by("asked_at", "pk")), list(rows.made().order_by("-ruled_at", "-pk"))
