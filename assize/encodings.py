"""Requests that name an encoding in which no text is: a packed form of Python's, or one that takes long to read.

Django decodes the query with what a request names while it makes the request, before anything of ours could say no. So the
name is taken out before that, and the request is refused where pages can be shown.
"""

from collections.abc import Callable, Iterable
from typing import Any

from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse
from django.utils.http import parse_header_parameters

from scoring.formats.encoded import encoding_name

_NAMED = "assize.unknown_encoding"
Environ = dict[str, Any]
Application = Callable[[Environ, Any], Iterable[bytes]]


def without_unknown(application: Application) -> Application:
    """An application whose requests name no encoding that is not known; whether they did is kept beside them."""

    def answer(environ: Environ, start_response: Any) -> Iterable[bytes]:
        form = environ.get("CONTENT_TYPE", "")
        if not _is_known(form):
            environ["CONTENT_TYPE"], environ[_NAMED] = form.partition(";")[0], True
        return application(environ, start_response)

    return answer


def refuse_unknown(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Refuses those requests."""

    def middleware(request: HttpRequest) -> HttpResponse:
        if request.META.get(_NAMED):
            raise BadRequest("The request names an encoding that is not known here.")
        return get_response(request)

    return middleware


def _is_known(form: str) -> bool:
    try:
        charset = parse_header_parameters(form)[1].get("charset")
    except (LookupError, ValueError):
        return False
    return charset is None or encoding_name(charset) is not None
