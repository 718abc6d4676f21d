"""Teams: who submits."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from assessment.campaigns.selectors.campaigns import access_campaign
from assessment.people.selectors.access import Access, Permission
from assessment.people.views.decorators import login_required
from assessment.shared.pages import Explained, OnForm, seen_by
from assessment.submissions import services
from assessment.submissions.forms.runs import NewTeamForm, TeamForm
from assessment.submissions.selectors import runs as selectors


@login_required
def teams(request: HttpRequest, slug: str) -> HttpResponse:
    """All teams with their members, and a form for a new one."""
    access = access_campaign(request.user, slug, Permission.MANAGE_PEOPLE)
    participants = selectors.participants(access.campaign)
    form = NewTeamForm(request.POST or None, participants=participants)
    if form.is_valid():
        with OnForm(form, "name"):
            team = services.create_team(by=access.account, campaign=access.campaign, **form.cleaned_data)
            messages.success(request, f"The team {team.name} was made.")
            return redirect("submissions:teams", slug)
    return _page(request, access, form)


def _page(request: HttpRequest, access: Access, form: NewTeamForm) -> HttpResponse:
    context = {
        "access": access,
        "tab": "runs",
        "teams": selectors.teams_of(access.campaign),
        "participants": selectors.participants(access.campaign),
        "form": form,
    }
    return render(request, "submissions/teams.html", context, status=422 if form.errors else 200)


@require_POST
@login_required
def team(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Change who belongs to a team."""
    access, chosen = selectors.access_team(request.user, slug, pk)
    form = TeamForm(request.POST, participants=selectors.participants(access.campaign))
    if form.is_valid():
        with Explained(request):
            services.set_team_members(
                by=access.account, team=chosen, seen=seen_by(request), **form.cleaned_data
            )
            messages.success(request, f"The members of {chosen.name} were changed.")
    else:
        messages.error(request, "Only participants of this campaign can be members. Nothing was changed.")
    return redirect("submissions:teams", slug)
