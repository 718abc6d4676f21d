"""A version of the scores as its pages show it: the runs by score, and what stands between the best and the median."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from statistics import median
from typing import NamedTuple

from assessment.results.models import RunScore, ScoreSet
from assessment.results.selectors.figures import Axis, Drawing, ScoreDot, axis_for, draw, mark
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

    @property
    def run_id(self) -> str:
        return self.score.run.run_id

    @property
    def words(self) -> str:
        """What the figure shows, for its hover title and for those who cannot see it."""
        row = self.score
        if row.score is None:
            return f"{self.run_id}: no score"
        if row.interval_low is None or row.interval_high is None:
            return f"{self.run_id}: {row.score:.3f}"
        return f"{self.run_id}: {row.score:.3f}, interval {row.interval_low:.3f} to {row.interval_high:.3f}"

    @property
    def mark(self) -> ScoreDot | None:
        """Where its score and interval stand in the figure."""
        return mark(self.axis, self.score.score, self.score.interval_low, self.score.interval_high)


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
        highs = (row.interval_high if row.interval_high is not None else row.score for row in self.scores)
        return axis_for(high for high in highs if high is not None)

    @cached_property
    def rows(self) -> list[LeaderboardRow]:
        by_type = places(self.scores, BY_TYPE) if self.in_series else {}
        rows = [
            LeaderboardRow(score, self.axis, place, by_type.get(score.run_id))
            for place, score in enumerate(self.scores, 1)
        ]
        return sorted(rows, key=lambda row: best_first(row.score, self.order))

    @property
    def in_series(self) -> bool:
        """Whether scores are over series, so that those by question type may order the runs otherwise."""
        return self.track.series_rules is not None

    @property
    def orders(self) -> list[MeasureColumn]:
        """What the runs may stand by."""
        by_type = [MeasureColumn(BY_TYPE, "By type"), *self.measures] if self.in_series else []
        return [MeasureColumn("score", self.score_name), *by_type]

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
        """The measure that is the score, for people."""
        known = MEASURES.get(self.track.score)
        return known.label if known else "Mean over series"

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
        return [row.score for row in self.scores if row.score is not None]

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


def by_score(row: RunScore) -> tuple[bool, float, str]:
    """Best first, undefined scores last, ties by run id."""
    return best_first(row, "score")


def best_first(row: RunScore, order: str) -> tuple[bool, float, str]:
    """The same by any of the leaderboard's orders."""
    own = {"score": row.score, BY_TYPE: row.score_by_type}
    value = own[order] if order in own else row.measures.get(order)
    return (value is None, -(value or 0.0), row.run.run_id)


def places(rows: Iterable[RunScore], order: str) -> dict[int, int]:
    """The place of each run, by primary key."""
    ordered = sorted(rows, key=lambda row: best_first(row, order))
    return {row.run_id: place for place, row in enumerate(ordered, 1)}


@dataclass(frozen=True)
class Comparison:
    """The newest scores under each of several rules, side by side."""

    rules: Sequence[str]
    versions: Sequence[ScoreSet | None]
    rows: Sequence[tuple[str, str, Sequence[float | None]]]  # run id, team, score by rule

    @property
    def columns(self) -> list[tuple[str, ScoreSet | None]]:
        return list(zip(self.rules, self.versions, strict=True))

    @property
    def mixed(self) -> bool:
        """Whether the versions were made from different states of the judgments."""
        return len({version.qrels.inputs_sha256 for version in self.versions if version}) > 1


def compare(newest_first: Sequence[ScoreSet], rules: Sequence[str]) -> Comparison:
    """Set the newest version of each rule side by side, runs in the order of the first rule that has one."""
    newest = {score_set.qrels.rule: score_set for score_set in reversed(newest_first)}
    versions = [newest.get(rule) for rule in rules]
    chosen = [version.pk for version in versions if version]
    rows = RunScore.objects.filter(score_set__in=chosen).select_related("run__team").defer(*PARTS)
    by_run: dict[str, dict[int, RunScore]] = {}
    for row in sorted(rows, key=lambda row: (chosen.index(row.score_set_id), by_score(row))):
        by_run.setdefault(row.run.run_id, {})[row.score_set_id] = row
    return Comparison(
        rules, versions, [comparison_row(run_id, found, versions) for run_id, found in by_run.items()]
    )


def comparison_row(
    run_id: str, found: dict[int, RunScore], versions: Sequence[ScoreSet | None]
) -> tuple[str, str, list[float | None]]:
    scores = [found[version.pk].score if version and version.pk in found else None for version in versions]
    return run_id, next(iter(found.values())).run.team.name, scores
