"""Register a team."""

from argparse import ArgumentParser
from typing import Any

from assessment.campaigns.management.files import campaign_named
from assessment.shared.commands import AssizeCommand
from assessment.submissions.management.teams import names_in, participants_called, person_of
from assessment.submissions.services.registrations import RegistrationEntry, register_team


class Command(AssizeCommand):
    """Registers a team with its people and, where the track has them, tasks and language pairs."""

    help = "Register a team as organizers do, whether registration is open or not."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("campaign", help="short name of the campaign")
        parser.add_argument("team", help="its name, or its id where the track has ids")
        parser.add_argument("--group", required=True, help="the name that results are published under")
        parser.add_argument("--affiliation", required=True, help="university, company or institute")
        parser.add_argument(
            "--person",
            action="append",
            required=True,
            metavar="NAME;AFFILIATION;EMAIL",
            help="may be repeated; the first is the contact",
        )
        parser.add_argument("--tasks", metavar="A,B", help="of tracks that have tasks")
        parser.add_argument("--pairs", metavar="EN:EN,EN:IT", help="of tracks that have languages")
        parser.add_argument(
            "--members", metavar="A,B", help="participants who submit for it, as files name them"
        )

    def do(self, **options: Any) -> str:
        campaign = campaign_named(options["campaign"])
        entry = RegistrationEntry(
            options["team"],
            options["group"],
            options["affiliation"],
            tuple(person_of(text) for text in options["person"]),
            tuple(names_in(options["tasks"])),
            tuple(names_in(options["pairs"])),
        )
        members = participants_called(campaign, names_in(options["members"]))
        made = register_team(by=None, campaign=campaign, entry=entry, members=members, organizer=True)
        people = f"{len(entry.people)} {'person' if len(entry.people) == 1 else 'people'}"
        return f"Registered the team {made.team.name} for {campaign.slug}, {people}."
