"""A version of the scores as its pages show it: the runs by score, and what stands between the best and the median."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from statistics import median

from assessment.results.models import PARTS, RunScore, ScoreSet
from assessment.results.selectors.figures import Axis, Drawing, axis_for, draw
from assessment.results.selectors.leaderboard_asked import (
    AS_IT_IS,
    SCORE,
    SHORT_F1,
    Asked,
    Filter,
    cell_of,
    columns_of,
    filter_of,
    folded_measures,
    measure_columns,
)
from assessment.results.selectors.leaderboard_rows import (
    BY_TYPE,
    LeaderboardRow,
    by_score,
    places,
    value_by,
)
from assessment.results.selectors.people import People, PeopleRow, people_of, votes_of
from assessment.results.selectors.sight import EVERYTHING, Sight
from assessment.results.selectors.silence import divisions
from assessment.shared.say import say, say_n
from assessment.shared.sorting import Column, Head
from scoring.intervals import FEWEST, REASONS, why_none
from scoring.measures import find, parse
from scoring.tracks.base import Track
from scoring.tracks.rankings import only_ranks


def other_measures(track: Track) -> list[Column]:
    """The measures that a track scores besides the score's own."""
    return measure_columns(name for name in track.measures if name != track.score)


def measure_label(name: str) -> str:
    """A measure for people; the score of a track with series has no measure of its own."""
    known = find(name)
    return say(known.title) if known else say("Mean over series")


def units_of(track: Track) -> str:
    """What a score is a mean over, so that its interval is over these."""
    return "series" if track.series_rules else "questions"


@dataclass(frozen=True)
class Leaderboard:
    """The runs of one version in the order asked for; ties by score and run id. `scores` are by the score itself."""

    score_set: ScoreSet
    scores: Sequence[RunScore]
    asked: Asked = AS_IT_IS
    label: str = ""  # which runs these are, where only some can be compared
    sight: Sight = EVERYTHING

    @cached_property
    def divided(self) -> list["Leaderboard"]:
        """The runs that can be compared with each other, one board for each task and pair of languages."""
        parts = divisions(self.track, self.scores)
        if not parts:
            return [self]
        boards = (
            replace(self, scores=[row for row in self.scores if row.run_id in part.runs], label=part.label)
            for part in parts
        )
        return [board for board in boards if board.rows]

    @cached_property
    def axis(self) -> Axis:
        """One scale for all rows."""
        highs = [row.interval_high for row in self.scores] if self.shown == "score" else []
        others = self.people.f1(self.shown_measure) if self.people else []
        return axis_for(high for high in (*highs, *others, *self.values) if high is not None)

    @cached_property
    def rows(self) -> list[LeaderboardRow]:
        own, by_type = places(self.scores, self.shown), places(self.scores, BY_TYPE)
        alone = self.sight.alone
        rows = [
            LeaderboardRow(
                score,
                self.axis,
                None if alone else own.get(score.run_id),
                None if alone else by_type.get(score.run_id),
                self.shown,
                self.sight.names(score),
                self.sight.tells_made,
                self.sight.other,
            )
            for score in self.scores
            if self.sight.lists(score)
        ]
        rows.sort(key=lambda row: row.best_first)
        return self.asked.sorting.rows(rows, lambda row: cell_of(row, self.asked.sorting.column))

    @property
    def listed(self) -> list[LeaderboardRow]:
        """The rows that the page shows."""
        return self.asked.chosen(self.rows)

    @property
    def filter(self) -> Filter:
        """What can be chosen among the rows."""
        return filter_of(self.rows)

    @cached_property
    def heads(self) -> dict[str, Head]:
        """The heads of the columns by name."""
        columns = {name: one for name, one in columns_of(self.track).items() if name not in self.folded}
        return {name: self.asked.sorting.head(column) for name, column in columns.items()}

    @cached_property
    def folded(self) -> list[str]:
        """The measures that are not shown, because there are many."""
        return folded_measures(self.track, self.asked)

    @property
    def has_many(self) -> bool:
        """Whether some measures would not be shown, were they not asked for."""
        return bool(folded_measures(self.track, self.asked._replace(all=False)))

    @property
    def number_heads(self) -> list[Head]:
        """Those of the columns behind the figure."""
        before = {SCORE} if not self.has_parts else set()
        return [head for name, head in self.heads.items() if head.is_number and name not in before]

    @property
    def narrow(self) -> set[str]:
        """The columns behind the figure that narrow pages show."""
        return {self.asked.sorting.column, *((SCORE, SHORT_F1) if self.has_parts else ())}

    @property
    def measure_heads(self) -> list[Head]:
        """Those of the further measures."""
        return [self.heads[measure.name] for measure in self.measures if measure.name not in self.folded]

    @property
    def no_value(self) -> str:
        """Why runs have no score; empty where all have one."""
        return why_dashes([(self.score_set, (value_by(row, self.shown) for row in self.scores))])

    @property
    def has_parts(self) -> bool:
        """Whether long and short answers are scored apart, each with a board of its own."""
        return self.track.marks_places

    @property
    def shown(self) -> str:
        """What the figure shows: the score, or on boards of parts what they are ordered by."""
        return SHORT_F1 if self.has_parts and self.asked.sorting.column == SHORT_F1 else SCORE

    @property
    def svg_query(self) -> str:
        """What the address of the figure needs, to be that of this board."""
        return f"?sort={self.shown}" if self.shown != SCORE else ""

    @property
    def has_intervals(self) -> bool:
        """Whether any run's interval is known."""
        return any(row.interval for row in self.rows)

    @property
    def without_interval(self) -> list[str]:
        """Why some runs have no interval, in sentences; older versions do not say."""
        shown = {row.score.run.run_id for row in self.rows} if self.shown == "score" else set()
        return sentences_without(self.score_set, shown)

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
    def orders(self) -> list[Column]:
        """The measures that runs are best compared by."""
        by_type = [Column(BY_TYPE, say("By type")), *self.measures] if self.in_series else []
        others = measure_columns([SHORT_F1]) if self.has_parts else by_type
        return [Column(SCORE, measure_label(self.track.score)), *others]

    @property
    def has_tau_b(self) -> bool:
        """Whether tau-b was worked out: an older version has a tau that breaks ties by run id, which is not shown."""
        return "tau_b_by_type" in self.score_set.report

    @property
    def tau_b(self) -> float | None:
        """Kendall's tau-b between the order by series and that by question type, as it was worked out exactly.

        None for fewer than two runs with both, or where all are tied.
        """
        value: float | None = self.score_set.report.get("tau_b_by_type")
        return value

    @cached_property
    def track(self) -> Track:
        return self.score_set.track

    @property
    def score_name(self) -> str:
        """The measure that the figure shows, for people."""
        return measure_label(self.shown_measure)

    @property
    def units(self) -> str:
        """What the scores and intervals are over."""
        return units_of(self.track)

    @cached_property
    def measures(self) -> list[Column]:
        """The track's other measures, for columns."""
        return other_measures(self.track)

    @property
    def summary(self) -> list[tuple[str, float | None]]:
        """What stands below the table."""
        runs = len(self.values)
        figures = [
            (say_n("best of {n} run", "best of {n} runs", runs), self.best),
            (say_n("median of {n} run", "median of {n} runs", runs), self.median),
            (say_n("lowest of {n} run", "lowest of {n} runs", runs), self.worst),
        ]
        return figures if runs > 1 else []  # a single run is all three

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
        return draw(self.axis, [(row.name, row.words, row.mark) for row in self.rows], self.lines)

    @property
    def unjudged(self) -> int:
        """Responses that nobody has judged, over all runs."""
        return sum(row.unjudged for row in self.scores)


