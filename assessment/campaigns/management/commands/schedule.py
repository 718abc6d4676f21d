"""The dates of a campaign: what they are, and others for them."""

from argparse import ArgumentParser
from collections.abc import Iterable
from typing import Any

from assessment.campaigns.management.files import campaign_named
from assessment.campaigns.models import KINDS, Campaign, DateKind
from assessment.campaigns.models.options import split_pairs
from assessment.campaigns.selectors import sentences
from assessment.campaigns.selectors.schedule import current_dates, dates_of
from assessment.campaigns.services.dates import set_dates
from assessment.shared.commands import AssizeCommand, Outcome
from assessment.shared.datetimes import EXAMPLE, ZonedDatetime, format_datetime, parse_datetime
from assessment.shared.errors import Refused


class Command(AssizeCommand):
    """Lists the dates of a campaign, or sets those that are given and leaves the rest."""

    help = (
        "List the dates of a campaign with what the site does on each, or set, move and take off some; a date that "
        f'people may have seen takes a reason. Example: manage.py schedule facts questions_out="{EXAMPLE}"'
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("campaign", help="short name of the campaign")
        parser.add_argument(
            "pairs",
            nargs="*",
            metavar="KIND=DATE",
            help=f"{', '.join(DateKind.values)}; date, time and zone, or none to take it off",
        )
        parser.add_argument("--past", action="store_true", help="set dates even though they have passed")
        parser.add_argument("--reason", default="", metavar="TEXT", help="why dates are moved; shown beside")

    def do(self, **options: Any) -> Outcome:
        campaign = campaign_named(options["campaign"])
        if not options["pairs"]:
            return _listed(campaign)
        changed = set_dates(
            campaign=campaign,
            wanted=_parsed(options["pairs"]),
            reason=options["reason"],
            by=None,
            past=options["past"],
        )
        return Outcome(sentences.dates_set(campaign, changed), {"changed": [kind.value for kind in changed]})


def _parsed(pairs: Iterable[str]) -> dict[str, ZonedDatetime | None]:
    given = split_pairs(pairs)
    if unknown := sorted(given.keys() - set(DateKind.values)):
        raise Refused(
            f"There is no date {', '.join(unknown)}. Nothing was changed.",
            "date_unknown",
            f"Dates: {', '.join(DateKind.values)}.",
        )
    return {kind: _date(kind, text) for kind, text in given.items()}


def _date(kind: str, text: str) -> ZonedDatetime | None:
    if text.strip().lower() == "none":
        return None
    try:
        return parse_datetime(text)
    except ValueError as expected:
        raise Refused(
            f'{kind}: "{text}" is not a date. Nothing was changed.', "date_invalid", f"Write {expected}."
        ) from None


def _listed(campaign: Campaign) -> Outcome:
    rows = {row.kind: row for row in dates_of(campaign)}
    dates = []
    for kind, date in current_dates(campaign).items():
        row = rows.get(kind)
        is_kept, missed = bool(row and row.done_at), row.why_missed if row else ""
        text = format_datetime(*date) if date else "none"
        dates.append({"kind": kind, "date": text, "kept": is_kept, "missed": missed})
    given = sum(one["date"] != "none" for one in dates)
    return Outcome(f"{given} dates of {campaign.slug}.", {"dates": dates}, [_line(one) for one in dates])


def _line(date: dict[str, Any]) -> str:
    became = " (kept)" if date["kept"] else f" (not kept: {date['missed']})" if date["missed"] else ""
    return f"{date['kind']}={date['date']}{became}: {KINDS[date['kind']].does}"
