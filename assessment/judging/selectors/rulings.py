"""Rulings as assessors and organizers read them."""

from collections.abc import Sequence

from django.db.models import Q

from assessment.campaigns.models import Campaign
from assessment.judging.models import Assignment, Ruling


def rulings_for(assignment: Assignment) -> list[Ruling]:
    """The campaign's rulings, the newest first, then what this person asked and nobody answered yet (one query).

    Of a ruling that another asked for, what was asked and about which answer is left out.
    """
    campaign, member = assignment.question.campaign_id, assignment.member_id
    mine_or_made = Ruling.objects.filter(~Q(text="") | Q(asked_by=member), campaign=campaign)
    rows = list(mine_or_made.select_related("question", "item").order_by("-ruled_at", "-pk"))
    for row in rows:
        if row.asked_by_id != member:
            row.asked, row.item, row.asked_by = "", None, None
    return sorted(rows, key=lambda row: not row.text)


def all_rulings(campaign: Campaign) -> tuple[Sequence[Ruling], Sequence[Ruling]]:
    """What waits for an answer, the oldest first, and what was ruled, the newest first (two queries)."""
    rows = Ruling.objects.filter(campaign=campaign).select_related("question", "item", "asked_by", "ruled_by")
    return list(rows.waiting().order_by("asked_at", "pk")), list(rows.made().order_by("-ruled_at", "-pk"))
