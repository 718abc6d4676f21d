"""What is added to every answer of the site."""

import re
from collections.abc import Callable
from http import HTTPStatus
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

from django.conf import settings
from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse, HttpResponseNotFound, JsonResponse
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware
from django.shortcuts import render
from django.utils import timezone, translation
from django.utils.cache import patch_vary_headers
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import get_language_from_request

from assessment.shared.errors import as_refusal
from assize.languages import ENGLISH
from scoring import budget

Handler = Callable[[HttpRequest], HttpResponse]
FOR_PROGRAMS = (
    "/api/",
    "/documents/",
    "/static/",
    "/healthz",
    "/readyz",
    "/metrics",
)  # the same for every reader
FILE = re.compile(
    r"\.[a-z0-9]+$"
)  # at the end of an address: a file, and those are the same for every reader, too


TEXTS = ("text/html", "application/json", "text/css", "text/javascript", "image/svg+xml")


class CompressTexts(GZipMiddleware):
    """Compresses what browsers show, in a length that tells nobody what it has in common with a secret. Downloads stay as they are."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """As Django does, where it is worth it; a part of a file is none that could be unpacked."""
        is_text = response.get("Content-Type", "").startswith(TEXTS)
        return (
            super().process_response(request, response)
            if is_text and response.status_code != HTTPStatus.PARTIAL_CONTENT
            else response
        )


def content_security_policy(get_response: Handler) -> Handler:
    """Sends the site's Content-Security-Policy with each response that does not bring its own."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        response.headers.setdefault("Content-Security-Policy", settings.CONTENT_SECURITY_POLICY)
        return response

    return middleware


def no_nul_in_addresses(get_response: Handler) -> Handler:
    """Refuses addresses with a NUL character: no text of the database holds one, and PostgreSQL takes none to compare."""

    def middleware(request: HttpRequest) -> HttpResponse:
        if "\0" in request.path_info or "%00" in request.META.get("QUERY_STRING", ""):
            raise BadRequest("The address holds a NUL character.")
        return get_response(request)

    return middleware


def page_for_forms_alone(get_response: Handler) -> Handler:
    """Shows a page to a browser that opens or reloads an address which takes forms alone, where it would show nothing."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if (
            response.status_code != HTTPStatus.METHOD_NOT_ALLOWED
            or response.content
            or request.method != "GET"
        ):
            return response
        page = render(request, "405.html", status=response.status_code)
        page.headers["Allow"] = response.headers.get("Allow", "POST")
        return page

    return middleware


def page_for_refusals(get_response: Handler) -> Handler:
    """Says why something was refused where no page expected it: a form of before its campaign was archived, for example."""

    def middleware(request: HttpRequest) -> HttpResponse:
        return get_response(request)

    def explain(request: HttpRequest, error: Exception) -> HttpResponse | None:
        refusal = as_refusal(error)
        if refusal is None:
            return None
        if request.headers.get("X-Assize-Fetch"):
            return JsonResponse({"code": refusal.code, "message": str(refusal)}, status=refusal.status)
        back = request.headers.get("Referer", "")
        own = url_has_allowed_host_and_scheme(back, {request.get_host()})
        return render(
            request, "refused.html", {"error": refusal, "back": own and back}, status=refusal.status
        )

    middleware.process_exception = explain  # type: ignore[attr-defined]  # where Django looks for it
    return middleware


def budget_of_reading(get_response: Handler) -> Handler:
    """Gives what a request sends so much time to be read; what takes longer ends in a sentence, or goes to a job."""

    def middleware(request: HttpRequest) -> HttpResponse:
        with budget.within(settings.READING_SECONDS):
            return get_response(request)

    return middleware


def language_of_reader(get_response: Handler) -> Handler:
    """Shows pages in the language of the account, else of the browser; programs and files get English."""

    def middleware(request: HttpRequest) -> HttpResponse:
        if request.path_info.startswith(FOR_PROGRAMS) or FILE.search(request.path_info):
            with translation.override(ENGLISH):
                return get_response(request)
        language = getattr(request.user, "page_language", "") or get_language_from_request(request)
        with translation.override(language):
            response = get_response(request)
        response.headers.setdefault("Content-Language", language)
        patch_vary_headers(response, ["Accept-Language"])
        return response

    return middleware


def zone_of_reader(get_response: Handler) -> Handler:
    """Shows moments on pages in the zone of the account; programs and documents have none, and get UTC."""

    def middleware(request: HttpRequest) -> HttpResponse:
        if request.path_info.startswith(FOR_PROGRAMS):
            return get_response(request)
        with timezone.override(ZoneInfo(getattr(request.user, "zone", "") or "UTC")):
            return get_response(request)

    return middleware


def documents_apart(get_response: Handler) -> Handler:
    """With an origin for documents, that host serves documents alone and no cookie, and no other host serves them."""

    def middleware(request: HttpRequest) -> HttpResponse:
        apart = urlsplit(settings.DOCUMENT_ORIGIN).netloc
        if not apart:
            return get_response(request)
        is_apart = request.get_host() == apart
        if request.path_info.startswith("/documents/") != is_apart:
            return HttpResponseNotFound("Nothing is here.", content_type="text/plain; charset=utf-8")
        if is_apart:
            request.COOKIES.clear()
        response = get_response(request)
        if is_apart:
            response.cookies.clear()
        return response

    return middleware
