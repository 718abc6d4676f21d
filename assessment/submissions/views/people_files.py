"""Tables of people and of teams: checked, shown as what would happen, then brought in; and handed out."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from assessment.campaigns.selectors.campaigns import access_campaign
from assessment.campaigns.services import SourceFile
from assessment.people.selectors.access import Access, Permission
from assessment.people.views import mail
from assessment.people.views.decorators import login_required
from assessment.shared.errors import AssizeError, Conflict, FileRefused
from assessment.shared.pages import seen_by, takes_files, upload_refused
from assessment.shared.say import say
from assessment.submissions.forms.people_files import TableForm
from assessment.submissions.selectors import people_files as selectors
from assessment.submissions.services import people_plans, team_files
from assessment.submissions.services.people_files import import_people as bring_people


@takes_files
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def import_people(request: HttpRequest, slug: str) -> HttpResponse:
    """Add and invite the people of a table: first a look at what would happen, then all or nobody."""
    access = access_campaign(request.user, slug, Permission.MANAGE_PEOPLE)
    form = _form(request)
    if request.method != "POST" or not form.is_valid():
        return _page(request, access, "people", form)
    file = form.source("people.csv")
    try:
        if request.POST.get("action") != "import":
            plan = people_plans.plan_people(campaign=access.campaign, file=file)
            return _page(request, access, "people", form, plan=plan, text=form.text_of(file))
        done, links = bring_people(
            by=access.account, campaign=access.campaign, file=file, seen=seen_by(request)
        )
    except AssizeError as error:
        return _refused(request, access, "people", form, error, file)
    messages.success(request, say("Brought in {file}: {outcome}", file=file.name, outcome=done.sentence))
    if not links:
        return redirect("campaigns:people", slug)
    context = {
        "access": access,
        "tab": "people",
        "links": mail.handed(request, links),
    }
    return render(request, "campaigns/invited.html", context)


@takes_files
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def import_teams(request: HttpRequest, slug: str) -> HttpResponse:
    """Make the teams of a table: first a look at what would happen, then all or none."""
    access = access_campaign(request.user, slug, Permission.MANAGE_PEOPLE)
    form = _form(request)
    if request.method != "POST" or not form.is_valid():
        return _page(request, access, "teams", form)
    file = form.source("teams.csv")
    try:
        if request.POST.get("action") != "import":
            plan = team_files.plan_teams(campaign=access.campaign, file=file)
            return _page(request, access, "teams", form, plan=plan, text=form.text_of(file))
        done = team_files.import_teams(
            by=access.account, campaign=access.campaign, file=file, seen=seen_by(request)
        )
    except AssizeError as error:
        return _refused(request, access, "teams", form, error, file)
    messages.success(request, say("Brought in {file}: {outcome}", file=file.name, outcome=done.sentence))
    return redirect("submissions:teams", slug)


def _form(request: HttpRequest) -> TableForm:
    posted = (request.POST, request.FILES) if request.method == "POST" else ()
    return TableForm(*posted, refused=upload_refused(request))


def _refused(
    request: HttpRequest, access: Access, what: str, form: TableForm, error: AssizeError, file: SourceFile
) -> HttpResponse:
    """The table once more with what is wrong; after a conflict, with what would happen now."""
    if isinstance(error, FileRefused):
        return _page(request, access, what, form, problems=error.problems, text=form.text_of(file))
    form.add_error(None, str(error))
    if isinstance(error, Conflict):
        plan: Any = (
            people_plans.plan_people(campaign=access.campaign, file=file)
            if what == "people"
            else team_files.plan_teams(campaign=access.campaign, file=file)
        )
        return _page(request, access, what, form, plan=plan, text=form.text_of(file), status=error.status)
    return _page(request, access, what, form, text=form.text_of(file), status=error.status)


def _page(
    request: HttpRequest, access: Access, what: str, form: forms.Form, status: int = 0, **found: Any
) -> HttpResponse:
    wrong = bool(form.errors or found.get("problems"))
    columns = people_plans.COLUMNS if what == "people" else team_files.COLUMNS.names
    tab = "people" if what == "people" else "runs"
    context = {"access": access, "tab": tab, "what": what, "form": form, "columns": columns, **found}
    return render(request, "submissions/people_file.html", context, status=status or (422 if wrong else 200))


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
