"""Files of studies."""

from django.http import Http404, HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.views.decorators.http import require_safe

from assessment.people.views.decorators import login_required
from assessment.results.views.files import as_file, figure_as_file
from assessment.studies.models import Study
from assessment.studies.selectors.access import access_study
from assessment.studies.selectors.document import document_of
from assessment.studies.selectors.pages import figure_named
from assessment.studies.selectors.report import report_of


@require_safe
@login_required
def document(request: HttpRequest, slug: str, version: int) -> HttpResponse:
    """The whole study as JSON: the same bytes as the commands write."""
    _, study = access_study(request.user, slug, version)
    return as_file(document_of(study).encode(), "application/json", f"{slug}-study-{version}.json")


@require_safe
@login_required
def report(request: HttpRequest, slug: str, version: int) -> HttpResponse:
    """The whole study for people, as a page that needs nothing else: the same bytes every time."""
    _, study = access_study(request.user, slug, version)
    if study.kind != Study.Kind.TRUST:
        raise Http404
    text = render_to_string("studies/report.html", report_of(study))
    return as_file(text.encode(), "text/html; charset=utf-8", f"{slug}-study-{version}.html")


@require_safe
@login_required
def figure_file(request: HttpRequest, slug: str, version: int, name: str, form: str) -> HttpResponse:
    """A figure as SVG, or its values as CSV."""
    _, study = access_study(request.user, slug, version)
    if study.kind != Study.Kind.TRUST:
        raise Http404
    return figure_as_file(figure_named(study, name), form, f"{slug}-study-{version}-{name}")
