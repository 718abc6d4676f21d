"""What is answered while nothing can be stored or read: on pages, in parts of pages, to scripts and to programs."""

import logging
import sys

from django.conf import settings
from django.db import DatabaseError, connection, transaction
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from django.views.defaults import bad_request as program_bad_request
from django.views.defaults import server_error as program_error

from assessment.shared import outages
from assessment.shared.outages import Outage, outage_of
from assessment.shared.refusals import is_of_api, plain_problem
from assessment.shared.say import say, sentence
from assize.logs import view_of

logger = logging.getLogger(__name__)

RETRY_SECONDS = 10
LOCKED_SECONDS = 3.0  # for which /healthz waits for SQLite's other writers

# What became of the request
NOTHING_SENT = sentence("Nothing that was saved before is lost.")
NOT_STORED = sentence(
    "Nothing you sent was stored. Go back in your browser, where what you typed is still there."
)
UNCERTAIN = sentence("What you sent was probably not stored: check before you send it again.")
IN_BROWSER = sentence("Your judgment is kept in this browser and is sent again by itself.")
WORK_IN_BROWSER = sentence("Your work is kept in this browser and is sent again by itself.")


_BUG = (
    "error",
    "Something went wrong on the server. It is written to its log.",
    "Tell the people who run this site when it was.",
)


def server_error(request: HttpRequest) -> HttpResponse:
    """Answer what no view could: with the reason where the database or the disk is it, else as an error of the site."""
    error = sys.exc_info()[1]
    outage = outage_of(error) if error else None
    if outage is None:
        return plain_problem(500, *_BUG) if is_of_api(request) else program_error(request)
    connection.close_if_unusable_or_obsolete()
    logger.error("%s %s: %s (%s)", request.method, view_of(request), outage.code, _in_a_line(error))
    return answer(request, outage)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer what cannot be read, such as an address with a NUL."""
    if is_of_api(request):
        return plain_problem(
            400, "bad_request", "The request cannot be read.", "Check the address and the body."
        )
    return program_bad_request(request, exception)


def answer(request: HttpRequest, outage: Outage) -> HttpResponse:
    """The answer in the shape that whoever asked understands."""
    kept = _kept(request, outage)
    if is_of_api(request):
        said = f"{say(outage.message)} {say(kept)}"
        response: HttpResponse = plain_problem(outage.status, outage.code, said, say(outage.hint))
    elif request.headers.get("X-Assize-Fetch"):
        response = JsonResponse(_body(outage, kept), status=outage.status)
    else:
        text = render_to_string("outage.html", {"outage": outage, "kept": kept})
        response = HttpResponse(text, status=outage.status)
    response["Retry-After"] = str(RETRY_SECONDS)
    response["Cache-Control"] = "no-store"
    return response


def _body(outage: Outage, kept: str) -> dict[str, object]:
    return {"code": outage.code, "message": f"{say(outage.message)} {say(kept)}", "remedy": say(outage.hint)}


def _kept(request: HttpRequest, outage: Outage) -> str:
    """What became of what the request carried."""
    if request.method in ("GET", "HEAD"):
        return NOTHING_SENT
    if request.headers.get("X-Assize-Fetch"):  # sent by a queue, which keeps it until it is saved
        return IN_BROWSER if request.path.endswith(("/save/", "/undo/")) else WORK_IN_BROWSER
    return NOT_STORED if outage.certain else UNCERTAIN


def _in_a_line(error: BaseException | None) -> str:
    return " ".join(str(error).split())


# Health


@require_safe
@never_cache
def healthz(request: HttpRequest) -> HttpResponse:
    """Answer whether this process, its database and its disk can do their work; if not, why in plain words."""
    try:
        outage = outage_now()
    except Exception as error:
        logger.error("/healthz: %s", _in_a_line(error))
        connection.close()
        outage = outage_of(error) or outages.NO_TABLES
        if outage is outages.NO_TABLES and not isinstance(error, DatabaseError):
            raise
    if outage is None:
        return HttpResponse("ok\n", content_type="text/plain")
    text = f"{outage.code}: {outage.message} {outage.hint}\n"
    return HttpResponse(text, content_type="text/plain; charset=utf-8", status=503)


def outage_now() -> Outage | None:
    """What keeps this process from storing or reading anything, found by trying; raises where the database says no more."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1 FROM django_migrations LIMIT 1")
        if connection.vendor == "postgresql":
            cursor.execute("SHOW transaction_read_only")
            if cursor.fetchone() == ("on",):
                return outages.READ_ONLY
    if connection.vendor == "sqlite":
        _take_the_lock()
    if outages.is_disk_read_only():
        return outages.DISK_READ_ONLY
    return outages.DISK_FULL if outages.is_disk_full() else None


def _take_the_lock() -> None:
    """Begin to write as every save does, and give it up; raises where it cannot be done."""
    seconds = settings.DATABASES["default"]["OPTIONS"]["timeout"]
    with connection.cursor() as cursor:
        cursor.execute(f"PRAGMA busy_timeout = {LOCKED_SECONDS * 1000:.0f}")
    try:
        with transaction.atomic():  # IMMEDIATE, as the settings have it
            pass
    finally:
        if connection.connection is not None:
            with connection.cursor() as cursor:
                cursor.execute(f"PRAGMA busy_timeout = {seconds * 1000}")


class WithoutOutages(logging.Filter):
    """Leaves out Django's own record of a request that failed by an outage: one line says it, not sixty."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether the record is about something else."""
        error = record.exc_info[1] if record.exc_info else None
        return error is None or outage_of(error) is None
