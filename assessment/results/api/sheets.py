"""The book of runs in the API: a page, as the site gives it."""

from django.http import Http404, StreamingHttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request

from assessment.people.api.frame import ApiView
from assessment.results.api.exports import streamed
from assessment.results.selectors.access import access_own, access_version
from assessment.results.selectors.sheets import Book, telling_of
from assessment.results.services.sheets import book_pages, own_files
from assessment.shared.api import REFUSALS
from assessment.shared.zips import begun, stream_zip


class BookOfRuns(ApiView):
    """The sheets of all runs."""

    @extend_schema(responses={(200, "text/html"): OpenApiTypes.BINARY, 404: REFUSALS[404]})
    def get(self, request: Request, slug: str, version: int) -> StreamingHttpResponse:
        """A page with a sheet for each run that the account sees, with names as far as it may know them."""
        scores, score_set = access_version(self.account, slug, version)
        if score_set is None:
            raise Http404
        pages = begun(book_pages(Book(score_set, telling_of(scores))))
        return streamed(pages, f"{slug}-runs-{version}.html", "text/html; charset=utf-8")


class OwnRuns(ApiView):
    """What the account's teams get of their runs."""

    @extend_schema(responses={(200, "application/zip"): OpenApiTypes.BINARY, 404: REFUSALS[404]})
    def get(self, request: Request, slug: str, version: int) -> StreamingHttpResponse:
        """Their sheets, and as far as the campaign gives them out, judged answers and qrels, in a ZIP file."""
        pieces = stream_zip(own_files(*access_own(self.account, slug, version)))
        return streamed(begun(pieces), f"{slug}-own-runs-{version}.zip")
