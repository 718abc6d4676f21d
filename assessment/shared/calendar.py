"""Calendars as files (RFC 5545): events at a moment, which calendars of readers take in and bring up to date.

Written here and not by a library: an event of ours has eight properties, all of them dates in UTC or text
(docs/decisions/0053-dates-and-calendars.md).
"""

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from typing import NamedTuple

LONGEST = 75  # octets of a line, without its end
MEDIA_TYPE = "text/calendar; charset=utf-8"


class CalendarEvent(NamedTuple):
    """Something that happens at a moment. `uid` names it for good; each change has a higher `sequence`."""

    uid: str
    at: datetime
    changed_at: datetime
    sequence: int
    summary: str
    description: str = ""
    url: str = ""
    cancelled: bool = False


def calendar(name: str, events: Iterable[CalendarEvent]) -> bytes:
    """The file of a calendar."""
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Assize//Schedule//EN",
        "METHOD:PUBLISH",
        f"X-WR-CALNAME:{escaped(name)}",
        *(line for event in events for line in _lines(event)),
        "END:VCALENDAR",
    ]
    return "".join(f"{part}\r\n" for line in lines for part in folded(line)).encode()


def _lines(event: CalendarEvent) -> list[str]:
    lines = [
        "BEGIN:VEVENT",
        f"UID:{escaped(event.uid)}",
        f"DTSTAMP:{_in_utc(event.changed_at)}",
        f"LAST-MODIFIED:{_in_utc(event.changed_at)}",
        f"DTSTART:{_in_utc(event.at)}",
        f"SEQUENCE:{event.sequence}",
        f"STATUS:{'CANCELLED' if event.cancelled else 'CONFIRMED'}",
        "TRANSP:TRANSPARENT",
        f"SUMMARY:{escaped(event.summary)}",
    ]
    if event.description:
        lines.append(f"DESCRIPTION:{escaped(event.description)}")
    if event.url:
        lines.append(f"URL:{event.url}")
    return [*lines, "END:VEVENT"]


def _in_utc(at: datetime) -> str:
    return f"{at.astimezone(UTC):%Y%m%dT%H%M%SZ}"


def escaped(text: str) -> str:
    """A text as a value: what means something there is escaped, and control characters, which may not be there, are left out."""
    for plain, written in (("\\", "\\\\"), (";", "\\;"), (",", "\\,"), ("\r\n", "\n"), ("\r", "\n")):
        text = text.replace(plain, written)
    return "".join(one for one in text.replace("\n", "\\n") if one == "\t" or (one >= " " and one != "\x7f"))


def folded(line: str) -> Iterator[str]:
    """A line in parts of at most 75 octets, each but the first after a blank; no letter is cut."""
    part, size = "", 0
    for letter in line:
        octets = len(letter.encode())
        if size + octets > LONGEST:
            yield part
            part, size = " ", 1
        part, size = part + letter, size + octets
    yield part
