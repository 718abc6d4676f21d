"""The site with a page of figures."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import include, path
from django.urls.resolvers import URLPattern, URLResolver

from assessment.shared import figures
from tests.figures import samples

KINDS = {"svg": (figures.svg, "image/svg+xml"), "csv": (figures.csv, "text/csv; charset=utf-8")}


def page(request: HttpRequest) -> HttpResponse:
    """All figures, or those that are asked for."""
    wanted = request.GET.getlist("name")
    return render(
        request,
        "sample_figures.html",
        {"figures": [figure for figure in samples.every() if not wanted or figure.name in wanted]},
    )


def file(request: HttpRequest, name: str, form: str) -> HttpResponse:
    """One figure as a file."""
    write, kind = KINDS[form]
    figure = next(figure for figure in samples.every() if figure.name == name)
    return HttpResponse(write(figure), content_type=kind)


urlpatterns: list[URLPattern | URLResolver] = [
    path("figures/", page),
    path("figures/<slug:name>.<slug:form>", file, name="figure-file"),
    path("", include("assize.urls")),
]
