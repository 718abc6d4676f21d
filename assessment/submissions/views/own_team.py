"""A participant's own pages: what the team needs to submit, and the receipts of what it submitted."""

from datetime import datetime
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import redirect, render
from django.utils.http import content_disposition_header
from django.views.decorators.http import require_safe

from assessment.campaigns.selectors.campaigns import effective_deadline
from assessment.campaigns.selectors.schedule import schedule_for
from assessment.people.views.decorators import login_required
from assessment.shared.errors import AssizeError
from assessment.submissions.models import RunState
from assessment.submissions.selectors import own_team as selectors
from assessment.submissions.selectors.runs import access_run, is_organizer
from assessment.submissions.selectors.topics import Clock, clock_of
from assessment.submissions.services import refuse_closed
from assessment.submissions.services.checker import checker_zip
from scoring.tracks.example_files import example_files


@require_safe
@login_required
def own_team(request: HttpRequest, slug: str) -> HttpResponse:
    """Everything the own team needs, on one page."""
    own = selectors.access_own_team(request.user, slug, request.GET.get("team", ""))
    if own.team is None and is_organizer(own.access):
        return redirect("submissions:teams", slug)
    campaign = own.access.campaign
    asked, collection = selectors.topics_of_campaign(campaign), selectors.collection_of(campaign)
    example = selectors.example_of(own, asked, collection)
    gives_topics = selectors.gives_topics(own.access)
    topics = selectors.topics_file(own.access, asked) if gives_topics else None
    clock = _clock(own)
    context: dict[str, Any] = {
        "access": own.access,
        "tab": "team",
        "own": own,
        "clock": clock,
        "schedule": schedule_for(own.access, _ends(own, clock)),
        "example": example,
        "gives_topics": gives_topics,
        "collection": collection,
        "command": selectors.check_command(
            own,
            example.name if example else f"RUN{campaign.track.run_suffix}",
            topics.name if topics else campaign.track.questions_file,
            collection,
        ),
        "topics": topics,
        "example_files": example_files(campaign.track, campaign.rules),
        **_runs(own),
    }
    return render(request, "submissions/own_team.html", context)


def _ends(own: selectors.OwnTeamAccess, clock: Clock | None) -> dict[str, datetime | None]:
    """When the time of each of somebody's teams ends."""
    found = {clock.team.name: clock.deadline} if clock else {}
    return found | {team.name: effective_deadline(own.access.campaign, team.name) for team in own.others}


def _clock(own: selectors.OwnTeamAccess) -> Clock | None:
    if own.team is None:
        return None
    clock = clock_of(own.access.campaign, own.team)
    try:
        refuse_closed(own.access.campaign, own.team.name, False, clock.deadlines)
    except AssizeError as error:
        return clock._replace(refusal=str(error))
    return clock


def _runs(own: selectors.OwnTeamAccess) -> dict[str, Any]:
    """The team's runs, newest first, and how many it may still submit."""
    if own.team is None:
        return {"runs": [], "left": None}
    runs = list(own.team.runs.order_by("-submitted_at", "-pk"))
    most: Any = own.access.campaign.rules.get("max_runs")
    current = sum(run.state == RunState.SUBMITTED for run in runs)
    return {"runs": runs, "max_runs": most, "left": max(most - current, 0) if most else None}


@require_safe
@login_required
def topics_file(request: HttpRequest, slug: str) -> HttpResponse:
    """The questions as they were imported, or written anew where they were changed since."""
    own = selectors.access_own_team(request.user, slug)
    file = selectors.topics_file(own.access)
    return _download(file.data, file.name, "application/octet-stream")


@require_safe
@login_required
def example(request: HttpRequest, slug: str) -> HttpResponse:
    """A run of the own team that breaks no rule."""
    own = selectors.access_own_team(request.user, slug, request.GET.get("team", ""))
    campaign = own.access.campaign
    found = selectors.example_of(
        own, selectors.topics_of_campaign(campaign), selectors.collection_of(campaign)
    )
    if found is None:
        raise Http404
    return _download(found.data, found.name, "application/octet-stream")


@require_safe
@login_required
def docids(request: HttpRequest, slug: str) -> StreamingHttpResponse:
    """The ids of all documents, packed."""
    own = selectors.access_own_team(request.user, slug)
    collection = selectors.collection_of(own.access.campaign)
    if collection is None:
        raise Http404
    headers = {"Content-Disposition": f'attachment; filename="{selectors.DOCIDS}"'}
    pieces = selectors.docids_packed(collection)
    return StreamingHttpResponse(pieces, content_type="application/gzip", headers=headers)


@require_safe
@login_required
def checker(request: HttpRequest, slug: str) -> HttpResponse:
    """The checker for offline use."""
    selectors.access_own_team(request.user, slug)
    return _download(checker_zip(), selectors.CHECKER, "application/zip")


@require_safe
@login_required
def example_file(request: HttpRequest, slug: str, name: str) -> HttpResponse:
    """One of the files that show how questions and runs look."""
    campaign = selectors.access_own_team(request.user, slug).access.campaign
    files = example_files(campaign.track, campaign.rules)
    if name not in files:
        raise Http404
    return _download(files[name], name, "application/octet-stream")


@require_safe
@login_required
def receipt(request: HttpRequest, slug: str, run_id: str) -> HttpResponse:
    """The receipt of a run, to print; as text with ?form=text."""
    asked = request.GET.get("version", "")
    version = int(asked) if asked.isascii() and asked.isdecimal() and len(asked) < 19 else None
    found = access_run(request.user, slug, run_id, version)
    made = selectors.receipt_of(found.run)
    if request.GET.get("form") == "text":
        text = "".join(f"{name}: {value}\n" for name, value in made.lines())
        return HttpResponse(text, content_type="text/plain; charset=utf-8")
    context = {"access": found.access, "tab": "runs", "run": found.run, "lines": made.lines()}
    return render(request, "submissions/receipt.html", context)


def _download(data: bytes, name: str, kind: str) -> HttpResponse:
    disposition = content_disposition_header(as_attachment=True, filename=name) or "attachment"
    return HttpResponse(data, content_type=kind, headers={"Content-Disposition": disposition})
