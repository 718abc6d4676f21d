"""Change what a team registered."""

from argparse import ArgumentParser
from typing import Any

from assessment.campaigns.management.files import campaign_named
from assessment.campaigns.models import Campaign
from assessment.shared.commands import AssizeCommand
from assessment.shared.errors import Refused
from assessment.submissions.management.teams import names_in, participants_called, person_of, team_called
from assessment.submissions.models import Registration
from assessment.submissions.selectors.sentences import team_registered
from assessment.submissions.services.registrations import Person, RegistrationEntry, change_registration


class Command(AssizeCommand):
    """Changes what is named; everything else of the registration stays."""

    help = (
        "Change the registration of a team as organizers do; what is not named stays. "
        "Example: manage.py change_registration tongues clct --pairs EN:EN,EN:IT"
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("campaign", help="short name of the campaign")
        parser.add_argument("team", help="its name, or its id where the track has ids")
        parser.add_argument("--id", help="another name or id; not once there are runs")
        parser.add_argument("--group", help="the name that results are published under")
        parser.add_argument("--affiliation", help="university, company or institute")
        parser.add_argument(
            "--person",
            action="append",
            metavar="NAME;AFFILIATION;EMAIL",
            help="in place of all people there are; may be repeated; the first is the contact",
        )
        parser.add_argument("--tasks", metavar="A,B", help="of tracks that have tasks")
        parser.add_argument("--pairs", metavar="EN:EN,EN:IT", help="of tracks that have languages")
        parser.add_argument("--members", metavar="A,B", help="participants who submit for it")

    def do(self, **options: Any) -> str:
        campaign = campaign_named(options["campaign"])
        registration = _registration(campaign, options["team"])
        members = options["members"]
        changed = change_registration(
            by=None,
            registration=registration,
            entry=_entry(registration, options),
            members=None if members is None else participants_called(campaign, names_in(members)),
            organizer=True,
        )
        return team_registered(changed)


def _registration(campaign: Campaign, name: str) -> Registration:
    team = team_called(campaign, name)
    row = Registration.objects.select_related("team__campaign").filter(team=team).first()
    if row is None:
        raise Refused(
            f"{team.name} is not registered. Nothing was changed.", "not_registered", "Use register_team."
        )
    return row


def _entry(row: Registration, options: dict[str, Any]) -> RegistrationEntry:
    """The registration as it is, but for what was named."""
    people = [Person(one.full_name, one.affiliation, one.email) for one in row.people.order_by("position")]
    new_people, tasks, pairs = options["person"], options["tasks"], options["pairs"]
    return RegistrationEntry(
        options["id"] or row.team.name,
        row.group if options["group"] is None else options["group"],
        row.affiliation if options["affiliation"] is None else options["affiliation"],
        tuple(map(person_of, new_people) if new_people else people),
        tuple(row.tasks if tasks is None else names_in(tasks)),
        tuple(map(str, row.pairs.all()) if pairs is None else names_in(pairs)),
    )
