"""Take imported judgments back."""

from argparse import ArgumentParser
from typing import Any

from assessment.campaigns.management.files import campaign_named
from assessment.campaigns.models import Campaign, FileImport
from assessment.imports.selectors import TAKE_BACK, judgments_brought_to, people_from_files
from assessment.imports.services.takeback import removal_arguments, take_back_arguments
from assessment.jobs.services.runner import do_here
from assessment.people.models import Member
from assessment.shared.commands import AssizeCommand
from assessment.shared.errors import Refused


class Command(AssizeCommand):
    """Takes imported judgments back: the former grades stand again, and nothing leaves the history."""

    help = (
        "Take back an import of judgments, or all imported judgments of a person without an account. They are kept "
        "in the history and no longer count. Without --import and --assessor, the imports and people are listed."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("campaign", help="short name of the campaign")
        what = parser.add_mutually_exclusive_group()
        what.add_argument("--import", type=int, metavar="NUMBER", dest="number", help="number of the import")
        what.add_argument("--assessor", metavar="NAME", help="a person whom files brought")
        parser.add_argument(
            "--reason", default="", metavar="TEXT", help="needed; kept in the record and shown beside it"
        )

    def do(self, **options: Any) -> str:
        campaign = campaign_named(options["campaign"])
        if options["number"] is not None:
            source = _import(campaign, options["number"])
            arguments = take_back_arguments(source=source, reason=options["reason"])
        elif options["assessor"] is not None:
            arguments = removal_arguments(
                member=_person(campaign, options["assessor"]), reason=options["reason"]
            )
        else:
            return _listed(campaign)
        done = do_here(kind=TAKE_BACK, campaign=campaign, arguments=arguments, listener=self.progress)
        return str(done.result["sentence"])


def _import(campaign: Campaign, number: int) -> FileImport:
    rows = campaign.imports.of_judgments().filter(number=number)
    found = rows.select_related("campaign", "job").first()
    if found is None:
        raise Refused(f"There is no import {number}.", "import_unknown", _listed(campaign))
    return found


def _person(campaign: Campaign, name: str) -> Member:
    found = Member.objects.filter(campaign=campaign, name=name).select_related("campaign").first()
    if found is None:
        raise Refused(f"Nobody is called {name}.", "person_unknown", _listed(campaign))
    return found


def _listed(campaign: Campaign) -> str:
    imports = ", ".join(
        f"{row.number} ({row.file}, {row.get_state_display().lower()})"
        for row in judgments_brought_to(campaign)
    )
    people = ", ".join(member.name for member in people_from_files(campaign))
    return f"Imports: {imports or 'none'}. People from files: {people or 'none'}."
