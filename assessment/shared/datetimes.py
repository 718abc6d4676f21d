"""Dates and times as people write them, with their zone."""

import re
from datetime import UTC, datetime
from functools import cache
from typing import NamedTuple
from zoneinfo import ZoneInfo, available_timezones

from assessment.shared.say import say

EXAMPLE = "2026-12-01 23:59 Europe/Paris"

_WRITTEN = re.compile(
    r"(?P<date>(?:19|20|21)[0-9]{2}-[0-9]{2}-[0-9]{2})[ T](?P<time>[0-9]{2}:[0-9]{2}(?::[0-9]{2})?)\s+(?P<zone>\S+)"
)


class ZonedDatetime(NamedTuple):
    """A point in time, and the zone that it is written in."""

    at: datetime  # in UTC
    zone: str


@cache
def zone_names() -> tuple[str, ...]:
    """The zones of the IANA list, in order."""
    return tuple(sorted(available_timezones()))


def parse_datetime(text: str) -> ZonedDatetime:
    """The date and time that a text names. Raises ValueError with what is expected instead."""
    written = _WRITTEN.fullmatch(text.strip())
    if written is None:
        raise ValueError(say("a date, a time and a zone, such as {example}", example=EXAMPLE))
    zone = zone_name(written["zone"])
    try:
        clock = datetime.fromisoformat(f"{written['date']}T{written['time']}")
    except ValueError:
        raise ValueError(say("a date and a time that exist, such as {example}", example=EXAMPLE)) from None
    return ZonedDatetime(_on_the_clock(clock, zone), zone)


def zone_name(written: str) -> str:
    """The name of a zone as the IANA list spells it. Raises ValueError with what is expected instead."""
    names = {name.lower(): name for name in zone_names()}
    if written.lower() not in names:
        raise ValueError(
            say("a zone of the IANA list, such as UTC, Europe/Paris or, for anywhere on Earth, Etc/GMT+12")
        )
    return names[written.lower()]


def _on_the_clock(clock: datetime, zone: str) -> datetime:
    """The time in UTC at which the zone's clock shows this one; it must do so once (not when the clocks change)."""
    place = ZoneInfo(zone)
    first, second = (clock.replace(tzinfo=place, fold=fold) for fold in (0, 1))
    if first.utcoffset() != second.utcoffset():
        raise ValueError(
            say("another time: the clocks of {zone} change then, and show this one twice or never", zone=zone)
        )
    return first.astimezone(UTC)


def datetime_error(text: str) -> str:
    """What a text must be instead to name a date and time; "" where it does."""
    try:
        parse_datetime(text)
    except ValueError as expected:
        return str(expected)
    return ""


def format_datetime(at: datetime, zone: str) -> str:
    """The text that `parse_datetime` reads back."""
    local = at.astimezone(ZoneInfo(zone))
    clock = "%H:%M:%S" if local.second else "%H:%M"
    return f"{local:%Y-%m-%d} {local.strftime(clock)} {zone}"
