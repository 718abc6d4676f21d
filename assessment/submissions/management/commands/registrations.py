"""List what teams registered and asked for, and decide on requests."""

from argparse import ArgumentParser
from typing import Any

from assessment.campaigns.management.files import campaign_named
from assessment.campaigns.models import Campaign
from assessment.shared.commands import AssizeCommand, Outcome
from assessment.shared.errors import Refused
from assessment.submissions.models import ApplicationState, TeamApplication
from assessment.submissions.selectors.applications import applications_of
from assessment.submissions.selectors.registrations import registrations_of
from assessment.submissions.services.applications import accept_application, refuse_application


class Command(AssizeCommand):
    """Lists registrations and requests, or decides on one."""

    help = (
        "List the registered teams and the requests of others, or accept or refuse a request. Whether people may ask is "
        "the setting registration: manage.py settings CAMPAIGN registration=approval."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("campaign", help="short name of the campaign")
        choice = parser.add_mutually_exclusive_group()
        choice.add_argument("--accept", metavar="TEAM", help="register the team that asked")
        choice.add_argument("--refuse", metavar="TEAM", help="refuse it; --reason says why")
        parser.add_argument("--reason", default="", help="why it is refused; whoever asked reads it")

    def do(self, **options: Any) -> str | Outcome:
        campaign = campaign_named(options["campaign"])
        if options["accept"]:
            made = accept_application(by=None, application=_asked(campaign, options["accept"]))
            return f"The team {made.team.name} is registered."
        if options["refuse"]:
            row = refuse_application(
                by=None, application=_asked(campaign, options["refuse"]), reason=options["reason"]
            )
            return f"The request for {row.name} was refused."
        return _listed(campaign)


def _asked(campaign: Campaign, name: str) -> TeamApplication:
    row = campaign.applications.filter(name=name, state=ApplicationState.PENDING).first()
    if row is None:
        raise Refused(
            f"No request for {name} waits. Nothing was changed.", "request_unknown", "List them first."
        )
    return row


def _listed(campaign: Campaign) -> Outcome:
    teams = [{"team": row.team.name, "group": row.group} for row in registrations_of(campaign)]
    asked = [
        {"team": row.name, "group": row.entry["group"], "state": row.state, "account": row.account.username}
        for row in applications_of(campaign)
    ]
    lines = [f"{one['team']}: {one['group']}" for one in teams]
    lines += [f"{one['team']}: {one['group']}, asked by {one['account']}, {one['state']}" for one in asked]
    waiting = sum(one["state"] == ApplicationState.PENDING for one in asked)
    sentence = f"{campaign.slug}: registration is {campaign.registration}; {len(teams)} registered, {waiting} waiting."
    return Outcome(
        sentence, {"registration": campaign.registration, "teams": teams, "requests": asked}, lines
    )
