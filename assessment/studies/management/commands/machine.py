"""Hold a program that judged against people, item by item and as one more assessor."""

from argparse import ArgumentParser

from assessment.studies.management.against_people import AgainstPeopleCommand
from scoring.studies.machine_report import MachineReport


class Command(AgainstPeopleCommand):
    """Whether a machine can be told from a further assessor, and how far it agrees with people."""

    help = (
        "Say how far a machine assessor agrees with people, to which grades and runs it is kinder, what it does to the "
        "ranking, and whether it can be told from a further assessor."
    )
    json_file = "all figures, differences and rankings"

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("campaign", help="short name of the campaign")
        parser.add_argument("name", help="of the machine assessor, such as NAME@VERSION")

    def lines(self, found: MachineReport) -> list[str]:
        """The coefficients, then a line for each run to which it is kinder or stricter than to the others."""
        items = found.items
        lines = [
            f"{name}: {_number(one.value)} ({_number(one.low)} to {_number(one.high)})"
            for name, one in (("kappa", items.kappa), ("alpha", items.alpha), ("leaning", items.leaning))
        ]
        marked = (run for run in items.runs if run.is_marked)
        kinder = (
            f"{run.run_id}: kinder by {_number(run.apart.value)} than to the other runs" for run in marked
        )
        return [*lines, *kinder]


def _number(value: float | None) -> str:
    return "none" if value is None else f"{value:.3f}"
