"""What of a version's runs somebody sees: all of them, the released ones with or without names, or the own ones alone."""

from collections.abc import Iterable
from typing import NamedTuple

from assessment.results.models import RunScore
from assessment.results.selectors.access import ScoresAccess
from assessment.shared.say import sentence

OTHER, UNNAMED = sentence("another team’s run"), sentence("unnamed run")


class Sight(NamedTuple):
    """The runs that somebody sees, and which of them by name."""

    left_out: frozenset[str] = frozenset()  # ids of runs that are not part of what is shown
    own: frozenset[int] | None = None  # the runs that are named, by primary key; None: all
    alone: bool = False  # whether the runs that are not named are not shown at all
    tells_made: bool = True  # whether what other teams declared of their runs is told

    def shown(self, rows: Iterable[RunScore]) -> list[RunScore]:
        """The rows that median, best and ranks are taken over."""
        return [row for row in rows if row.run.run_id not in self.left_out]

    def names(self, row: RunScore) -> bool:
        """Whether a run is named."""
        return self.own is None or row.run_id in self.own

    @property
    def other(self) -> str:
        """What a run without a name is called: another team's to those who have runs of their own."""
        return OTHER if self.own else UNNAMED

    def lists(self, row: RunScore) -> bool:
        """Whether a run has a row."""
        return not self.alone or self.names(row)


EVERYTHING = Sight()


def sight_of(scores: ScoresAccess) -> Sight:
    """What the account sees."""
    named = None if scores.sees_names else scores.own
    return Sight(scores.left_out, named, scores.is_private, tells_made=scores.all_versions)
