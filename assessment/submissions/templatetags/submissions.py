"""Languages, times and the time that is left, on the pages of runs and teams."""

from collections.abc import Iterable
from datetime import datetime
from urllib.parse import quote

from django import template
from django.utils.html import format_html_join
from django.utils.safestring import SafeString

from assessment.shared.datetimes import format_datetime
from assessment.shared.say import say
from assessment.submissions.models import Team
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
def team_links(teams: Iterable[Team]) -> SafeString:
    """The names of teams, each a link to this page for it."""
    rows = ((quote(team.name), team.name) for team in teams)
    return format_html_join(", ", '<a href="?team={}">{}</a>', rows)


@register.filter
def left(until: datetime, now: datetime) -> str:
    """The time left as days, hours, minutes and seconds; "over" where there is none. The script writes the same."""
    seconds = int((until - now).total_seconds())
    if seconds <= 0:
        return say("over")
    days, seconds = divmod(seconds, 86_400)
    time = f"{seconds // 3600:02}:{seconds // 60 % 60:02}:{seconds % 60:02}"
    return say("{days} d {time}", days=str(days), time=time)
