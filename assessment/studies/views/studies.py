"""The list of studies, with the form of a new one; and the overview of one."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from assessment.jobs.models import JobState
from assessment.jobs.selectors import shown_job
from assessment.jobs.services.lifecycle import enqueue
from assessment.jobs.views.waiting import shown_in, wait_briefly
from assessment.people.selectors.access import Access, Permission
from assessment.people.views.decorators import login_required
from assessment.studies.forms import StudyForm
from assessment.studies.selectors.access import access_studies, access_study, access_to_make, studies_of


@login_required
def all_studies(request: HttpRequest, slug: str) -> HttpResponse:
    """Every study, newest first; POST makes one."""
    if request.method == "POST":
        return make(request, slug)
    access = access_studies(request.user, slug)
    return list_page(request, access, StudyForm(access.campaign))


def make(request: HttpRequest, slug: str) -> HttpResponse:
    access = access_to_make(request.user, slug)
    form = StudyForm(access.campaign, request.POST)
    if not form.is_valid():
        return list_page(request, access, form, status=422)
    arguments = {"options": form.options.as_json()}
    asked = enqueue(kind="studies.study", campaign=access.campaign, by=access.account, arguments=arguments)
    job = wait_briefly(asked)
    if job.state == JobState.FAILED:
        return list_page(request, access, form, status=422, refused=job.error)
    return shown_in(request, job, reverse("studies:list", args=[slug]))


def list_page(
    request: HttpRequest, access: Access, form: StudyForm, status: int = 200, **extra: object
) -> HttpResponse:
    """The studies that there are, and the form."""
    context = {
        "access": access,
        "tab": "studies",
        "slug": access.campaign.slug,
        "studies": list(studies_of(access.campaign)),
        "form": form,
        "may_make": access.may(Permission.RELEASE),
        "job": shown_job(access, request.GET.get("job")),
    }
    return render(request, "studies/list.html", context | extra, status=status)


@login_required
def overview(request: HttpRequest, slug: str, version: int) -> HttpResponse:
    """What a study says in short, and the way to its pages."""
    access, study = access_study(request.user, slug, version)
    context = {"access": access, "tab": "studies", "slug": slug, "study": study, "page": "overview"}
    return render(request, "studies/overview.html", context)
