"""The search of the collection beside what somebody judges."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from assessment.campaigns.selectors.searching import access_search
from assessment.campaigns.views.searching import search_page
from assessment.judging.selectors.assignments import access_assignment
from assessment.judging.selectors.primary import may_write_nuggets
from assessment.judging.services.closed import why_closed
from assessment.people.views.decorators import account_of, login_required
from scoring.stages import LISTING


@require_safe
@login_required
def search(request: HttpRequest, assignment: int) -> HttpResponse:
    """What was found, in a frame of the judging page; words of a document become a nugget where one writes them."""
    found = access_assignment(account_of(request), assignment)
    access = access_search(account_of(request), found.question.campaign.slug)
    is_writer = found.work.does(LISTING) and may_write_nuggets(found) and not why_closed(found)
    more = {"writes_at": reverse("judging:judge", args=[found.pk])} if is_writer else {}
    address = reverse("judging:search", args=[found.pk])
    response = search_page(request, access, address, surrounding="judging/search_beside.html", **more)
    return _in_own_frame(response)


def _in_own_frame(response: HttpResponse) -> HttpResponse:
    """Let pages of this site, and no other, show it in a frame."""
    response["X-Frame-Options"] = "SAMEORIGIN"
    policy = settings.CONTENT_SECURITY_POLICY
    response["Content-Security-Policy"] = policy.replace("frame-ancestors 'none'", "frame-ancestors 'self'")
    return response
