"""The list of studies, with the form of a new one; and the overview of one."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from assessment.jobs.models import JobState
from assessment.jobs.selectors import shown_job
from assessment.jobs.services.lifecycle import enqueue
from assessment.jobs.views.waiting import shown_in, wait_briefly
from assessment.people.selectors.access import Access, Permission
from assessment.people.views.decorators import login_required
from assessment.shared.say import say
from assessment.studies.forms import StudyForm, WhatIfForm
from assessment.studies.models import Study
from assessment.studies.selectors.access import (
    access_studies,
    access_study,
    access_to_make,
    newest_rule,
    parts_of,
    studies_of,
)
from assessment.studies.selectors.changes import changes_of
from assessment.studies.selectors.pages import AGREEMENT, BY_NAME, ROWS, agreement_page, boards_of, pages_of


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def all_studies(request: HttpRequest, slug: str) -> HttpResponse:
    """Every study, newest first; POST makes one."""
    if request.method == "POST":
        return make(request, slug)
    return list_page(request, access_studies(request.user, slug))


def make(request: HttpRequest, slug: str) -> HttpResponse:
    access = access_to_make(request.user, slug)
    form = StudyForm(access.campaign, request.POST)
    if not form.is_valid():
        return list_page(request, access, status=422, form=form)
    return started(request, access, "studies.study", {"options": form.options.as_json()}, form=form)


@login_required
@require_POST
def ask_what_if(request: HttpRequest, slug: str) -> HttpResponse:
    """Hold the scores against those with some changes."""
    access = access_to_make(request.user, slug)
    form = WhatIfForm(changes_of(access.campaign), request.POST)
    if not form.is_valid():
        return list_page(request, access, status=422, what_if=form)
    arguments = {"changes": form.changes, "rule": form.cleaned_data["rule"]}
    return started(request, access, "studies.what_if", arguments, what_if=form)


def started(
    request: HttpRequest, access: Access, kind: str, arguments: dict[str, Any], **forms: Any
) -> HttpResponse:
    """Ask for the work; show what came of it, or the job."""
    campaign = access.campaign
    job = wait_briefly(enqueue(kind=kind, campaign=campaign, by=access.account, arguments=arguments))
    if job.state == JobState.FAILED:
        return list_page(request, access, status=422, refused=job.error, **forms)
    return shown_in(request, job, reverse("studies:list", args=[campaign.slug]))


def list_page(request: HttpRequest, access: Access, status: int = 200, **extra: Any) -> HttpResponse:
    """The studies that there are, and the forms of new ones."""
    campaign = access.campaign
    may_make = access.can[Permission.RELEASE.value]
    if may_make:
        rule = {"rule": newest_rule(campaign)}
        forms = {
            "form": StudyForm(campaign, initial=rule),
            "what_if": WhatIfForm(changes_of(campaign), initial=rule),
        }
        extra = forms | extra
    context = {
        "access": access,
        "tab": "studies",
        "slug": campaign.slug,
        "studies": list(studies_of(campaign)),
        "may_make": may_make,
        "job": shown_job(access, request.GET.get("job")),
    }
    return render(request, "studies/list.html", context | extra, status=status)


@require_safe
@login_required
def overview(request: HttpRequest, slug: str, version: int) -> HttpResponse:
    """What a study says in short, and the way to its pages; or what would be different."""
    access, study = access_study(request.user, slug, version)
    if study.kind == Study.Kind.WHAT_IF:
        parts = parts_of(study)
        more = {"comparison": parts.get("comparison"), "left_out": parts.get("leave_one_out")}
        return render(request, "studies/what_if.html", frame(access, study, "") | more)
    return render(request, "studies/overview.html", frame(access, study, "overview"))


@require_safe
@login_required
def page(request: HttpRequest, slug: str, version: int, name: str) -> HttpResponse:
    """One of the pages of a study."""
    access, study = access_study(request.user, slug, version)
    if name not in dict(pages_of(study)):
        raise Http404
    context = frame(access, study, name)
    if name == AGREEMENT:
        return render(request, "studies/agreement.html", context | agreement_page(study))
    context |= {"boards": boards_of(study, BY_NAME[name]), **ROWS}
    return render(request, f"studies/{name}.html", context)


def frame(access: Access, study: Study, page: str) -> dict[str, Any]:
    """What every page of a study shows around what it is about."""
    slug = access.campaign.slug
    found = [("overview", say("In short"), reverse("studies:study", args=[slug, study.version]))]
    for name, label in pages_of(study):
        found.append((name, label, reverse("studies:page", args=[slug, study.version, name])))
    pages = found if len(found) > 1 else []
    return {"access": access, "tab": "studies", "slug": slug, "study": study, "page": page, "pages": pages}
