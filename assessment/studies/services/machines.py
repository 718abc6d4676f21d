"""Holds the judgments of a machine against those of people."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

from assessment.campaigns.models import Campaign
from assessment.results.services.readings import scorer_of
from assessment.shared.errors import Refused
from assessment.shared.say import say
from scoring.studies.designs import SIMPLE
from scoring.studies.fewer_simulated import CannotSimulate, Simulated, simulated
from scoring.studies.machine_matches import MatchReport, match_report
from scoring.studies.machine_report import MachineReport, machine_report
from scoring.studies.machines import UnknownMachine


class AgainstPeople(NamedTuple):
    """A machine against people: what it judged, what it matched, or both."""

    machine: str
    grades: MachineReport | None
    matches: MatchReport | None

    @property
    def sentence(self) -> str:
        """The results in short."""
        return " ".join(one.sentence for one in (self.grades, self.matches) if one)

    def as_json(self, most: int | None = None) -> dict[str, Any]:
        """All of it; of differences the first, or all."""
        found = self.grades.as_json(most) if self.grades else {"machine": self.machine}
        return found | ({"matches": self.matches.as_json(most)} if self.matches else {})


Progress = Callable[[int, int, str], None]


def hold_against_people(
    *, campaign: Campaign, name: str, progress: Progress = lambda done, total, what: None
) -> AgainstPeople:
    """Where a machine and people differ, what that does to the ranking, and whether it can be told from a person.

    Reads only.
    """
    with _explained():
        progress(0, 3, say("Reading judgments and runs"))
        scorer = scorer_of(campaign)
        has_matched = name in scorer.index.marking
        has_judged = name in scorer.index.machines or not has_matched
        progress(1, 3, say("Comparing grades"))
        grades = machine_report(scorer.evaluation, name) if has_judged else None
        progress(2, 3, say("Comparing matches"))
        matches = match_report(scorer.evaluation, name) if has_matched else None
        progress(3, 3, "")
        return AgainstPeople(name, grades, matches)


def try_fewer_judgments(
    *,
    campaign: Campaign,
    name: str,
    sizes: Sequence[int],
    trials: int,
    seed: int,
    design: str = SIMPLE,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> Simulated:
    """What samples of people's judgments would have told with this machine, and how often rightly. Reads only."""
    with _explained():
        return simulated(scorer_of(campaign).evaluation, name, sizes, trials, seed, design, progress)


@contextmanager
def _explained() -> Iterator[None]:
    """Refuse what cannot be computed."""
    try:
        yield
    except CannotSimulate as error:
        message = say("{problem} Nothing was computed.", problem=error)
        raise Refused(message, "cannot_simulate", say("Choose other numbers of questions.")) from None
    except UnknownMachine as error:
        hint = say(
            "Import its judgments first: import_machine, import_patterns, or import_judgments --machine."
        )
        message = say("{problem} Nothing was compared.", problem=error)
        raise Refused(message, "machine_unknown", hint) from None
