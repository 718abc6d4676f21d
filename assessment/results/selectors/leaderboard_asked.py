"""What of a leaderboard somebody asks to see: its order, and which of the runs. The address says all of it.

A filter looks at what the row shows, never at what it hides, and changes no place, median or best.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from assessment.results.selectors.leaderboard_rows import BY_TYPE, LeaderboardRow, RunType, value_by
from assessment.shared.say import say
from assessment.shared.sorting import Column, Sorting, Value, sorting_of
from scoring.measures import find
from scoring.tracks.base import Track

RUN, TEAM, SCORE, JUDGED, UNJUDGED, BOUNDS = "run", "team", "score", "judged", "unjudged", "bounds"
BEST_F1 = ("long_best_f1", "short_best_f1")  # at the run's best threshold
SHORT_F1 = "short_f1"
LONGEST = 100  # characters of what is looked for
MANY = 8  # measures beside the score's own for which a leaderboard has room
OF_A_TYPE = 2  # of each type of question, where there are more: its score's own and the next


class Asked(NamedTuple):
    """An order, and the words, team and type that the runs shown have; with `best` the best run of each team.

    With `all` every measure has a column, where there are many.
    """

    sorting: Sorting = Sorting(SCORE, is_falling=True)
    find: str = ""
    team: str = ""
    type: str = ""
    best: bool = False
    all: bool = False

    @property
    def is_filter(self) -> bool:
        """Whether some runs may not be shown."""
        return bool(self.find or self.team or self.type or self.best)

    def chosen(self, rows: Sequence[LeaderboardRow]) -> list[LeaderboardRow]:
        """The rows that it shows, in the order in which they come."""
        best = _best_of_teams(rows) if self.best else {row.score.pk for row in rows}
        return [row for row in rows if row.score.pk in best and self._shows(row)]

    def _shows(self, row: LeaderboardRow) -> bool:
        words = f"{row.name} {row.team}".casefold()
        return (
            self.find.casefold() in words
            and self.team in ("", row.team)
            and (not self.type or self.type in {known.name for known in row.types})
        )


AS_IT_IS = Asked()


def asked_of(query: Mapping[str, str], track: Track) -> Asked:
    """What an address asks for."""
    columns = columns_of(track)
    return Asked(
        sorting_of(query, columns.values(), columns[SCORE]),
        query.get("find", "").strip()[:LONGEST],
        query.get("team", ""),
        query.get("type", ""),
        query.get("best") == "1",
        query.get("measures") == "all",
    )


def _best_of_teams(rows: Iterable[LeaderboardRow]) -> set[int]:
    """The best run of each team by primary key, and all whose team is not named."""
    best: dict[str, int] = {}
    ordered = sorted(rows, key=lambda row: row.best_first)
    for row in ordered:
        best.setdefault(row.team if row.is_named else f"\0{row.score.pk}", row.score.pk)
    return set(best.values())


def cell_of(row: LeaderboardRow, column: str) -> Value | None:
    """What a row has in a column; None where that is nothing, or hidden from the reader."""
    if column in (RUN, TEAM):
        return (row.run_id if column == RUN else row.team) if row.is_named else None
    if column in (JUDGED, UNJUDGED):
        return row.score.judged if column == JUDGED else row.score.unjudged
    if column == BOUNDS:
        low: float | None = row.score.bounds["low"]
        return low
    if column in BEST_F1:
        return row.cells[column]
    return value_by(row.score, column)


def columns_of(track: Track) -> dict[str, Column]:
    """The columns of the leaderboard by name, in their order."""
    words = [Column(RUN, say("Run"), is_number=False), Column(TEAM, say("Team"), is_number=False)]
    numbers = _of_parts() if track.marks_places else _of_scores(track)
    return {column.name: column for column in (*words, *numbers)}


def _of_scores(track: Track) -> list[Column]:
    by_type = [Column(BY_TYPE, say("By type"))] if track.series_rules else []
    return [
        Column(SCORE, say("Score")),
        *by_type,
        *measure_columns(name for name in track.measures if name != track.score),
        Column(JUDGED, say("Judged")),
        Column(UNJUDGED, say("Unjudged")),
        Column(BOUNDS, say("Bounds")),
    ]


def _of_parts() -> list[Column]:
    """Of long and short answers; F1 of long answers is the score."""
    precision, recall, best = say("P"), say("R"), say("Best F1")
    return [
        Column("long_p", precision, title=say("Long precision")),
        Column("long_r", recall, title=say("Long recall")),
        Column(SCORE, say("F1"), title=say("Long F1")),
        Column("long_best_f1", best, title=say("Long F1 at the run’s best threshold")),
        Column("short_p", precision, title=say("Short precision")),
        Column("short_r", recall, title=say("Short recall")),
        Column(SHORT_F1, say("F1"), title=say("Short F1")),
        Column("short_best_f1", best, title=say("Short F1 at the run’s best threshold")),
        Column("definition1", say("Definition 1"), title=say("Right, or rightly silent, on long answers")),
    ]


def folded_measures(track: Track, asked: Asked) -> list[str]:
    """The measures that have no column unless they are asked for; never one by which the runs are ordered."""
    others = [name for name in track.measures if name != track.score]
    if asked.all or len(others) <= MANY:
        return []
    main = {name for kind in track.question_types.values() for name in kind.measures[:OF_A_TYPE]}
    return [name for name in others if name not in main | {asked.sorting.column}]


def measure_columns(names: Iterable[str]) -> list[Column]:
    """Some measures, for people."""
    return [Column(name, say(known.title)) for name in names if (known := find(name))]


class Filter(NamedTuple):
    """What the reader can choose among the runs that they see; nothing where all of these have the same."""

    teams: Sequence[str]
    types: Sequence[RunType]
    has_best: bool  # whether some team has several runs

    @property
    def is_of_use(self) -> bool:
        """Whether there is something to choose."""
        return bool(self.teams or self.types)


def filter_of(rows: Sequence[LeaderboardRow]) -> Filter:
    """The choices there are. Where names are hidden, who has the best run of a team would tell whose the others are."""
    named = [row for row in rows if row.is_named]
    teams = sorted({row.team for row in named}, key=lambda team: (team.casefold(), team))
    types = sorted({known for row in named for known in row.types})
    return Filter(
        teams if len(teams) > 1 else (),
        [known for known in types if any(known not in row.types for row in named)],
        has_best=len(named) == len(rows) and 1 < len(teams) < len(rows),
    )
