"""Runs: the list, submitting or checking one, its page, its file, withdrawing it."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import redirect, render
from django.utils.http import content_disposition_header
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from assessment.campaigns.selectors.campaigns import Deadlines
from assessment.people.selectors.access import Access
from assessment.people.views.decorators import login_required
from assessment.shared.errors import AssizeError, FileRefused
from assessment.shared.pages import Explained, takes_files, upload_refused
from assessment.shared.say import say_n
from assessment.submissions import services
from assessment.submissions.forms.runs import SubmitForm
from assessment.submissions.models import RunState, Team
from assessment.submissions.selectors import runs as selectors
from assessment.submissions.selectors.declared import declared_of
from assessment.submissions.selectors.doubts import beside, same_priorities
from assessment.submissions.selectors.registrations import own_team
from assessment.submissions.selectors.run_ids import free_ids
from assessment.submissions.selectors.sentences import run_stored, run_withdrawn
from assessment.submissions.selectors.topics import Clock, clock_of
from assessment.submissions.services import Report, by_rule
from scoring.tracks.example_files import example_files

PLACES_SHOWN = 50  # of one rule; the report as text has all


@require_safe
@login_required
def runs(request: HttpRequest, slug: str) -> HttpResponse:
    """The runs that somebody may see, and the form to submit another."""
    access = selectors.access_runs(request.user, slug)
    form = _form(request, access)
    found = list(selectors.runs_by_team(access))
    current = [run for run in found if run.state == RunState.SUBMITTED]
    doubts = same_priorities(access.campaign, current)
    context = _context(access, form) | {"runs": found, "doubts": doubts}
    return render(request, "submissions/runs.html", context)


@takes_files
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def submit(request: HttpRequest, slug: str) -> HttpResponse:
    """Check a run, and store it unless only the check was asked for."""
    access = selectors.access_runs(request.user, slug)
    form = _form(request, access)
    if request.method != "POST":
        files = example_files(access.campaign.track, access.campaign.rules)
        context = _context(access, form) | _teams_there(access) | {"example_files": files}
        return render(request, "submissions/submit.html", context)
    if request.POST.get("action", "submit") == "submit" and form.is_valid():
        return _submit(request, access, form)
    return _check(request, access, form)


def _form(request: HttpRequest, access: Access) -> SubmitForm:
    posted = (request.POST, request.FILES) if request.method == "POST" else ()
    teams = selectors.own_teams(access)
    return SubmitForm(
        *posted,
        track=access.campaign.track,
        teams=teams,
        organizer=selectors.is_organizer(access),
        refused=upload_refused(request),
    )


def _submit(request: HttpRequest, access: Access, form: SubmitForm) -> HttpResponse:
    try:
        run = services.submit_run(
            by=access.account,
            campaign=access.campaign,
            declaration=form.declaration(),
            file=form.submitted_file(),
            organizer=selectors.is_organizer(access),
        )
    except FileRefused as error:
        return _answer(request, access, form, broken=by_rule(error.problems))
    except AssizeError as error:
        form.add_error(None, str(error))
        return _answer(request, access, form, status=error.status)
    messages.success(request, run_stored(run))
    for doubt in beside(run):
        messages.warning(request, doubt)
    return redirect("submissions:run", access.campaign.slug, run.run_id)


def _check(request: HttpRequest, access: Access, form: SubmitForm) -> HttpResponse:
    """Check the file even where answers of the form are wrong, so that all errors are listed at once."""
    if not form.is_valid() and not form.cleaned_data.get("file"):
        return _answer(request, access, form)
    report = services.check_alone(
        by=access.account,
        campaign=access.campaign,
        declaration=form.declaration(),
        file=form.submitted_file(),
        organizer=selectors.is_organizer(access),
    )
    if request.POST.get("action") == "report":
        return _report_as_text(report)
    broken, relaxed = by_rule(report.file_problems), by_rule(report.warnings)
    return _answer(request, access, form, broken=broken, relaxed=relaxed, report=report)


def _answer(
    request: HttpRequest, access: Access, form: SubmitForm, status: int = 422, **found: Any
) -> HttpResponse:
    """The form as it was filled in, with what the check found."""
    context = _context(access, form) | _teams_there(access) | found | {"places_shown": PLACES_SHOWN}
    good = not form.errors and not found.get("broken")
    context["checked_only"] = not good and request.POST.get("action") == "check"
    return render(request, "submissions/submit.html", context, status=200 if good else status)


def _report_as_text(report: Report) -> HttpResponse:
    """Every problem and warning, one a line."""
    lines = [f"{problem}\n" for problem in report.problems]
    lines += [f"warning: {warning}\n" for warning in report.warnings]
    if not report.problems:
        lines.append(
            say_n(
                "{file}: nothing is wrong; {n} response.",
                "{file}: nothing is wrong; {n} responses.",
                len(report.responses),
                file=report.file.name,
            )
            + "\n"
        )
    return HttpResponse(lines, content_type="text/plain; charset=utf-8")


def _context(access: Access, form: SubmitForm) -> dict[str, Any]:
    organizer = selectors.is_organizer(access)
    clocks = [] if organizer else [_clock(access, team) for team in selectors.own_teams(access)]
    return {
        "access": access,
        "tab": "runs",
        "form": form,
        "organizer": organizer,
        "clocks": clocks,
        "closed": _refusal(access, "") if organizer else "",
        "may_submit": any(not clock.refusal for clock in clocks),
        "max_runs": access.campaign.rules.get("max_runs"),
        **_registered(access, form),
    }


def _teams_there(access: Access) -> dict[str, bool]:
    """Whether an organizer has no team yet to load a run for."""
    return {"without_teams": selectors.is_organizer(access) and not selectors.own_teams(access).exists()}


def _clock(access: Access, team: Team) -> Clock:
    clock = clock_of(access.campaign, team)
    return clock._replace(refusal=_refusal(access, team.name, clock.deadlines))


def _registered(access: Access, form: SubmitForm) -> dict[str, Any]:
    """What teams that register see of theirs: which of them did, and the run ids left to the one in the form."""
    if not access.campaign.track.registers or selectors.is_organizer(access):
        return {}
    own = own_team(access, str(form["team"].value() or ""))
    free = free_ids(access.campaign, own.registration) if own.registration else None
    return {"own": own, "free": free, "unregistered": own.team if not free else None}


def _refusal(access: Access, team_name: str, deadlines: Deadlines | None = None) -> str:
    """Why nothing can be submitted or withdrawn now; "" where it can."""
    found = services.why_closed(access.campaign, team_name, selectors.is_organizer(access), deadlines)
    return f"{found.message} {found.hint}" if found else ""


@require_safe
@login_required
def run(request: HttpRequest, slug: str, run_id: str) -> HttpResponse:
    """One run: its facts, its warnings, how its file begins, and its other versions."""
    found = selectors.access_run(request.user, slug, run_id, _version(request))
    context = {
        "access": found.access,
        "tab": "runs",
        "run": found.run,
        "declared": declared_of(found.run, found.access.campaign.track),
        "versions": found.versions,
        "organizer": selectors.is_organizer(found.access),
        "clock": _clock(found.access, found.run.team),
        "first_lines": selectors.first_lines(found.run),
    }
    return render(request, "submissions/run.html", context)


def _version(request: HttpRequest) -> int | None:
    """Which version of a run id is meant; one that is no number is none there is."""
    asked = request.GET.get("version")
    return None if asked is None else int(asked) if asked.isdecimal() and len(asked) < 19 else 0


@require_safe
@login_required
def run_file(request: HttpRequest, slug: str, run_id: str) -> StreamingHttpResponse:
    """The submitted file, byte for byte."""
    found = selectors.access_run(request.user, slug, run_id, _version(request))
    name, pieces = selectors.submitted_file(found.run)
    disposition = content_disposition_header(as_attachment=True, filename=name) or "attachment"
    headers = {"Content-Disposition": disposition}
    return StreamingHttpResponse(pieces, content_type="application/octet-stream", headers=headers)


@require_safe
@login_required
def run_warnings(request: HttpRequest, slug: str, run_id: str) -> HttpResponse:
    """Every warning of the run's check, one a line."""
    found = selectors.access_run(request.user, slug, run_id, _version(request))
    return HttpResponse(selectors.all_warnings(found.run), content_type="text/plain; charset=utf-8")


@require_POST
@login_required
def withdraw(request: HttpRequest, slug: str, run_id: str) -> HttpResponse:
    """Take a run out of the evaluation."""
    access, found, _ = selectors.access_run(request.user, slug, run_id)
    with Explained(request):
        services.withdraw_run(by=access.account, run=found, organizer=selectors.is_organizer(access))
        messages.success(request, run_withdrawn(found))
    return redirect("submissions:runs", slug)
