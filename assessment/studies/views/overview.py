"""The report of a version of the scores: one page, and the same with its tables and figures as files."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect
from django.views.decorators.http import require_safe

from assessment.people.views.decorators import login_required
from assessment.results.views.exports import streamed
from assessment.results.views.files import as_file
from assessment.shared.errors import Refused
from assessment.shared.pages import explain
from assessment.shared.zips import stream_zip
from assessment.studies.selectors.access import access_overview
from assessment.studies.selectors.overview import Overview, overview_of
from assessment.studies.services.overview import files, page


@require_safe
@login_required
def report(request: HttpRequest, slug: str, version: int) -> HttpResponseBase:
    """The report as one page."""
    name = f"{slug}-report-{version}.html"
    return _made(request, slug, version, lambda it: as_file(page(it), "text/html; charset=utf-8", name))


@require_safe
@login_required
def archive(request: HttpRequest, slug: str, version: int) -> HttpResponseBase:
    """The report with each table as CSV and LaTeX, and each figure as SVG."""
    name = f"{slug}-report-{version}.zip"
    return _made(request, slug, version, lambda it: streamed(stream_zip(list(files(it))), name))


def _made(
    request: HttpRequest, slug: str, version: int, answer: Callable[[Overview], HttpResponseBase]
) -> HttpResponseBase:
    """The answer; where there can be no report, the page of the version says why."""
    _, score_set = access_overview(request.user, slug, version)
    try:
        found = overview_of(score_set)
    except Refused as error:
        explain(request, error)
        return redirect("results:version", slug, version)
    return answer(found)
