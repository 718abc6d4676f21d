"""Registration: a team's own page, and the organizers' pages of all teams and pairs."""

from collections.abc import Iterator
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from assessment.people.selectors.access import Access
from assessment.people.views.decorators import login_required
from assessment.shared.errors import AssizeError
from assessment.shared.pages import Attempt, Explained, mark_again, posted_text, seen_by
from assessment.shared.say import say
from assessment.shared.spreadsheets import Table
from assessment.submissions.forms.registrations import RegistrationForm
from assessment.submissions.models import Registration, Team
from assessment.submissions.selectors import registrations as selectors
from assessment.submissions.selectors.applications import applications_of
from assessment.submissions.selectors.runs import is_organizer, participants
from assessment.submissions.selectors.sentences import pair_set, team_registered
from assessment.submissions.services import registrations as services


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def register(request: HttpRequest, slug: str) -> HttpResponse:
    """A participant's own registration: the form for it, and how its pairs stand."""
    access = selectors.access_register(request.user, slug)
    if access.member is None or "participant" not in access.roles:
        return redirect("submissions:registrations", slug)
    own = selectors.own_team(access, request.GET.get("team", ""), with_people=True)
    pairs = selectors.pairs_of(access.campaign)
    form = RegistrationForm(
        request.POST if request.method == "POST" else None,
        campaign=access.campaign,
        pairs=pairs,
        team=own.team,
        registration=own.registration,
    )
    context = {"own": own, "pairs": pairs}
    if request.method != "POST":
        return _page(request, access, form, "submissions/register.html", context)
    if request.POST.get("action") == "more" or not form.is_valid():
        return _page(request, access, form, "submissions/register.html", context)
    with Attempt() as attempt:
        registration = _save(access, form, own.team, own.registration, seen_by(request))
        messages.success(request, say("The team {team} is registered as below.", team=registration.team.name))
        return redirect("submissions:register", slug)
    return _page(request, access, form, "submissions/register.html", context, attempt.error)


def _save(
    access: Access,
    form: RegistrationForm,
    team: Team | None,
    registration: Registration | None,
    seen: str | None,
) -> Registration:
    """Register, or change the registration there is; organizers choose the members."""
    organizer = is_organizer(access) and "members" in form.fields
    members = form.cleaned_data["members"] if organizer else None
    if registration is not None:
        return services.change_registration(
            by=access.account,
            registration=registration,
            entry=form.entry(),
            members=members,
            organizer=organizer,
            seen=seen,
        )
    return services.register_team(
        by=access.account,
        campaign=access.campaign,
        entry=form.entry(),
        members=members if organizer else [access.member] if access.member else [],
        team=team,
        organizer=organizer,
    )


def _page(
    request: HttpRequest,
    access: Access,
    form: RegistrationForm,
    template: str,
    context: dict[str, Any],
    error: AssizeError | None = None,
) -> HttpResponse:
    """The form as it was filled in; for "more", with further rows and without complaints."""
    more = request.method == "POST" and request.POST.get("action") == "more"
    if error is not None:
        form.add_error(None, str(error))
    status = error.status if error else 422 if request.method == "POST" and not more else 200
    context |= {
        "access": access,
        "tab": "registration",
        "form": form,
        "rows": [*form.rows, *form.more_rows] if more else form.rows,
        "quiet": more,
        "seen": _mark(request, form, error),
        "organizer": is_organizer(access),
    }
    return render(request, template, context, status=status)


def _mark(request: HttpRequest, form: RegistrationForm, error: AssizeError | None) -> str:
    """The mark of the registration that the form shows; "" for a new one."""
    if form.registration is None:
        return ""
    return mark_again(request, services.state_of(form.registration, members="members" in form.fields), error)


@require_safe
@login_required
def registrations(request: HttpRequest, slug: str) -> HttpResponse:
    """All teams, and all pairs with the number of their teams."""
    access = selectors.access_registrations(request.user, slug)
    context = {
        "access": access,
        "tab": "registration",
        "registrations": selectors.registrations_of(access.campaign),
        "applications": applications_of(access.campaign),
        "pairs": selectors.pairs_of(access.campaign),
        "every_pair": services.all_pairs(access.campaign.track),
    }
    return render(request, "submissions/registrations.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def registration(request: HttpRequest, slug: str, pk: int | None = None) -> HttpResponse:
    """Register a team on somebody's behalf, or change a registration; for organizers."""
    if pk is None:
        access, found = selectors.access_registrations(request.user, slug), None
    else:
        access, found = selectors.access_registration(request.user, slug, pk)
    form = RegistrationForm(
        request.POST if request.method == "POST" else None,
        campaign=access.campaign,
        pairs=selectors.pairs_of(access.campaign),
        registration=found,
        participants=participants(access.campaign),
    )
    template = "submissions/registration.html"
    context: dict[str, Any] = {"registration": found}
    if request.method != "POST" or request.POST.get("action") == "more" or not form.is_valid():
        return _page(request, access, form, template, context)
    with Attempt() as attempt:
        saved = _save(access, form, None, found, seen_by(request))
        messages.success(request, team_registered(saved))
        return redirect("submissions:registrations", slug)
    return _page(request, access, form, template, context, attempt.error)


@require_POST
@login_required
def pair(request: HttpRequest, slug: str) -> HttpResponse:
    """Let a pair run regardless of the number of its teams, or not."""
    access = selectors.access_registrations(request.user, slug)
    with Explained(request):
        label, always = posted_text(request, "pair", 5), request.POST.get("always") == "on"
        row = services.set_pair(by=access.account, campaign=access.campaign, pair=label, always=always)
        messages.success(request, pair_set(row))
    return redirect("submissions:registrations", slug)


@require_safe
@login_required
def registrations_file(request: HttpRequest, slug: str) -> HttpResponse:
    """All registrations as CSV, a line for each person."""
    access = selectors.access_registrations(request.user, slug)
    response = HttpResponse(content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{slug}-registrations.csv"'
    rows = selectors.registrations_of(access.campaign)
    Table(response).writerows(_lines(list(rows)))
    return response


def _lines(rows: list[Registration]) -> Iterator[list[str]]:
    yield [
        "team",
        "group",
        "group_affiliation",
        "tasks",
        "pairs",
        "contact",
        "full_name",
        "affiliation",
        "email",
        "registered_at",
        "first_download",
    ]
    for row in rows:
        started = row.started_at.isoformat() if row.started_at else ""
        pairs = " ".join(str(pair) for pair in row.pairs.all())
        team = [row.team.name, row.group, row.affiliation, " ".join(row.tasks), pairs]
        for person in row.people.all():
            contact = "1" if person.position == 1 else "0"
            who = [contact, person.full_name, person.affiliation, person.email]
            yield [*team, *who, row.registered_at.isoformat(), started]
