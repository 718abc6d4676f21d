"""The history as it is sealed: each day's rows in a defined order and encoding, read in bounded memory.

A row is one line: a JSON array of its values, keys of objects sorted, without spaces, characters as they are, in UTF-8,
ended by LF. Moments are written in UTC as 2026-11-23T09:30:00.000000. Lines stand by the number of their row.

A part is what one campaign has of one day, or the site beside all campaigns (number 0). Its `rows` are SHA-256 over the
lines of its changes and SHA-256 over those of its events, both in hexadecimal, one after the other, hashed again;
`words` is SHA-256 over the lines [number, subject, data] of its events. Names of people are taken out of these
lawfully (`remove_name`), so they are hashed apart.

A day's head is SHA-256 over the JSON array [head of the day before, day, [[campaign, changes, events, rows, words], …]],
written in the same way, without LF; the parts stand by the number of their campaign. The first day follows "".
"""

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, date, datetime
from typing import Any, NamedTuple

from django.db.models import QuerySet

from assessment.judging.models import Change
from assessment.people.models import Event

AT_ONCE = 5_000  # rows read by one statement
CHANGE = (
    *(
        "pk",
        "made_at",
        "question__campaign_id",
        "question_id",
        "assignment_id",
        "item_id",
        "kind",
        "client_id",
    ),
    *("label", "before", "after", "is_undo", "made_by_id", "seconds", "place", "document_revision"),
    *("remote_resources", "batch_id", "source_id"),
)  # all but `undone`, which an undo sets, and which follows from the undo's own row
EVENT = ("pk", "at", "campaign_id", "account_id", "verb")
WORDS = ("subject", "data")

Progress = Callable[[int], None]


class Part(NamedTuple):
    """What a day has of a campaign: how many rows, and their digests."""

    changes: int
    events: int
    rows: str
    words: str


Days = dict[date, dict[int, Part]]


class History(NamedTuple):
    """The days that were read, and the lowest numbers of rows that each has."""

    days: Days
    first_changes: dict[date, int]
    first_events: dict[date, int]


def head_of(before: str, day: date, parts: dict[int, Part]) -> str:
    """The head of a day, by the head of the day before."""
    rows = [[number, *parts[number]] for number in sorted(parts)]
    return hashlib.sha256(_encoded([before, day.isoformat(), rows])).hexdigest()


def read_history(
    until: date, *, change: int = 0, event: int = 0, progress: Progress = lambda _: None
) -> History:
    """Every part of every day up to `until`, of the rows from these numbers on."""
    hashing: dict[tuple[date, int], _Hashing] = {}
    first_changes: dict[date, int] = {}
    first_events: dict[date, int] = {}
    changes, events = Change.objects.filter(pk__gte=change), Event.objects.filter(pk__gte=event)
    done = 0
    for number, row in enumerate(_rows(changes, CHANGE), 1):
        if (day := row[1].astimezone(UTC).date()) <= until:
            _part(hashing, day, row[2]).add_change(row)
            first_changes.setdefault(day, row[0])
        done = _counted(progress, number)
    for number, row in enumerate(_rows(events, (*EVENT, *WORDS)), done + 1):
        if (day := row[1].astimezone(UTC).date()) <= until:
            _part(hashing, day, row[2] or 0).add_event(row[: len(EVENT)], row[len(EVENT) :])
            first_events.setdefault(day, row[0])
        _counted(progress, number)
    days: Days = {}
    for (day, campaign), part in hashing.items():
        days.setdefault(day, {})[campaign] = part.made()
    return History(days, first_changes, first_events)


class _Hashing:
    """A part while its rows come by."""

    def __init__(self) -> None:
        self._changes, self._events, self._words = hashlib.sha256(), hashlib.sha256(), hashlib.sha256()
        self._counts = [0, 0]

    def add_change(self, row: tuple[Any, ...]) -> None:
        self._changes.update(_line(row))
        self._counts[0] += 1

    def add_event(self, row: tuple[Any, ...], words: tuple[Any, ...]) -> None:
        self._events.update(_line(row))
        self._words.update(_line((row[0], *words)))
        self._counts[1] += 1

    def made(self) -> Part:
        both = f"{self._changes.hexdigest()}{self._events.hexdigest()}".encode()
        changes, events = self._counts
        return Part(changes, events, hashlib.sha256(both).hexdigest(), self._words.hexdigest())


def _part(hashing: dict[tuple[date, int], _Hashing], day: date, campaign: int) -> _Hashing:
    if (found := hashing.get((day, campaign))) is None:
        found = hashing[day, campaign] = _Hashing()
    return found


def _rows(rows: "QuerySet[Any]", fields: Iterable[str]) -> Iterator[tuple[Any, ...]]:
    """All rows by number, some at a time: no statement stays open, so that others may write meanwhile."""
    asked = rows.order_by("pk").values_list(*fields)
    last = None
    while some := list((asked if last is None else asked.filter(pk__gt=last))[:AT_ONCE]):
        yield from some
        last = some[-1][0]


def _counted(progress: Progress, number: int) -> int:
    if number % AT_ONCE == 0:
        progress(number)
    return number


def _line(row: Iterable[Any]) -> bytes:
    return _encoded([_plain(value) for value in row]) + b"\n"


def _plain(value: Any) -> Any:
    if isinstance(value, datetime):
        return value.astimezone(UTC).replace(tzinfo=None).isoformat(timespec="microseconds")
    return value if value is None or isinstance(value, int | str | dict | list) else str(value)


def _encoded(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()
