"""Importing a bundle on a page, for those who may create campaigns: it is read, looked at, then imported or discarded."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from assessment.campaigns.services.checked_files import discard
from assessment.campaigns.services.site_files import access_check
from assessment.campaigns.views.site_files import DISCARD, STORE, files_waiting, preview_of, stored
from assessment.jobs.errors import as_error
from assessment.jobs.models import Job, JobState
from assessment.jobs.views.waiting import wait_briefly
from assessment.people.models import Account
from assessment.people.selectors.accounts import access_creator
from assessment.people.views.decorators import login_required
from assessment.results.forms import BundleForm, BundleNameForm
from assessment.results.services.bundle_jobs import CHECK, import_checked, request_bundle_check
from assessment.shared.errors import AssizeError, FileRefused
from assessment.shared.pages import Attempt, OnForm, is_received, takes_files
from assessment.shared.say import say


@takes_files
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def import_bundle(request: HttpRequest) -> HttpResponse:
    """Take a packed bundle and show what it would become; or import it as it was shown, or discard it."""
    creator, asked = access_creator(request.user), request.GET
    if request.method != "POST":
        check = access_check(creator, CHECK, asked["job"]) if "job" in asked else None
        return import_page(request, BundleForm(), check)
    if STORE in asked:
        return _import(request, creator, access_check(creator, CHECK, asked[STORE]))
    if DISCARD in asked:
        discard(check=access_check(creator, CHECK, asked[DISCARD]))
        return redirect(_home())
    return _check(request, creator)


def _check(request: HttpRequest, creator: Account) -> HttpResponse:
    """Have the bundle read: to its preview, or to all that is wrong with it."""
    form = BundleForm(request.POST, request.FILES)
    if not is_received(request, form):
        return import_page(request, form)
    with Attempt() as attempt:
        job = wait_briefly(request_bundle_check(by=creator, upload=form.cleaned_data["bundle"]))
        if job.state != JobState.FAILED:
            return redirect(f"{_home()}?job={job.pk}")
        raise as_error(str(job), job.error)
    return import_page(request, form, error=attempt.error)


def _import(request: HttpRequest, creator: Account, check: Job) -> HttpResponse:
    """Import it as it was shown, under the name that was chosen; the same page where that cannot be."""
    name, error = BundleNameForm(request.POST), None
    if name.is_valid():
        with OnForm(name) as attempt:
            asked = import_checked(check=check, slug=name.cleaned_data["slug"], by=creator)
            return stored(request, asked, reverse("jobs:site-job", args=[asked.pk]))
        error = attempt.error
    return import_page(request, BundleForm(), check, name, error)


def import_page(
    request: HttpRequest,
    form: BundleForm,
    check: Job | None = None,
    name: BundleNameForm | None = None,
    error: AssizeError | None = None,
) -> HttpResponse:
    """The form, below what a bundle would become that was read, or what is wrong with it."""
    shown = preview_of(check, _home())
    if name is None and "preview" in shown:
        name = BundleNameForm(initial={"slug": shown["preview"]["slug"]})
    context = {
        "form": form,
        "name": name,
        "error": error,
        "problems": error.problems if isinstance(error, FileRefused) else (),
        "job": shown.get("checking"),
        "waiting": files_waiting(request.user, CHECK, say("Bundle"), f"{_home()}?job=", but=check),
    }
    status = 422 if request.method == "POST" else 200
    return render(request, "results/import.html", context | shown, status=status)


def _home() -> str:
    return reverse("results:import-bundle")
