"""The organizer's pages of sample questions."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from assessment.campaigns.selectors.campaigns import access_campaign
from assessment.people.selectors.access import Access, Permission
from assessment.people.views.decorators import login_required
from assessment.shared.errors import AssizeError
from assessment.shared.pages import Attempt, Explained
from assessment.shared.say import say
from assessment.training.forms.samples import SampleFormPair
from assessment.training.models import TrainingQuestion
from assessment.training.selectors import sentences
from assessment.training.selectors.annotating import listed_boxes
from assessment.training.selectors.training import access_sample
from assessment.training.services.expected import problems_of
from assessment.training.services.samples import move_sample, remove_sample, write_sample


@require_http_methods(["GET", "POST"])
@login_required
def new(request: HttpRequest, slug: str) -> HttpResponse:
    """Write a new sample question."""
    access = access_campaign(request.user, slug, Permission.EDIT_CAMPAIGN)
    pair = SampleFormPair(access.campaign.track, data=request.POST if request.method == "POST" else None)
    return _take(request, access, pair, None)


@require_http_methods(["GET", "POST"])
@login_required
def sample(request: HttpRequest, slug: str, name: str) -> HttpResponse:
    """Change a sample question. What was typed outlives its removal by somebody else."""
    access = access_campaign(request.user, slug, Permission.EDIT_CAMPAIGN)
    versions = access.campaign.training_questions.filter(name=name).order_by("-version")
    question = versions.first()
    if question is None or (question.retired_at and request.method == "GET"):
        raise Http404
    pair = SampleFormPair(access.campaign.track, name, request.POST if request.method == "POST" else None)
    if request.method == "GET":
        pair.show(question)
    return _take(request, access, pair, None if question.retired_at else question)


@require_POST
@login_required
def remove(request: HttpRequest, slug: str, name: str) -> HttpResponse:
    """Take a sample question away; attempts at it are kept."""
    access, question = access_sample(request.user, slug, name, Permission.EDIT_CAMPAIGN)
    with Explained(request):
        remove_sample(question=question, by=access.account)
        messages.success(request, sentences.sample_removed(name))
    return redirect("judging:training", slug)


@require_POST
@login_required
def move(request: HttpRequest, slug: str, name: str) -> HttpResponse:
    """Put a sample question one place earlier."""
    access, question = access_sample(request.user, slug, name, Permission.EDIT_CAMPAIGN)
    move_sample(question=question, by=access.account)
    return redirect("judging:training", slug)


def _take(
    request: HttpRequest, access: Access, pair: SampleFormPair, question: TrainingQuestion | None
) -> HttpResponse:
    if request.method == "GET":
        return _show(request, access, pair, question)
    if "more" in request.POST:
        pair.grow(request.POST)
        return _show(request, access, pair, question)
    if not pair.is_sound:
        return _show(request, access, pair, question, status=422)
    return _write(request, access, pair, question)


def _write(
    request: HttpRequest, access: Access, pair: SampleFormPair, question: TrainingQuestion | None
) -> HttpResponse:
    written = pair.sample()
    found = list(problems_of(written, access.campaign.track, access.campaign.collection_slug))
    for problem in found:
        pair.blame(problem)
    if found:
        return _show(request, access, pair, question, status=422)
    with Attempt() as attempt:
        stored = write_sample(campaign=access.campaign, sample=written, seen=pair.seen, by=access.account)
        messages.success(
            request,
            say("{name} is stored, version {version}.", name=stored.name, version=str(stored.version)),
        )
        return redirect("judging:training", access.campaign.slug)
    return _show(request, access, pair, question, attempt.error, attempt.status)


def _show(
    request: HttpRequest,
    access: Access,
    pair: SampleFormPair,
    question: TrainingQuestion | None,
    error: AssizeError | None = None,
    status: int = 200,
) -> HttpResponse:
    context: dict[str, Any] = {
        "access": access,
        "tab": "training",
        "pair": pair,
        "question": question,
        "problem": error,
        "faulty": status == 422,
        "seen": _seen(pair, question, error),
    }
    if access.campaign.track.marks_places:
        context["boxes"] = listed_boxes(access.campaign, *pair.page)
    return render(request, "judging/sample.html", context, status=status)


def _seen(pair: SampleFormPair, question: TrainingQuestion | None, error: AssizeError | None) -> Any:
    """The version that a next save shall replace: the one there is, once the writer has seen it."""
    if error and error.code == "sample_changed":
        return question.version if question else 0
    return pair.question["seen"].value() or 0
