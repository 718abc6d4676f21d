"""A sheet for each run, as in the appendices of TREC's proceedings: what was declared, scores beside all runs', differences.

A sheet fits on a printed page, so that what has no end (questions, series, a description) is cut.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from statistics import median
from typing import NamedTuple

from django.db.models import Count

from assessment.results.models import RunScore, ScoreSet
from assessment.results.selectors.access import ScoresAccess, release_in_force
from assessment.results.selectors.leaderboard import Leaderboard, leaderboard
from assessment.results.selectors.leaderboard_rows import LeaderboardRow, value_by
from assessment.results.selectors.lines import ScoreLine
from assessment.results.selectors.own_results import Earlier, earlier_results
from assessment.results.selectors.run_figures import from_median, reach_of
from assessment.results.selectors.run_lines import AT_ONCE, AllRuns, RunLines, all_runs, lines_of
from assessment.results.selectors.sight import EVERYTHING, Sight, sight_of
from assessment.shared.figures import DIFFERENCE, Axis, Differences, Figure
from assessment.shared.say import say
from assessment.shared.seen import mark_of
from assessment.shared.sorting import Column
from assessment.submissions.models import PoolItem, Response, Run
from assessment.submissions.selectors.declared import Declared, declared_of
from scoring.stages import ANSWER

FARTHEST = 6  # questions or series that are listed on either side of the median
MEASURES = 14  # rows of the table of measures
EARLIER = 5  # runs of earlier campaigns
DESCRIPTION = 300  # characters


class Telling(NamedTuple):
    """What the sheets of a version tell their reader."""

    sight: Sight = EVERYTHING
    declared: frozenset[int] | None = None  # runs whose team's words are told, by primary key; None: all
    questions: bool = True  # whether single questions are told of runs that are not the reader's own
    earlier: Sequence[Earlier] = ()  # runs of the reader's own teams in earlier campaigns
    differing: bool = True  # whether it is told how many answers judges saw differently

    def tells_questions(self, row: RunScore) -> bool:
        """Whether the values of single questions are told."""
        return self.questions or self.tells_declared(row)

    def earlier_of(self, row: RunScore) -> list[Earlier]:
        """What the team of one of the reader's own runs came to in earlier campaigns."""
        if self.declared is None or row.run_id not in self.declared:
            return []
        team = row.run.team.name.casefold()
        return [one for one in self.earlier if one.score.row.run.team.name.casefold() == team]

    @property
    def reader(self) -> str:
        """A mark of what tells readers apart: whose runs are the own ones, which of them are earlier, and what is told of
        other teams' answers; empty for those who are told all."""
        if self.declared is None:
            return ""
        return mark_of([sorted(self.declared), self.earlier_keys, self.questions, self.differing])

    @property
    def earlier_keys(self) -> list[tuple[int, str]]:
        """The runs of earlier campaigns, by primary key, each with the title that its campaign has."""
        return [(one.score.row.pk, one.score.qrels.campaign.title) for one in self.earlier]

    def tells_declared(self, row: RunScore) -> bool:
        """Whether what the team wrote is told."""
        return self.declared is None or row.run_id in self.declared


ALL = Telling()
BLIND = Telling(Sight(own=frozenset()), declared=frozenset())


def telling_of(scores: ScoresAccess) -> Telling:
    """What the account is told: of other teams' questions only what judged runs that are given out hold anyway."""
    if scores.all_versions:
        return ALL
    return Telling(
        sight_of(scores),
        scores.own,
        scores.judged_runs == "all",
        list(earlier_results(scores)),
        differing=scores.judged_runs != "none",
    )


class MeasureRow(NamedTuple):
    """A measure of the run beside all runs that can be compared with it."""

    label: str
    value: float | None
    median: float | None
    highest: float | None
    lowest: float | None


