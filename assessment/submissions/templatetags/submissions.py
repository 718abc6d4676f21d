"""Languages, times and the time that is left, on the pages of runs and teams."""

from datetime import datetime

from django import template

from assessment.shared.datetimes import format_datetime
from assessment.submissions.selectors.applications import offers_for
from assessment.submissions.selectors.registrations import language_name

register = template.Library()
register.filter("language_name", language_name)
register.simple_tag(offers_for, name="open_registrations")


@register.filter
def on_the_clock(at: datetime, zone: str) -> str:
    """A time on the clock of its zone, to the second where it has any."""
    return format_datetime(at.replace(microsecond=0), zone)


@register.filter
def left(until: datetime, now: datetime) -> str:
    """The time left as days, hours, minutes and seconds; "over" where there is none. The script writes the same."""
    seconds = int((until - now).total_seconds())
    if seconds <= 0:
        return "over"
    days, seconds = divmod(seconds, 86_400)
    return f"{days} d {seconds // 3600:02}:{seconds // 60 % 60:02}:{seconds % 60:02}"
