"""What the site counts of itself, for Prometheus: /metrics, and the middleware that counts each request.

Requests are counted by the name of their view, never by their address, which may name a run or hold a link's secret.
"""

import os
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from ipaddress import ip_address
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from django.conf import settings
from django.db import DatabaseError, connection
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.crypto import constant_time_compare
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from assessment.jobs.selectors import job_counts, queue_now
from assessment.shared.places import place_of
from assessment.shared.tallies import count_request, is_on, tallies
from assize.logs import view_of
from scoring import __version__

if TYPE_CHECKING:
    from prometheus_client.core import GaugeMetricFamily

Handler = Callable[[HttpRequest], HttpResponse]
MEMORY = Path("/dev/shm")
FOLDER = "PROMETHEUS_MULTIPROC_DIR"


@contextmanager
def counting_together() -> Iterator[None]:
    """Have this process and those that it starts count in one folder, so that whichever is asked adds up all.

    It is in memory where the system has such a place: what is written to a mapped file on a full disk ends a process.
    """
    if not is_on():
        yield
        return
    with TemporaryDirectory(prefix="assize-", dir=MEMORY if MEMORY.is_dir() else None) as folder:
        os.environ[FOLDER] = folder
        yield


def count_requests(get_response: Handler) -> Handler:
    """Counts each request and the time until its answer begins."""

    def middleware(request: HttpRequest) -> HttpResponse:
        if not is_on():
            return get_response(request)
        began = time.perf_counter()
        response = get_response(request)
        count_request(view_of(request), response.status_code, time.perf_counter() - began)
        return response

    return middleware


@never_cache
@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    """The numbers in Prometheus' text format, for whoever the settings let read them; nobody else finds the address."""
    if not may_read(request):
        raise Http404
    from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, generate_latest
    from prometheus_client.multiprocess import MultiProcessCollector

    counted = tallies().registry
    if FOLDER in os.environ:
        counted = CollectorRegistry()
        MultiProcessCollector(counted)  # type: ignore[no-untyped-call]  # it has none
    now = CollectorRegistry()
    now.register(_OfDatabase())
    return HttpResponse(generate_latest(counted) + generate_latest(now), content_type=CONTENT_TYPE_LATEST)


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


class _OfDatabase:
    """What is read when somebody asks."""

    def collect(self) -> Iterator["GaugeMetricFamily"]:
        """The version, and the queue as it is now where the database answers."""
        try:
            queue, states = queue_now(), job_counts()
        except DatabaseError:
            connection.close()
            queue, states = None, None
        yield _gauge("assize_info", "The version that answers.", "version", [(__version__, 1)])
        yield _gauge(
            "assize_database_up", "Whether the database answered.", "", [("", int(queue is not None))]
        )
        if queue is None or states is None:
            return
        waiting = [(kind, count) for kind, (count, _) in queue.items()]
        oldest = [(kind, round(seconds, 3)) for kind, (_, seconds) in queue.items()]
        yield _gauge("assize_queue_jobs", "Jobs that wait for a worker, by kind.", "kind", waiting)
        yield _gauge(
            "assize_queue_oldest_seconds", "Age of the job that waits longest, by kind.", "kind", oldest
        )
        yield _gauge("assize_jobs", "Jobs in the table, by state.", "state", states.items())


def _gauge(name: str, help_text: str, label: str, rows: Iterable[tuple[str, float]]) -> "GaugeMetricFamily":
    from prometheus_client.core import GaugeMetricFamily

    made = GaugeMetricFamily(name, help_text, labels=[label] if label else [])
    for value, number in rows:
        made.add_metric([value] if label else [], number)
    return made
