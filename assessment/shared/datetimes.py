"""Moments as people write them: date, time and the zone that the clock hangs in."""

import re
from datetime import UTC, datetime
from functools import cache
from typing import NamedTuple
from zoneinfo import ZoneInfo, available_timezones

EXAMPLE = "2026-12-01 23:59 Europe/Paris"

_WRITTEN = re.compile(
    r"(?P<date>(?:19|20|21)[0-9]{2}-[0-9]{2}-[0-9]{2})[ T](?P<time>[0-9]{2}:[0-9]{2}(?::[0-9]{2})?)\s+(?P<zone>\S+)"
)


class Moment(NamedTuple):
    """A point in time, and the zone in which it is told."""

    at: datetime  # in UTC
    zone: str


@cache
def zone_names() -> tuple[str, ...]:
    """The zones of the IANA list, in order."""
    return tuple(sorted(available_timezones()))


def parse_moment(text: str) -> Moment:
    """The moment that a text names. Raises ValueError with what is expected instead."""
    written = _WRITTEN.fullmatch(text.strip())
    if written is None:
        raise ValueError(f"a date, a time and a zone, such as {EXAMPLE}")
    zone = _zone_name(written["zone"])
    try:
        clock = datetime.fromisoformat(f"{written['date']}T{written['time']}")
    except ValueError:
        raise ValueError(f"a date and a time that exist, such as {EXAMPLE}") from None
    return Moment(_on_the_clock(clock, zone), zone)


def _zone_name(spelled: str) -> str:
    names = {name.lower(): name for name in zone_names()}
    if spelled.lower() not in names:
        raise ValueError(
            "a zone of the IANA list, such as UTC, Europe/Paris or, for anywhere on Earth, Etc/GMT+12"
        )
    return names[spelled.lower()]


def _on_the_clock(clock: datetime, zone: str) -> datetime:
    """The moment at which the zone's clock shows this time; it must do so once (not when the clocks change)."""
    place = ZoneInfo(zone)
    first, second = (clock.replace(tzinfo=place, fold=fold) for fold in (0, 1))
    if first.utcoffset() != second.utcoffset():
        raise ValueError(f"another time: the clocks of {zone} change then, and show this one twice or never")
    return first.astimezone(UTC)


def moment_fault(text: str) -> str:
    """What a text must be instead to name a moment; "" where it names one."""
    try:
        parse_moment(text)
    except ValueError as expected:
        return str(expected)
    return ""


def spell_moment(at: datetime, zone: str) -> str:
    """The text that `parse_moment` reads back."""
    local = at.astimezone(ZoneInfo(zone))
    clock = "%H:%M:%S" if local.second else "%H:%M"
    return f"{local:%Y-%m-%d} {local.strftime(clock)} {zone}"
