"""What web processes count for Prometheus, where a setting says who may read it: requests, and changes that they stored."""

from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from django.conf import settings

if TYPE_CHECKING:
    from prometheus_client import CollectorRegistry, Counter, Histogram

BOUNDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.2, 0.5, 1.0, 2.5, 5.0, 10.0)  # seconds


class Tallies(NamedTuple):
    """The numbers of this process."""

    registry: "CollectorRegistry"
    requests: "Counter"
    seconds: "Histogram"
    saves: "Counter"
    conflicts: "Counter"


def is_on() -> bool:
    """Whether anybody may read the numbers; they are not counted otherwise."""
    return bool(settings.METRICS_TOKEN or settings.METRICS_ADDRESSES)


@cache
def tallies() -> Tallies:
    """Made when they are first needed: the package takes a tenth of a second to load, and most processes count nothing."""
    from prometheus_client import CollectorRegistry, Counter, Histogram, disable_created_metrics

    disable_created_metrics()  # type: ignore[no-untyped-call]  # it has no types; nobody asks when a number began
    registry = CollectorRegistry()
    return Tallies(
        registry,
        Counter(
            "assize_requests",
            "Requests answered, by view and class of status.",
            ["view", "status"],
            registry=registry,
        ),
        Histogram(
            "assize_request_seconds",
            "Seconds until an answer began, by view.",
            ["view"],
            registry=registry,
            buckets=BOUNDS,
        ),
        Counter(
            "assize_saves",
            "Changes of judgments, classes, nuggets, marks, notes and decisions that requests stored.",
            registry=registry,
        ),
        Counter(
            "assize_conflicts",
            "Changes refused because somebody else had changed the same meanwhile.",
            registry=registry,
        ),
    )


def count_request(view: str, status: int, seconds: float) -> None:
    """One more request that a view answered so, after so many seconds."""
    tallies().requests.labels(view, f"{status // 100}xx").inc()
    tallies().seconds.labels(view).observe(seconds)


def count_saves(number: int) -> None:
    """So many more changes were stored."""
    if is_on():
        tallies().saves.inc(number)


def count_conflict() -> None:
    """One more change was refused."""
    if is_on():
        tallies().conflicts.inc()
