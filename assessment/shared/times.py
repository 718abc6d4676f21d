"""Moments and days as pages show them: one spelling for each language, in the reader's zone, which a request activates."""

from datetime import date, datetime
from zoneinfo import ZoneInfo

from django.utils import timezone
from django.utils.dateformat import format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language

NONE = "–"
# In Django's letters for dates. The names of months are those of the language in force: 26. Nov. 2026, 26 nov. 2026,
# 26 نوفمبر 2026; digits are Western in all.
DAY = {"en": "j M Y", "de": "j. N Y", "fr": "j N Y", "ar": "j F Y"}
DAY_AND_MONTH = {"en": "j M", "de": "j. N", "fr": "j N", "ar": "j F"}


def time_text(at: datetime) -> str:
    """A moment with the short name of its zone: 26 Nov 2026, 14:03 CET."""
    local = timezone.localtime(at)
    return f"{_written(local)} {local:%Z}"


def time_tag(at: datetime | None) -> SafeString | str:
    """The same, readable by people and programs; a dash where there is none."""
    return _time(at, time_text(at)) if at else NONE


def day(at: datetime | None) -> SafeString | str:
    """The day of a moment."""
    return _time(at, day_text(timezone.localtime(at))) if at else NONE


def day_text(on: date) -> str:
    """A day: 26 Nov 2026."""
    return format(on, DAY[_language()])


def day_and_month(on: date) -> str:
    """A day of a year that everybody knows: 26 Nov."""
    return format(on, DAY_AND_MONTH[_language()])


def deadline(at: datetime | None, zone: str) -> SafeString | str:
    """A deadline on the clock of its own zone, with UTC and the reader's own beside it where those are others."""
    if not at:
        return NONE
    there = at.astimezone(ZoneInfo(zone))
    shown = _time(at, _written(there))
    beside = [_beside(at, there, timezone.get_default_timezone_name())]
    if timezone.get_current_timezone_name() != timezone.get_default_timezone_name():
        beside.append(_beside(at, there, timezone.get_current_timezone_name()))
    others = "; ".join(filter(None, beside))
    if not others:
        return format_html("{} {}", shown, zone)
    return format_html('{} {} <span class="muted">({})</span>', shown, zone, others)


def _beside(at: datetime, there: datetime, zone: str) -> str:
    """What another zone's clock shows then; empty where it shows the same."""
    local = at.astimezone(ZoneInfo(zone))
    if local.utcoffset() == there.utcoffset():
        return ""
    written = format(local, "H:i") if local.date() == there.date() else _written(local)
    return f"{written} {local:%Z}"


def _written(at: datetime) -> str:
    return format(at, f"{DAY[_language()]}, H:i")


def _language() -> str:
    language = get_language() or "en"
    return language if language in DAY else "en"


def _time(at: datetime, text: str) -> SafeString:
    return format_html('<time datetime="{}">{}</time>', at.isoformat(), text)
