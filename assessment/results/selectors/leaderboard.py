"""A version of the scores as its pages show it: the runs by score, and what stands between the best and the median."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from statistics import median
from typing import NamedTuple

from assessment.results.models import RunScore, ScoreSet
from assessment.results.selectors.figures import Axis, Drawing, ScoreDot, axis_for, draw, mark
from assessment.results.selectors.people import PartCells, People, PeopleRow, cells_of, people_of, votes_of
from assessment.results.selectors.silence import divisions
from scoring.measures import MEASURES
from scoring.tracks.base import Track


@dataclass(frozen=True)
class LeaderboardRow:
    """One run on the leaderboard; its places are by score, and by score by question type."""

    score: RunScore
    axis: Axis
    place_by_score: int
    place_by_type: int | None
    shown: str = "score"  # the measure that the figure shows

    @property
    def run_id(self) -> str:
        return self.score.run.run_id

    @property
    def value(self) -> float | None:
        """What the figure shows."""
        return value_by(self.score, self.shown)

    @property
    def interval(self) -> tuple[float, float] | None:
        """The interval of that; None where none is known, as of every measure but the score."""
        low, high = self.score.interval_low, self.score.interval_high
        return None if self.shown != "score" or low is None or high is None else (low, high)

    @property
    def parts(self) -> list[PartCells]:
        """Long and short answers, where they are scored apart."""
        return cells_of(self.score)

    @property
    def words(self) -> str:
        """What the figure shows, for its hover title and for those who cannot see it."""
        if self.value is None:
            return f"{self.run_id}: no score"
        if self.interval is None:
            return f"{self.run_id}: {self.value:.3f}"
        low, high = self.interval
        return f"{self.run_id}: {self.value:.3f}, interval {low:.3f} to {high:.3f}"

    @property
    def mark(self) -> ScoreDot | None:
        """Where its score and interval stand in the figure."""
        return mark(self.axis, self.value, *(self.interval or (None, None)))


class MeasureColumn(NamedTuple):
    """A further measure of the track: its name in files and its name for people."""

    name: str
    label: str


def other_measures(track: Track) -> list[MeasureColumn]:
    """The measures that a track scores besides the score's own."""
    return measure_columns(name for name in track.measures if name != track.score)


def measure_columns(names: Iterable[str]) -> list[MeasureColumn]:
    """Some measures, for people."""
    return [MeasureColumn(name, MEASURES[name].label) for name in names if name in MEASURES]


def measure_label(name: str) -> str:
    """A measure for people; the score of a track with series has no measure of its own."""
    known = MEASURES.get(name)
    return known.label if known else "Mean over series"


def units_of(track: Track) -> str:
    """What a score is a mean over, so that its interval is over these."""
    return "series" if track.series_rules else "questions"


