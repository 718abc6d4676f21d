"""Hold answer patterns, or another machine, against people."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from assessment.campaigns.management.files import campaign_named
from assessment.shared.commands import AssizeCommand, Outcome
from assessment.studies.management.commands.study import write
from assessment.studies.services.machines import hold_against_people
from scoring.studies.machines import AgainstPeople
from scoring.studies.numbers import text_of


class Command(AssizeCommand):
    """Where a machine and people differ, both ways, and the rankings by both."""

    help = (
        "List the answers that answer patterns (or another machine) and people judge differently, and the scores of "
        "the runs by both over the questions that the machine judged."
    )
    json_file = "all differences and both rankings"

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("campaign", help="short name of the campaign")
        parser.add_argument("--name", default="patterns", help="name of the machine (default patterns)")

    def do(self, **options: Any) -> str | Outcome:
        found = hold_against_people(campaign=campaign_named(options["campaign"]), name=options["name"])
        text = text_of(found.as_json())
        if options["json"] == "-":
            return text.rstrip("\n")
        if isinstance(options["json"], str):
            write(Path(options["json"]), text, found.sentence)
            return found.sentence
        return Outcome(found.sentence, lines=_lines(found.against))


def _lines(found: AgainstPeople) -> list[str]:
    """A line for each difference."""
    return [
        f"{one.item.qid} {one.item.docid} {one.item.answer!r}: {found.machine} {one.machine}, people {one.people}"
        for one in found.differences
    ]
