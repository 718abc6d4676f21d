"""The log: what each line says, as text or as JSON, and the line of each request.

Lines name views, accounts and jobs by number, never addresses, which hold secrets of links and names of runs. JSON goes
to where many read it, so an exception is there its type and its place in the code, without the values that it met.
"""

import json
import logging
import re
import time
import traceback
from collections.abc import Callable
from datetime import UTC, datetime
from http import HTTPStatus
from secrets import token_hex
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.functional import SimpleLazyObject

from assessment.shared import at_hand
from scoring.formats.problems import shown

Handler = Callable[[HttpRequest], HttpResponse]
HEADER = "X-Request-ID"
_FITTING = re.compile(rf"[A-Za-z0-9._-]{{8,{at_hand.REQUEST_ID_LENGTH}}}")
_NAMED = "assize.request_id"  # where a request keeps its id: Django speaks of some once all is over
SLOW = 10.0  # seconds; a request that keeps a thread longer is named in the log, whatever its form
_STATIC = ("/assets/", "/static/")  # answered before any view is looked for

logger = logging.getLogger("assize.requests")


def log_requests(get_response: Handler) -> Handler:
    """Gives each request an id, which its answer carries; where the log is JSON, a line says how it was answered."""

    def middleware(request: HttpRequest) -> HttpResponse:
        name = request.META[_NAMED] = _id_of(request)
        named = at_hand.request_id.set(name)
        began = time.perf_counter()
        try:
            response = get_response(request)
            response.headers[HEADER] = name
            if settings.LOG_FORM == "json":
                logger.info("answered", extra={"said": _answered(request, response, began)})
            _tell_of_slow(request, time.perf_counter() - began)
            return response
        finally:
            at_hand.request_id.reset(named)

    return middleware


def view_of(request: HttpRequest) -> str:
    """The name of the view that answered; `static` for files, `none` where no view has the address."""
    if match := getattr(request, "resolver_match", None):
        return match.view_name or "none"
    return "static" if request.path_info.startswith(_STATIC) else "none"


def _id_of(request: HttpRequest) -> str:
    """What a trusted proxy calls the request, else a name made here."""
    given = request.headers.get(HEADER, "") if settings.TRUSTED_PROXIES > 0 else ""
    return given if _FITTING.fullmatch(given) else token_hex(8)


def _answered(request: HttpRequest, response: HttpResponse, began: float) -> dict[str, Any]:
    return {
        "method": request.method,
        "view": view_of(request),
        "status": response.status_code,
        "ms": round((time.perf_counter() - began) * 1000, 1),
        "account": _account_of(request),
    }


def _tell_of_slow(request: HttpRequest, seconds: float) -> None:
    """Say which view kept a thread of the process for long, and for whom."""
    if seconds > SLOW:
        account = _account_of(request)
        logger.warning(
            "%s %s took %.1f seconds, for %s.",
            request.method,
            view_of(request),
            seconds,
            "nobody who is signed in" if account is None else f"account {account}",
        )


def _account_of(request: HttpRequest) -> int | None:
    """The number of the account, where answering the request asked for it; nothing is read for the log alone."""
    user = getattr(request, "user", None)
    if type(user) is SimpleLazyObject:
        user = getattr(request, "_cached_user", None)
    return getattr(user, "pk", None)


# Lines


def message_of(record: logging.LogRecord) -> str:
    """The message of a record; Django's own about a request name its address, and the view is named instead."""
    request = getattr(record, "request", None)
    if not isinstance(request, HttpRequest):
        return record.getMessage()
    status = getattr(record, "status_code", 0)
    phrase = HTTPStatus(status).phrase if status in list(HTTPStatus) else "A request was refused"
    return f"{phrase}: {request.method} {view_of(request)}"


class WrongHosts(logging.Filter):
    """Says of a request for a host that is none of the site's which it was, in one line: anybody may send them."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Make the record that line."""
        request = record.__dict__.pop("request", None)
        if not isinstance(request, HttpRequest):
            return True  # it is that line already
        host = request.META.get("HTTP_HOST", "")
        record.msg = (
            "A request was for the host %s. ASSIZE_ALLOWED_HOSTS names the hosts that the site answers to."
        )
        record.args, record.exc_info, record.levelno = (shown(host),), None, logging.WARNING
        record.levelname = logging.getLevelName(record.levelno)
        return True


class TextLines(logging.Formatter):
    """Lines for people: the moment, the level, who speaks, what; the request and the job where there is one."""

    def format(self, record: logging.LogRecord) -> str:
        """One line, with the traceback of an exception under it."""
        plain = logging.makeLogRecord({**record.__dict__, "msg": message_of(record), "args": ()})
        text = super().format(plain)
        first, *rest = text.split("\n", 1)
        return "\n".join([first + _at_hand_in_words(record), *rest])


def _request_id(record: logging.LogRecord) -> str:
    request = getattr(record, "request", None)
    return at_hand.request_id.get() or str(getattr(request, "META", {}).get(_NAMED, ""))


def _at_hand_in_words(record: logging.LogRecord) -> str:
    request, job = _request_id(record), at_hand.job.get()
    words = [f"request {request}"] if request else []
    words += [f"job {job}"] if job is not None else []
    return f" [{', '.join(words)}]" if words else ""


class JsonLines(logging.Formatter):
    """Lines for programs: one JSON object each."""

    def format(self, record: logging.LogRecord) -> str:
        """The record in one line."""
        line: dict[str, Any] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": message_of(record),
        }
        if request_id := _request_id(record):
            line["request"] = request_id
        if (job := at_hand.job.get()) is not None:
            line["job"] = job
        line |= getattr(record, "said", {})
        if record.exc_info and record.exc_info[1]:
            line["exception"] = _without_values(record.exc_info[1])
        return json.dumps(line, ensure_ascii=False, default=str)


def _without_values(error: BaseException) -> list[dict[str, Any]]:
    """An exception and what it came of: types and places. Messages may quote answers, names of runs and passwords."""
    found: list[dict[str, Any]] = []
    left: BaseException | None = error
    while left is not None and len(found) < 5:
        frames = traceback.extract_tb(left.__traceback__)
        places = [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in frames]
        found.append({"type": f"{type(left).__module__}.{type(left).__qualname__}", "at": places})
        left = left.__cause__ or left.__context__
    return found
