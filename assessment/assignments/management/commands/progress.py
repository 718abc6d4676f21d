"""How far judging is."""

from argparse import ArgumentParser
from collections.abc import Iterator
from typing import Any

from assessment.assignments.selectors.assign import assign_page
from assessment.assignments.selectors.forecast import Forecast
from assessment.assignments.selectors.progress import AssessorProgress, Progress, progress_of
from assessment.campaigns.management.files import campaign_named
from assessment.shared.commands import AssizeCommand, Outcome
from assessment.shared.templatetags.assize import days


class Command(AssizeCommand):
    """Prints everybody's progress and forecast, as the page Progress shows them."""

    help = "List how far each assessor is, the time left, and who waits for whom."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("campaign", help="short name of the campaign")

    def do(self, **options: Any) -> Outcome:
        campaign = campaign_named(options["campaign"])
        progress = progress_of(campaign, assign_page(campaign, assigned_only=True))
        rows = [_as_data(row) for row in progress.rows]
        waits = [wait._asdict() for wait in progress.waits]
        whole = {"judged": progress.judged, "due": progress.due} | _forecast(progress.forecast)
        return Outcome(
            _sentence(progress), whole | {"assessors": rows, "waits": waits}, list(_lines(progress))
        )


def _sentence(progress: Progress) -> str:
    if not progress.due:
        return "Nothing is assigned."
    by = f", done by {days(progress.forecast.done_by)}" if progress.forecast else ""
    finished = f"{progress.finished:,} of {progress.questions:,} assigned questions finished"
    return f"{progress.judged:,} of {progress.due:,} judgments made, {progress.percent} %; {finished}{by}."


def _lines(progress: Progress) -> Iterator[str]:
    for row in progress.rows:
        ahead = f"{row.forecast.time} left, done by {days(row.forecast.done_by)}" if row.forecast else ""
        state = (
            "finished" if row.is_done else ahead or (f"{row.ready:,} ready to finish" if row.ready else "–")
        )
        yield (
            f"{row.member.name:<20} {row.load.judged:>8,} of {row.load.items:>8,} {row.percent:>4} %"
            f" {row.finished:>5,} of {row.load.questions:>5,} questions  {state}"
        )
    for wait in progress.waits:
        yield f"{wait.who} waits for {wait.waits_for}: {wait.what} of {', '.join(wait.questions)}"


def _as_data(row: AssessorProgress) -> dict[str, Any]:
    return {
        "assessor": row.member.name,
        "judged": row.load.judged,
        "due": row.load.items,
        "questions": row.load.questions,
        "finished": row.finished,
        "minutes": row.minutes,
        "per_minute": row.speed,
        "last_at": row.worked.last_at,
    } | _forecast(row.forecast)


def _forecast(ahead: Forecast | None) -> dict[str, Any]:
    if ahead is None:
        return {"hours_left": None, "done_by": None}
    return {"hours_left": ahead.hours, "done_by": ahead.done_by}
