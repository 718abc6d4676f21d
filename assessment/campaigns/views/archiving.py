"""Archiving a campaign, and taking it out of the archive."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from assessment.campaigns.selectors.campaigns import access_campaign
from assessment.campaigns.services.archiving import archive as put_away
from assessment.campaigns.services.archiving import unarchive as take_out
from assessment.people.selectors.access import Permission
from assessment.people.views.decorators import login_required
from assessment.shared.pages import Explained
from assessment.shared.say import say


@require_POST
@login_required
def archive(request: HttpRequest, slug: str) -> HttpResponse:
    """Make the campaign one that can only be read."""
    access = access_campaign(request.user, slug, Permission.EDIT_CAMPAIGN)
    with Explained(request):
        put_away(campaign=access.campaign, by=access.account)
        messages.success(
            request,
            say("{campaign} is archived: it can be read, not changed.", campaign=access.campaign.title),
        )
    return redirect("campaigns:settings", slug)


@require_POST
@login_required
def unarchive(request: HttpRequest, slug: str) -> HttpResponse:
    """Let it change again."""
    access = access_campaign(request.user, slug, Permission.EDIT_CAMPAIGN)
    with Explained(request):
        take_out(campaign=access.campaign, by=access.account)
        messages.success(
            request,
            say("{campaign} is no longer archived and can be changed.", campaign=access.campaign.title),
        )
    return redirect("campaigns:settings", slug)