def leaderboard(score_set: ScoreSet, asked: Asked = AS_IT_IS, sight: Sight = EVERYTHING) -> Leaderboard:
    """Read one version's runs (one query, without their questions)."""
    rows = RunScore.objects.filter(score_set=score_set).select_related("run__team")
    return Leaderboard(score_set, sorted(sight.shown(rows.defer(*PARTS)), key=by_score), asked, sight=sight)


def sentences_without(score_set: ScoreSet, run_ids: Collection[str]) -> list[str]:
    """Why some of the runs have no interval, a sentence for each reason."""
    codes = score_set.report.get("without_interval", {})
    track = score_set.track
    fewest = FEWEST if track.series_rules else parse(track.score).fewest
    there = {code for run_id, code in codes.items() if run_id in run_ids}
    return [why_none(code, units_of(track), fewest) for code in REASONS if code in there]


def why_dashes(columns: Iterable[tuple[ScoreSet | None, Iterable[float | None]]]) -> str:
    """Why some runs have no score, of versions with the scores of their runs; empty where all have one."""
    reasons = [why_no_score(version) for version, scores in columns if version and None in set(scores)]
    return "; ".join(dict.fromkeys(reasons))


def why_no_score(score_set: ScoreSet) -> str:
    """Why a version has runs without a score, in a few words."""
    report = score_set.report
    if score_set.track.series_rules:
        return say("no series has a value, because a required part has none")
    if not report["evaluated_questions"]:
        return say("no question is evaluated")
    if score_set.track.ranking and any(map(only_ranks, _declared_without(score_set))):
        return say("runs that only rank documents have no answers to score")
    return say("no question that they were asked has a value")


def _declared_without(score_set: ScoreSet) -> Iterable[Mapping[str, str]]:
    """What was declared of the runs that have no score."""
    return score_set.rows.filter(score=None).order_by("pk").values_list("run__declared", flat=True)