class Entry(NamedTuple):
    """A run in the book: its place there, and what it is called to the reader."""

    name: str  # of its place on the page
    title: str
    row: LeaderboardRow
    board: Leaderboard

    @property
    def runs(self) -> int:
        """How many runs it is held against, itself among them."""
        return len(self.board.scores)

    @property
    def run(self) -> Run:
        """The run itself."""
        return self.row.score.run


class Sheet(NamedTuple):
    """All that stands on the page of a run."""

    entry: Entry
    row: RunScore
    declared: Sequence[Declared]  # nothing where it is not told
    measures: Sequence[MeasureRow]
    earlier: Sequence[Earlier]
    missing: int | None  # questions without an answer; None where that is not told
    differing: int | None  # answers that judges saw differently
    difference: Figure | None
    histogram: Figure | None
    below: Sequence[ScoreLine]  # farthest below the median first
    above: Sequence[ScoreLine]
    more: int  # that are not listed
    in_series: bool


@dataclass(frozen=True)
class Book:
    """The sheets of a version, read in a few queries and made one after the other."""

    score_set: ScoreSet
    telling: Telling

    @cached_property
    def is_official(self) -> bool:
        """Whether the version is the released one."""
        released = release_in_force(self.score_set.qrels.campaign)
        return released is not None and released.scores_id == self.score_set.pk

    @property
    def contents(self) -> list[object]:
        """What its pages tell one reader besides scores."""
        telling, sight = self.telling, self.telling.sight
        names_all = sight.own is None
        runs = [sorted(sight.left_out), names_all, sight.alone]
        return [*runs, telling.questions, telling.differing, self.is_official]

    @cached_property
    def entries(self) -> list[Entry]:
        """The runs that have a sheet, board by board, best first. Without a name they are called by their place."""
        boards = leaderboard(self.score_set, sight=self.telling.sight).divided
        rows = [(row, board) for board in boards for row in board.rows if self.telling.sight.lists(row.score)]
        return [
            Entry(f"run-{number}", row.run_id or say("Run {n}", n=str(number)), row, board)
            for number, (row, board) in enumerate(rows, 1)
        ]

    def sheets(self) -> Iterator[Sheet]:
        """All sheets in their order; some runs' questions are read at a time."""
        entries = self.entries
        for some in (entries[start : start + AT_ONCE] for start in range(0, len(entries), AT_ONCE)):
            rows = self._rows([entry.row.score.pk for entry in some])
            yield from (self._sheet(entry, rows[entry.row.score.pk]) for entry in some)

    def sheet_of(self, row: RunScore) -> tuple[Entry, Sheet]:
        """The sheet of one run that is in the book."""
        entry = next(one for one in self.entries if one.row.score.pk == row.pk)
        return entry, self._sheet(entry, self._rows([row.pk])[row.pk])

    def _rows(self, keys: Sequence[int]) -> Mapping[int, RunScore]:
        rows = RunScore.objects.select_related("run__team").defer("more")
        return rows.in_bulk(keys)

    @cached_property
    def _all_runs(self) -> AllRuns:
        return all_runs(self.score_set, self.telling.sight.left_out)

    @cached_property
    def _answered(self) -> Mapping[int, int]:
        """How many of the scored questions each run answers."""
        qids = {qid for found in self._all_runs.by_question.values() for qid in found.names}
        asked = [one.pk for one in self._all_runs.questions if one.qid in qids]
        given = Response.objects.filter(run__scores__score_set=self.score_set, question__in=asked)
        counted = given.order_by().values_list("run").annotate(Count("question", distinct=True))
        return dict(counted)

    @cached_property
    def _differing(self) -> Mapping[int, int]:
        """How many answers of each run judges gave different grades."""
        campaign = self.score_set.qrels.campaign
        disputed = PoolItem.objects.filter(question__campaign=campaign, disputed=True)
        given = Response.objects.filter(run__scores__score_set=self.score_set)
        found = given.filter(question__campaign=campaign, key__in=disputed.values("key"))
        return dict(found.order_by().values_list("run").annotate(Count("pk")))

    def _sheet(self, entry: Entry, row: RunScore) -> Sheet:
        telling, kinds = self.telling, self.score_set.track.item_kinds
        tells = telling.tells_questions(row)
        lines = lines_of(self._all_runs, row) if tells else None
        units = list(units_of(lines)) if lines else []
        apart = [(difference_of(one), one) for one in units]
        below = sorted((place for place in apart if place[0] < 0), key=lambda place: place[0])
        above = sorted((place for place in apart if place[0] > 0), key=lambda place: -place[0])
        is_beside = entry.runs > 1  # what is alone has no difference from a median
        worst, best = ([one for _, one in side[:FARTHEST]] for side in (below, above))
        return Sheet(
            entry,
            row,
            declared_of(row.run, self.score_set.track) if telling.tells_declared(row) else (),
            measures_of(entry),
            telling.earlier_of(row)[:EARLIER],
            len(row.questions) - self._answered.get(row.run_id, 0) if tells else None,
            self._differing.get(row.run_id, 0) if tells and telling.differing and ANSWER in kinds else None,
            differences(units, in_series=bool(lines and lines.series)) if is_beside else None,
            from_median(lines, "") if lines and is_beside else None,
            worst,
            best,
            len(units) - len(worst) - len(best),
            bool(lines and lines.series),
        )


