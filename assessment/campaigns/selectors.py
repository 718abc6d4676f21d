"""Reads of the campaigns app, and access to its rows."""

from datetime import datetime

from django.http import Http404

from assessment.campaigns.models import Campaign, Guidelines
from assessment.people.access import Access, Deed, access_to
from assessment.people.models import Account


def access_campaign(account: Account, slug: str, deed: Deed) -> Access:
    """The campaign, if the account may do the deed there; else a 404 that does not tell whether it exists."""
    campaign = Campaign.objects.filter(slug=slug).first()
    if campaign is None:
        raise Http404
    access = access_to(account, campaign)
    if not access.may(deed):
        raise Http404
    return access


def effective_deadline(campaign: Campaign, team_name: str = "") -> datetime | None:
    """Until when a team may submit: its own date as last moved, where that is later than everybody's."""
    if campaign.deadline is None or not team_name:
        return campaign.deadline
    moves = campaign.deadline_changes.filter(team_name=team_name).order_by("-pk")
    own = moves.values_list("after", flat=True).first()
    return max(campaign.deadline, own) if own else campaign.deadline


def guidelines_in_force(campaign: Campaign) -> Guidelines | None:
    """The newest version of the guidelines."""
    return campaign.guidelines.order_by("-version").first()
