"""Sheets of runs: one alone, and the book of all, each a page that needs nothing else."""

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from assessment.people.views.decorators import login_required
from assessment.results.selectors.access import access_own, access_run_score, access_version
from assessment.results.selectors.sheets import Book, telling_of
from assessment.results.services.sheets import sheet_page, wanted_book, wanted_own
from assessment.results.views.files import as_file
from assessment.results.views.version_files import given

HTML = "text/html; charset=utf-8"


@require_safe
@login_required
def sheet(request: HttpRequest, slug: str, version: int, run_id: str) -> HttpResponse:
    """The sheet of a run that the account sees."""
    scores, score_set, row = access_run_score(request.user, slug, version, run_id)
    page = sheet_page(Book(score_set, telling_of(scores)), row)
    return as_file(page, HTML, f"{slug}-{version}-{run_id}.html")


@require_safe
@login_required
def book(request: HttpRequest, slug: str, version: int) -> HttpResponse:
    """The sheets of all runs that the account sees, with names as far as it may know them; made once."""
    scores, score_set = access_version(request.user, slug, version)
    if score_set is None:
        raise Http404
    wanted, _ = wanted_book(scores, score_set)
    return given(request, scores.access, wanted, f"{slug}-runs-{version}.html", HTML)


@require_safe
@login_required
def own(request: HttpRequest, slug: str, version: int) -> HttpResponse:
    """What the account's teams get of their runs, in one ZIP file."""
    found = access_own(request.user, slug, version)
    wanted, _ = wanted_own(*found)
    return given(request, found[0].access, wanted, f"{slug}-own-runs-{version}.zip", "application/zip")
