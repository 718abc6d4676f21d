"""What people looked for in the collection of a campaign, for its organizers: a list, and the same as a table."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.http import content_disposition_header
from django.views.decorators.http import require_safe

from assessment.campaigns.selectors.campaigns import access_campaign
from assessment.campaigns.selectors.kept_searches import COLUMNS, Asked, kept_lines, kept_page
from assessment.people.selectors.access import Permission
from assessment.people.views.decorators import account_of, login_required
from assessment.shared.spreadsheets import Table


@require_safe
@login_required
def kept(request: HttpRequest, slug: str) -> HttpResponse:
    """The searches, the newest first; `person` and `words` leave those of an account, and with these words."""
    access = access_campaign(account_of(request), slug, Permission.EDIT_CAMPAIGN)
    asked = _asked(request)
    found = kept_page(access.campaign, asked, request.GET.get("page"))
    context = {"access": access, "tab": "search", "asked": asked, "people": found.people, "page": found.page}
    return render(request, "campaigns/kept_searches.html", context)


@require_safe
@login_required
def table(request: HttpRequest, slug: str) -> HttpResponse:
    """A line for each document that was opened, and for each search in which none was."""
    access = access_campaign(account_of(request), slug, Permission.EDIT_CAMPAIGN)
    name = content_disposition_header(True, f"{slug}-searches.csv") or ""
    response = HttpResponse(content_type="text/csv; charset=utf-8", headers={"Content-Disposition": name})
    writer = Table(response)
    writer.writerow(COLUMNS)
    writer.writerows(kept_lines(access.campaign, _asked(request)))
    return response


def _asked(request: HttpRequest) -> Asked:
    return Asked(request.GET.get("person", ""), request.GET.get("words", "").strip())