def measures_of(entry: Entry) -> list[MeasureRow]:
    """The score and the other measures, then those of each type of question where runs may keep silent."""
    rows = entry.board.scores
    own = entry.row.score
    columns = [*entry.board.orders]
    names = {column.name for column in columns}
    columns += [column for column in entry.board.measures if column.name not in names]
    found = [_measure(column, own, rows) for column in columns]
    return [*found, *_by_type(own, rows)][:MEASURES]


def _measure(column: Column, own: RunScore, rows: Sequence[RunScore]) -> MeasureRow:
    return _beside(column.label, value_by(own, column.name), [value_by(row, column.name) for row in rows])


def _by_type(own: RunScore, rows: Sequence[RunScore]) -> Iterator[MeasureRow]:
    """c@1 of each type, where there is more than one."""
    kinds = own.silence.get("by_type", {})
    for kind, measures in kinds.items() if len(kinds) > 1 else ():
        values = [row.silence.get("by_type", {}).get(kind, {}).get("c1") for row in rows]
        yield _beside(f"c@1, {kind}", measures.get("c1"), values)


def _beside(label: str, value: float | None, all_values: Sequence[float | None]) -> MeasureRow:
    known = [one for one in all_values if one is not None]
    middle = median(known) if known else None
    return MeasureRow(label, value, middle, max(known, default=None), min(known, default=None))


def units_of(lines: RunLines) -> Iterator[ScoreLine]:
    """The series, else the questions, that the run and the median have a value of."""
    found = lines.series or [line for group in lines.groups for line in group.lines]
    return (line for line in found if line.score is not None and line.median is not None)


def difference_of(line: ScoreLine) -> float:
    """The run's value less the median."""
    return (line.score or 0.0) - (line.median or 0.0)


def differences(units: Sequence[ScoreLine], *, in_series: bool) -> Figure | None:
    """The difference from the median of each question or series in their order."""
    if len(units) < 2:
        return None
    distances = [difference_of(line) for line in units]
    reach = reach_of(distances)
    return Differences(
        name="differences",
        title=say("Difference from the median, by series")
        if in_series
        else say("Difference from the median, by question"),
        caption=say(
            "In the order of the topics: above 0 it is better than the median of all runs, below 0 worse."
        ),
        axis=Axis(say("Difference from the median of all runs"), DIFFERENCE, low=-reach, high=reach),
        names=[line.name for line in units],
        distances=distances,
        rows_name=say("Series") if in_series else say("Question"),
    )
