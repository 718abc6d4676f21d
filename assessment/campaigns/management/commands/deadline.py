"""Set or move the deadline of a campaign."""

from argparse import ArgumentParser
from typing import Any

from assessment.campaigns import services
from assessment.campaigns.management.files import campaign_named
from assessment.campaigns.models import Campaign
from assessment.campaigns.selectors import campaigns as selectors
from assessment.campaigns.selectors import sentences
from assessment.shared.commands import AssizeCommand
from assessment.shared.datetimes import EXAMPLE, ZonedDatetime, parse_datetime
from assessment.shared.errors import Refused


class Command(AssizeCommand):
    """Sets the first deadline, or moves it for all teams or for one."""

    help = (
        "Set the deadline of a campaign, or move it: for all teams, or later for one. A deadline that teams know takes "
        f'a reason. Example: manage.py deadline facts "{EXAMPLE}" --reason "The server was away."'
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("campaign", help="short name of the campaign")
        parser.add_argument("when", help=f"date, time and zone, such as {EXAMPLE}; none for no deadline")
        parser.add_argument("--team", default="", help="only for this team")
        parser.add_argument("--past", action="store_true", help="set it even though it has passed")
        parser.add_argument("--reason", default="", metavar="TEXT", help="why it is moved; shown beside it")

    def do(self, **options: Any) -> str:
        campaign, when = campaign_named(options["campaign"]), _parsed(options["when"])
        team = options["team"].strip()
        if not team and selectors.is_deadline_free(campaign, moved=campaign.deadline_changes.exists()):
            services.set_deadline(campaign=campaign, deadline=when, by=None, past=options["past"])
            return sentences.deadline_set(campaign)
        _refuse_unknown(campaign, team)
        services.move_deadline(
            campaign=campaign,
            deadline=when,
            reason=options["reason"],
            by=None,
            team_name=team,
            past=options["past"],
        )
        return sentences.deadline_set(campaign)


def _parsed(text: str) -> ZonedDatetime | None:
    if text.strip().lower() == "none":
        return None
    try:
        return parse_datetime(text)
    except ValueError as expected:
        raise Refused(
            f'"{text}" is not a deadline. Nothing was changed.', "deadline_invalid", f"Write {expected}."
        ) from None


def _refuse_unknown(campaign: Campaign, team: str) -> None:
    """A page offers the teams there are; a command line may name one that there is not."""
    names = list(campaign.teams.order_by("name").values_list("name", flat=True))
    if team and team not in names:
        known = ", ".join(names) or "none yet"
        raise Refused(
            f"{campaign.slug} has no team {team}. Nothing was changed.", "team_unknown", f"Teams: {known}."
        )