@dataclass(frozen=True)
class Leaderboard:
    """The runs of one version, best first; ties by run id. `scores` stand in the order of the score itself."""

    score_set: ScoreSet
    scores: Sequence[RunScore]
    order: str = "score"
    label: str = ""  # which runs these are, where only some can be compared

    @cached_property
    def divided(self) -> list["Leaderboard"]:
        """The runs that can be compared with each other, one board for each task and pair of languages."""
        parts = divisions(self.track, self.scores)
        if not parts:
            return [self]
        return [
            replace(self, scores=[row for row in self.scores if row.run_id in part.runs], label=part.label)
            for part in parts
        ]

    @cached_property
    def axis(self) -> Axis:
        """One scale for all rows."""
        highs = [row.interval_high for row in self.scores] if self.shown == "score" else []
        others = self.people.f1(self.shown_measure) if self.people else []
        return axis_for(high for high in (*highs, *others, *self.values) if high is not None)

    @cached_property
    def rows(self) -> list[LeaderboardRow]:
        by_type = places(self.scores, BY_TYPE) if self.in_series else {}
        rows = [
            LeaderboardRow(score, self.axis, place, by_type.get(score.run_id), self.shown)
            for place, score in enumerate(sorted(self.scores, key=self._by_shown), 1)
        ]
        return sorted(rows, key=lambda row: best_first(row.score, self.order))

    def _by_shown(self, row: RunScore) -> tuple[bool, float, str]:
        return best_first(row, self.shown)

    @property
    def has_parts(self) -> bool:
        """Whether long and short answers are scored apart, each with a board of its own."""
        return bool(self.track.annotated_types)

    @property
    def shown(self) -> str:
        """What the figure shows: the score, or on boards of parts what they are ordered by."""
        return self.order if self.has_parts else "score"

    @property
    def svg_query(self) -> str:
        """What the address of the figure needs, to be that of this board."""
        return f"?order={self.order}" if self.shown != "score" else ""

    @property
    def has_intervals(self) -> bool:
        """Whether any run's interval is known."""
        return any(row.interval for row in self.rows)

    @cached_property
    def people(self) -> People | None:
        """What people come to, where enough of them annotated."""
        return people_of(self.score_set) if self.has_parts else None

    @property
    def people_rows(self) -> list[PeopleRow]:
        """The same as rows, in the order of LABELS."""
        return self.people.rows(self.axis, self.shown_measure) if self.people else []

    @property
    def votes(self) -> int:
        """How many people make an answer."""
        return votes_of(self.score_set)

    @property
    def shown_measure(self) -> str:
        """The name of the measure that the figure shows."""
        return self.track.score if self.shown == "score" else self.shown

    @property
    def in_series(self) -> bool:
        """Whether scores are over series, so that those by question type may order the runs otherwise."""
        return self.track.series_rules is not None

    @property
    def orders(self) -> list[MeasureColumn]:
        """What the runs may stand by."""
        by_type = [MeasureColumn(BY_TYPE, "By type"), *self.measures] if self.in_series else []
        others = measure_columns([SHORT_F1]) if self.has_parts else by_type
        return [MeasureColumn("score", measure_label(self.track.score)), *others]

    @property
    def tau(self) -> float | None:
        """Kendall's tau between the order by series and that by question type, as it was worked out exactly."""
        value: float | None = self.score_set.report.get("tau_by_type")
        return value

    @cached_property
    def track(self) -> Track:
        return self.score_set.qrels.campaign.track

    @property
    def score_name(self) -> str:
        """The measure that the figure shows, for people."""
        return measure_label(self.shown_measure)

    @property
    def units(self) -> str:
        """What the scores and intervals are over."""
        return units_of(self.track)

    @cached_property
    def measures(self) -> list[MeasureColumn]:
        """The track's other measures, for columns."""
        return other_measures(self.track)

    @property
    def summary(self) -> list[tuple[str, float | None]]:
        """What stands below the table."""
        figures = [("best", self.best), ("median", self.median), ("lowest", self.worst)]
        return figures if len(self.scores) > 1 else []  # a single run is all three

    @cached_property
    def values(self) -> list[float]:
        values = (value_by(row, self.shown) for row in self.scores)
        return [value for value in values if value is not None]

    @property
    def best(self) -> float | None:
        return max(self.values, default=None)

    @property
    def worst(self) -> float | None:
        return min(self.values, default=None)

    @property
    def median(self) -> float | None:
        return median(self.values) if self.values else None

    @property
    def lines(self) -> list[tuple[str, float]]:
        """Names and places of the lines drawn across all rows."""
        named = (("median", self.median), ("best", self.best))
        return [(name, self.axis.place(value)) for name, value in named if value is not None]

    @property
    def drawing(self) -> Drawing:
        """The table as a figure that stands alone."""
        return draw(self.axis, [(row.run_id, row.words, row.mark) for row in self.rows], self.lines)

    @property
    def unjudged(self) -> int:
        """Responses that nobody has judged, over all runs."""
        return sum(row.unjudged for row in self.scores)


def leaderboard(score_set: ScoreSet, order: str = "score") -> Leaderboard:
    """Read one version's runs (one query, without their questions). An unknown order is that by score."""
    rows = RunScore.objects.filter(score_set=score_set).select_related("run__team")
    made = Leaderboard(score_set, sorted(rows.defer(*PARTS), key=by_score))
    return replace(made, order=order) if order in {known.name for known in made.orders} else made


PARTS = ("questions", "series", "figures", "more")  # what single questions need, and lists of runs do not
BY_TYPE = "type"
SHORT_F1 = "short_f1"


def by_score(row: RunScore) -> tuple[bool, float, str]:
    """Best first, undefined scores last, ties by run id."""
    return best_first(row, "score")


def best_first(row: RunScore, order: str) -> tuple[bool, float, str]:
    """The same by any of the leaderboard's orders."""
    value = value_by(row, order)
    return (value is None, -(value or 0.0), row.run.run_id)


def value_by(row: RunScore, order: str) -> float | None:
    """A run's value in one of the leaderboard's orders."""
    own = {"score": row.score, BY_TYPE: row.score_by_type}
    value: float | None = own[order] if order in own else row.measures.get(order)
    return value


def places(rows: Iterable[RunScore], order: str) -> dict[int, int]:
    """The place of each run, by primary key."""
    ordered = sorted(rows, key=lambda row: best_first(row, order))
    return {row.run_id: place for place, row in enumerate(ordered, 1)}
