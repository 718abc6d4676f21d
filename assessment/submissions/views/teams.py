"""Teams: who submits, under which name, and what becomes of a team that nobody needs."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from assessment.campaigns.selectors.campaigns import access_campaign
from assessment.people.selectors.access import Access, Permission
from assessment.people.views.decorators import login_required
from assessment.shared.pages import Explained, OnForm, posted_text, seen_by
from assessment.shared.say import say
from assessment.submissions import services
from assessment.submissions.forms.runs import NewTeamForm, TeamForm
from assessment.submissions.models import Team
from assessment.submissions.selectors import runs as selectors


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def teams(request: HttpRequest, slug: str) -> HttpResponse:
    """All teams with their members and runs, and a form for a new one."""
    access = access_campaign(request.user, slug, Permission.MANAGE_PEOPLE)
    participants = selectors.participants(access.campaign)
    form = NewTeamForm(request.POST or None, participants=participants)
    if form.is_valid():
        with OnForm(form, "name"):
            team = services.create_team(by=access.account, campaign=access.campaign, **form.cleaned_data)
            messages.success(request, say("The team {team} was made.", team=team.name))
            return redirect("submissions:teams", slug)
    return _page(request, access, form)


def _page(request: HttpRequest, access: Access, form: NewTeamForm) -> HttpResponse:
    context = {
        "access": access,
        "tab": "runs",
        "teams": selectors.teams_of(access.campaign),
        "form": form,
    }
    return render(request, "submissions/teams.html", context, status=422 if form.errors else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def team(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """One team: its runs, and the forms that change its members and its name or remove it."""
    access, chosen = selectors.access_team(request.user, slug, pk)
    if request.method == "POST":
        return _change_members(request, access, chosen)
    context = {
        "access": access,
        "tab": "runs",
        "team": chosen,
        "members": chosen.members.all(),
        "participants": selectors.participants(access.campaign),
        "runs": selectors.visible_runs(access)
        .filter(team=chosen)
        .order_by(selectors.CURRENT_FIRST, "run_id", "-pk"),
    }
    return render(request, "submissions/team.html", context)


def _change_members(request: HttpRequest, access: Access, chosen: Team) -> HttpResponse:
    form = TeamForm(request.POST, participants=selectors.participants(access.campaign))
    if form.is_valid():
        with Explained(request):
            services.set_team_members(
                by=access.account, team=chosen, seen=seen_by(request), **form.cleaned_data
            )
            messages.success(request, say("The members of {team} were changed.", team=chosen.name))
    else:
        messages.error(
            request, say("Only participants of this campaign can be members. Nothing was changed.")
        )
    return redirect("submissions:team", access.campaign.slug, chosen.pk)


@require_POST
@login_required
def rename(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Give a team another name."""
    access, chosen = selectors.access_team(request.user, slug, pk)
    with Explained(request):
        name, reason = posted_text(request, "name", 80), posted_text(request, "reason")
        before = chosen.name
        services.rename_team(by=access.account, team=chosen, name=name, reason=reason, seen=seen_by(request))
        messages.success(request, say("{former} is now called {name}.", former=before, name=name))
    return redirect("submissions:team", slug, pk)


@require_POST
@login_required
def delete(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Delete a team without runs."""
    access, chosen = selectors.access_team(request.user, slug, pk)
    with Explained(request):
        services.delete_team(by=access.account, team=chosen, reason=posted_text(request, "reason"))
        messages.success(
            request, say("The team {team} was deleted. Its members stay in the campaign.", team=chosen.name)
        )
        return redirect("submissions:teams", slug)
    return redirect("submissions:team", slug, pk)


@require_POST
@login_required
def anonymize(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Take the name off a team whose runs were all withdrawn before anybody used them."""
    access, chosen = selectors.access_team(request.user, slug, pk)
    with Explained(request):
        reason = posted_text(request, "reason")
        now = services.anonymize_team(by=access.account, team=chosen, reason=reason)
        messages.success(
            request,
            say("{former} is now called {name} and has no members.", former=chosen.name, name=now.name),
        )
    return redirect("submissions:team", slug, pk)
