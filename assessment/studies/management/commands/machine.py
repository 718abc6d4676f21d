"""Hold a program that judged against people, item by item and as one more assessor."""

from argparse import ArgumentParser

from assessment.studies.management.against_people import AgainstPeopleCommand
from assessment.studies.services.machines import AgainstPeople
from scoring.decimals import decimal
from scoring.studies.machine_items import ByItem
from scoring.studies.machine_matches import MatchReport
from scoring.studies.machine_statistics import without_intervals


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

    def lines(self, found: AgainstPeople) -> list[str]:
        """The coefficients, then a line for each run to which it is kinder or stricter than to the others."""
        lines = _lines(found.grades.items) if found.grades else []
        if found.matches:
            lines += [f"nuggets, {line}" for line in (*_lines(found.matches), *_of_judges(found.matches))]
        return lines


def _lines(items: ByItem | MatchReport) -> list[str]:
    lines = [
        f"{name}: {_number(one.value)} ({_number(one.low)} to {_number(one.high)})"
        for name, one in (("kappa", items.kappa), ("alpha", items.alpha), ("leaning", items.leaning))
    ]
    marked = (run for run in items.runs if run.is_marked)
    kinder = (f"{run.run_id}: kinder by {_number(run.apart.value)} than to the other runs" for run in marked)
    why = without_intervals(items.questions)
    return [*lines, *kinder, *([why] if why else [])]


def _of_judges(found: MatchReport) -> list[str]:
    """How far each two judges agree, and rank runs alike: people among themselves are the yardstick."""
    return [
        f"{one.one} and {one.other}: kappa {_number(one.kappa)}, tau-b "
        f"{_number(one.ranking.tau_b if one.ranking else None)} over {one.questions} questions"
        for one in found.judges
    ]


def _number(value: float | None) -> str:
    return "none" if value is None else decimal(value)
