"""Downloading questions. Fetching them is a POST, so that nothing that only looks ahead starts a clock."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import content_disposition_header
from django.views.decorators.http import require_http_methods, require_safe

from assessment.people.selectors.access import Access
from assessment.people.views.decorators import login_required
from assessment.shared.errors import AssizeError
from assessment.shared.pages import explain
from assessment.shared.say import say
from assessment.submissions.models import Registration
from assessment.submissions.selectors import registrations as selectors
from assessment.submissions.selectors.runs import is_organizer
from assessment.submissions.selectors.topics import clock_of, topics_rows
from assessment.submissions.services import downloads as services


@require_safe
@login_required
def topics(request: HttpRequest, slug: str) -> HttpResponse:
    """The pairs whose questions somebody can fetch, and how the team's time stands."""
    access = selectors.access_register(request.user, slug)
    own = selectors.own_team(access, request.GET.get("team", ""))
    pairs = selectors.pairs_of(access.campaign)
    organizer = is_organizer(access)
    context: dict[str, Any] = {"access": access, "tab": "topics", "organizer": organizer, "own": own}
    if organizer:
        context["states"] = [state for state in pairs.states.values() if state.questions]
    elif own.registration:
        context["rows"] = topics_rows(own.registration, pairs)
        context["clocks"] = [clock_of(access.campaign, own.registration.team)]
    return render(request, "submissions/topics.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def download(request: HttpRequest, slug: str, source: str, target: str) -> HttpResponse:
    """Ask whether the team's time shall begin; once it has, or once that is confirmed, give the questions out."""
    access, pair = selectors.access_register(request.user, slug), f"{source}:{target}"
    organizer = is_organizer(access)
    registration = None if organizer else selectors.own_team(access, request.GET.get("team", "")).registration
    if registration is None and not organizer:
        raise Http404
    confirmed = organizer or request.POST.get("confirmed") == "yes"
    try:
        if registration is not None and not (
            request.method == "POST" and (confirmed or registration.started_at)
        ):
            return _ask(request, access, registration, pair)
        if request.method != "POST":
            return redirect("submissions:topics", slug)
        given = _give(access, registration, pair)
    except AssizeError as error:
        explain(request, error)
        return redirect("submissions:topics", slug)
    if given.started:
        messages.success(
            request, say("The questions of {pair} were downloaded. Your time has begun.", pair=pair)
        )
    disposition = content_disposition_header(as_attachment=True, filename=given.name) or "attachment"
    return HttpResponse(
        given.data, content_type="application/xml", headers={"Content-Disposition": disposition}
    )


def _give(access: Access, registration: Registration | None, pair: str) -> services.TopicsDownload:
    if registration is None:
        return services.fetch_topics(by=access.account, campaign=access.campaign, pair=pair)
    return services.download_topics(by=access.account, registration=registration, pair=pair)


def _ask(request: HttpRequest, access: Access, registration: Registration, pair: str) -> HttpResponse:
    """What a first download would start, and when it would end; refused where it could not be had anyway."""
    services.refuse_download(access.campaign, registration, pair)
    clock = clock_of(access.campaign, registration.team)
    context = {
        "access": access,
        "tab": "topics",
        "registration": registration,
        "pair": pair,
        "state": selectors.pairs_of(access.campaign).states[pair],
        "clock": clock,
        "begun": clock.if_begun,
    }
    return render(request, "submissions/download.html", context)
