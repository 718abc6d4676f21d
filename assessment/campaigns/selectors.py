"""Reads of the campaigns app, and access to its rows."""

from django.http import Http404

from assessment.campaigns.models import Campaign
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
