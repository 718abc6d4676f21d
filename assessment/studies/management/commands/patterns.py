"""Hold answer patterns, or another machine, against people."""

from argparse import ArgumentParser

from assessment.studies.management.against_people import AgainstPeopleCommand
from assessment.studies.services.machines import AgainstPeople


class Command(AgainstPeopleCommand):
    """Where a machine and people differ, both ways, and the rankings by both."""

    help = (
        "List the answers that answer patterns (or another machine) and people judge differently, and the scores of "
        "the runs by both over the questions that the machine judged."
    )
    json_file = "all differences and both rankings"

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("campaign", help="short name of the campaign")
        parser.add_argument("--name", default="patterns", help="name of the machine (default patterns)")

    def lines(self, found: AgainstPeople) -> list[str]:
        """A line for each difference."""
        machine, differences = found.machine, found.grades.against.differences if found.grades else ()
        return [
            f"{one.item.qid} {one.item.docid} {one.item.answer!r}: {machine} {one.machine}, people {one.people}"
            for one in differences
        ]
