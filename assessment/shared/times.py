"""Moments and days as pages show them: one spelling, in the reader's zone, which a request activates."""

from datetime import date, datetime
from zoneinfo import ZoneInfo

from django.utils import timezone
from django.utils.dateformat import format
from django.utils.html import format_html
from django.utils.safestring import SafeString

NONE = "–"


def time_text(at: datetime) -> str:
    """A moment with the short name of its zone: 26 Nov 2026, 14:03 CET."""
    local = timezone.localtime(at)
    return f"{format(local, 'j M Y, H:i')} {local:%Z}"


def time_tag(at: datetime | None) -> SafeString | str:
    """The same, readable by people and programs; a dash where there is none."""
    return _time(at, time_text(at)) if at else NONE


def day(at: datetime | None) -> SafeString | str:
    """The day of a moment."""
    return _time(at, day_text(timezone.localtime(at))) if at else NONE


def day_text(on: date) -> str:
    """A day: 26 Nov 2026."""
    return format(on, "j M Y")


def deadline(at: datetime | None, zone: str) -> SafeString | str:
    """A deadline on the clock of its own zone, with UTC and the reader's own beside it where those are others."""
    if not at:
        return NONE
    there = at.astimezone(ZoneInfo(zone))
    shown = _time(at, format(there, "j M Y, H:i"))
    beside = [_beside(at, there, timezone.get_default_timezone_name())]
    if timezone.get_current_timezone_name() != timezone.get_default_timezone_name():
        beside.append(_beside(at, there, timezone.get_current_timezone_name()))
    others = "; ".join(filter(None, beside))
    return format_html("{} {}", shown, zone) + (
        format_html(' <span class="muted">({})</span>', others) if others else ""
    )


def _beside(at: datetime, there: datetime, zone: str) -> str:
    """What another zone's clock shows then; empty where it shows the same."""
    local = at.astimezone(ZoneInfo(zone))
    if local.utcoffset() == there.utcoffset():
        return ""
    written = "H:i" if local.date() == there.date() else "j M Y, H:i"
    return f"{format(local, written)} {local:%Z}"


def _time(at: datetime, text: str) -> SafeString:
    return format_html('<time datetime="{}">{}</time>', at.isoformat(), text)
