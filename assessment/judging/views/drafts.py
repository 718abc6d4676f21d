"""Nugget drafts of programs, for organizers: in numbers, and side by side with people's list of a question."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from assessment.campaigns.selectors.campaigns import access_campaign
from assessment.judging.selectors.drafts import drafts_page, question_drafts
from assessment.people.selectors.access import Permission
from assessment.people.views.decorators import login_required
from scoring.stages import LISTING


@require_safe
@login_required
def drafts(request: HttpRequest, slug: str) -> HttpResponse:
    """The questions that are judged by nuggets, with the length of each list and draft."""
    access = access_campaign(request.user, slug, Permission.ASSIGN)
    if not access.campaign.track.types_with(LISTING):
        raise Http404
    page = drafts_page(access)
    return render(request, "judging/drafts.html", {"access": access, "tab": "assign", "page": page})


@require_safe
@login_required
def of_question(request: HttpRequest, slug: str, qid: str) -> HttpResponse:
    """People's list of a question beside the drafts of all versions."""
    access, page = question_drafts(request.user, slug, qid)
    if page is None:
        raise Http404
    return render(request, "judging/question_drafts.html", {"access": access, "tab": "assign", "page": page})
