"""Tables of people and of teams: checked, shown as what would happen, then brought in; and handed out."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from assessment.campaigns.selectors.campaigns import access_campaign
from assessment.campaigns.services.intakes import Taken
from assessment.campaigns.views.file_pages import FilePage
from assessment.people.selectors.access import Access, Permission
from assessment.people.views import mail
from assessment.people.views.decorators import login_required
from assessment.submissions.forms.people_files import TableForm
from assessment.submissions.selectors import people_files as selectors


def _invited(request: HttpRequest, access: Access, taken: Taken) -> HttpResponse:
    """The links of invitations, this once; where there are none, the people."""
    if not taken.links:
        return redirect("campaigns:people", access.campaign.slug)
    context = {"access": access, "tab": "people", "links": mail.handed(request, taken.links)}
    return render(request, "campaigns/invited.html", context)


PEOPLE = FilePage(
    ("people",), TableForm, "submissions/people_file.html", "people", "people/import/", result=_invited
)
TEAMS = FilePage(("teams",), TableForm, "submissions/team_file.html", "runs", "teams/import/")


@require_safe
@login_required
def people_table(request: HttpRequest, slug: str) -> HttpResponse:
    """The people as a table."""
    access = access_campaign(request.user, slug, Permission.MANAGE_PEOPLE)
    return _table(selectors.people_table(access.campaign), f"{slug}-people.csv")


@require_safe
@login_required
def teams_table(request: HttpRequest, slug: str) -> HttpResponse:
    """The teams as a table."""
    access = access_campaign(request.user, slug, Permission.MANAGE_PEOPLE)
    return _table(selectors.teams_table(access.campaign), f"{slug}-teams.csv")


def _table(text: str, name: str) -> HttpResponse:
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return HttpResponse(text, content_type="text/csv; charset=utf-8", headers=headers)
