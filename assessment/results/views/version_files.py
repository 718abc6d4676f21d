"""Giving out files of a version that jobs make: the file itself, or a page that says how far it is."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from assessment.jobs.models import Job
from assessment.jobs.views.waiting import wait_briefly
from assessment.people.selectors.access import Access
from assessment.people.views.decorators import account_of
from assessment.results.models import VersionFile
from assessment.results.selectors.version_files import Wanted
from assessment.results.services.version_files import outcome, sought
from assessment.results.views.files import as_file
from assessment.shared.errors import AssizeError
from assessment.shared.pages import explain

LONGEST_NUMBER = 18  # digits of a job's
PART = "part"  # asks for the progress alone


def given(request: HttpRequest, access: Access, wanted: Wanted, name: str, kind: str) -> HttpResponse:
    """The file under a name; while a job makes it, how far that is; where it cannot be made, the version's page says why."""
    named = request.GET.get("job", "")
    number = int(named) if named.isdecimal() and len(named) <= LONGEST_NUMBER else 0
    try:
        found = sought(wanted, by=account_of(request), number=number)
        if isinstance(found, Job):
            found = outcome(wanted, found if number else wait_briefly(found))
    except AssizeError as error:
        if PART in request.GET:  # the page is loaded anew then, and says why
            return _page(request, access, wanted, "_being_made", None)
        explain(request, error)
        return redirect("results:version", access.campaign.slug, wanted.version)
    if isinstance(found, Job) and not number:
        return redirect(f"{request.path}?job={found.pk}")
    if PART in request.GET:
        return _page(request, access, wanted, "_being_made", found)
    if isinstance(found, Job):
        return _page(request, access, wanted, "being_made", found)
    return as_file(found.content, kind, name)


def _page(
    request: HttpRequest, access: Access, wanted: Wanted, template: str, found: Job | VersionFile | None
) -> HttpResponse:
    context = {
        "access": access,
        "tab": "results",
        "version": wanted.version,
        "job": found if isinstance(found, Job) else None,
        "address": request.path,
    }
    return render(request, f"results/{template}.html", context)
