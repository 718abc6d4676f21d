"""The report of a version of the scores: one page, and the same with its tables and figures as files."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from assessment.people.views.decorators import login_required
from assessment.results.views.version_files import given
from assessment.studies.selectors.access import access_overview
from assessment.studies.services.overview import PACKED, REPORT, wanted_report


@require_safe
@login_required
def report(request: HttpRequest, slug: str, version: int) -> HttpResponse:
    """The report as one page."""
    scores, score_set = access_overview(request.user, slug, version)
    name = f"{slug}-report-{version}.html"
    return given(request, scores.access, wanted_report(score_set, REPORT), name, "text/html; charset=utf-8")


@require_safe
@login_required
def archive(request: HttpRequest, slug: str, version: int) -> HttpResponse:
    """The report with each table as CSV and LaTeX, and each figure as SVG."""
    scores, score_set = access_overview(request.user, slug, version)
    name = f"{slug}-report-{version}.zip"
    return given(request, scores.access, wanted_report(score_set, PACKED), name, "application/zip")
