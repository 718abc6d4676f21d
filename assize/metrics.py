"""What the site counts of itself, for Prometheus: /metrics, and the middleware that counts each request.

Requests are counted by the name of their view, never by their address, which may name a run or hold a link's secret.
"""

import time
from collections.abc import Callable, Iterable, Iterator
from ipaddress import ip_address

from django.conf import settings
from django.db import DatabaseError, connection
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.crypto import constant_time_compare
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from assessment.jobs.selectors import job_counts, queue_now
from assessment.shared import tallies
from assessment.shared.places import place_of
from assize.logs import view_of
from scoring import __version__

Handler = Callable[[HttpRequest], HttpResponse]
TYPE = "text/plain; version=0.0.4; charset=utf-8"
REQUESTS, SECONDS = "assize_requests_total", "assize_request_seconds"
COUNTERS = {
    REQUESTS: "Requests answered, by view and class of status.",
    "assize_saves_total": "Changes of judgments, classes, nuggets, marks, notes and decisions that requests stored.",
    "assize_conflicts_total": "Changes refused because somebody else had changed the same meanwhile.",
}


def is_on() -> bool:
    """Whether anybody may read the numbers; they are not counted otherwise."""
    return bool(settings.METRICS_TOKEN or settings.METRICS_ADDRESSES)


def count_requests(get_response: Handler) -> Handler:
    """Counts each request and the time until its answer begins."""

    def middleware(request: HttpRequest) -> HttpResponse:
        if not is_on():
            return get_response(request)
        tallies.begin(settings.DATA_DIR / "metrics")
        began = time.perf_counter()
        response = get_response(request)
        view = view_of(request)
        tallies.observe(f'{SECONDS}{{view="{view}"}}', time.perf_counter() - began)
        tallies.add(f'{REQUESTS}{{view="{view}",status="{response.status_code // 100}xx"}}', 1)
        return response

    return middleware


@never_cache
@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    """The numbers in Prometheus' text format, for whoever the settings let read them; nobody else finds the address."""
    if not may_read(request):
        raise Http404
    lines = [*_of_processes(tallies.totals(settings.DATA_DIR / "metrics")), *_of_database()]
    return HttpResponse("\n".join(lines) + "\n", content_type=TYPE)


def may_read(request: HttpRequest) -> bool:
    """Whether the request brings the token, or comes from one of the addresses."""
    kind, _, token = request.headers.get("Authorization", "").partition(" ")
    if settings.METRICS_TOKEN and kind == "Bearer" and constant_time_compare(token, settings.METRICS_TOKEN):
        return True
    try:
        place = ip_address(place_of(request))
    except ValueError:
        return False
    return any(place in network for network in settings.METRICS_ADDRESSES)


def _of_processes(totals: tallies.Totals) -> Iterator[str]:
    for name, help_text in COUNTERS.items():
        rows = {key: numbers for key, numbers in totals.items() if key.partition("{")[0] == name}
        yield from _named(name, "counter", help_text)
        yield from (f"{key} {numbers[0]:.0f}" for key, numbers in sorted((rows or {name: (0.0,)}).items()))
    yield from _named(SECONDS, "histogram", "Seconds until an answer began, by view.")
    for key, numbers in sorted(totals.items()):
        if key.startswith(f"{SECONDS}{{"):
            yield from _times(key.removeprefix(SECONDS).strip("{}"), numbers)


def _times(labels: str, numbers: tallies.Row) -> Iterator[str]:
    count = 0.0
    for bound, number in zip((*tallies.BOUNDS, "+Inf"), numbers, strict=False):
        count += number
        yield f'{SECONDS}_bucket{{{labels},le="{bound}"}} {count:.0f}'
    yield f"{SECONDS}_sum{{{labels}}} {numbers[len(tallies.BOUNDS) + 1]:.6f}"
    yield f"{SECONDS}_count{{{labels}}} {count:.0f}"


def _of_database() -> Iterator[str]:
    try:
        queue, states = queue_now(), job_counts()
    except DatabaseError:
        connection.close()
        queue, states = None, None
    yield from _gauge("assize_info", "The version that answers.", [(f'version="{__version__}"', 1)])
    yield from _gauge("assize_database_up", "Whether the database answered.", [("", int(queue is not None))])
    if queue is None or states is None:
        return
    waiting = [(f'kind="{kind}"', count) for kind, (count, _) in queue.items()]
    oldest = [(f'kind="{kind}"', round(seconds, 3)) for kind, (_, seconds) in queue.items()]
    yield from _gauge("assize_queue_jobs", "Jobs that wait for a worker, by kind.", waiting)
    yield from _gauge("assize_queue_oldest_seconds", "Age of the job that waits longest, by kind.", oldest)
    rows = [(f'state="{state}"', count) for state, count in states.items()]
    yield from _gauge("assize_jobs", "Jobs in the table, by state.", rows)


def _gauge(name: str, help_text: str, rows: Iterable[tuple[str, float]]) -> Iterator[str]:
    yield from _named(name, "gauge", help_text)
    yield from (f"{name}{{{labels}}} {value}" if labels else f"{name} {value}" for labels, value in rows)


def _named(name: str, kind: str, help_text: str) -> Iterator[str]:
    yield f"# HELP {name} {help_text}"
    yield f"# TYPE {name} {kind}"
