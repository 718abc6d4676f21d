"""The book of runs in the API: a page, as the site gives it."""

from django.http import Http404
from django.http.response import HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request

from assessment.people.api.frame import ApiView
from assessment.results.api.version_files import JOB, MADE, given
from assessment.results.selectors.access import access_own, access_version
from assessment.results.services.sheets import wanted_book, wanted_own


class BookOfRuns(ApiView):
    """The sheets of all runs."""

    @extend_schema(parameters=[JOB], responses={(200, "text/html"): OpenApiTypes.BINARY, **MADE})
    def get(self, request: Request, slug: str, version: int) -> HttpResponseBase:
        """A page with a sheet for each run that the caller sees, with names as far as they may know them."""
        scores, score_set = access_version(self.account, slug, version)
        if score_set is None:
            raise Http404
        wanted, _ = wanted_book(scores, score_set)
        return given(request, self.account, wanted, f"{slug}-runs-{version}.html", "text/html; charset=utf-8")


class OwnRuns(ApiView):
    """What the account's teams get of their runs."""

    @extend_schema(parameters=[JOB], responses={(200, "application/zip"): OpenApiTypes.BINARY, **MADE})
    def get(self, request: Request, slug: str, version: int) -> HttpResponseBase:
        """Their sheets, and as far as the campaign gives them out, judged answers and qrels, in a ZIP file."""
        wanted, _ = wanted_own(*access_own(self.account, slug, version))
        return given(request, self.account, wanted, f"{slug}-own-runs-{version}.zip", "application/zip")
