"""The parts of a study that each board of comparable runs has."""

from collections import defaultdict
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from scoring.evaluate.report import ScoreReport
from scoring.evaluate.units import UnitTable
from scoring.measures.base import Value
from scoring.say import sentence
from scoring.studies.boxes import boxes
from scoring.studies.by_length import by_length, groups_of
from scoring.studies.one_judge import one_judge
from scoring.studies.options import Options
from scoring.studies.orders import orders
from scoring.studies.panel import Panel
from scoring.studies.question_sets import question_sets
from scoring.studies.reliability import reliability
from scoring.studies.significance import significance
from scoring.studies.zero_medians import scores_by_unit, zero_medians

Tell = Callable[[int, int], None]  # how far a part is; raises where the work is to end


class Board(NamedTuple):
    """Runs that can be compared with each other, and what studies of them rest on."""

    table: UnitTable
    panel: Panel | None  # None where no question has several judges
    report: ScoreReport
    types: Mapping[str, str]  # of questions
    lengths: Mapping[str, int]  # by run, where one was declared
    options: Options


def of_judges(board: Board, tell: Tell) -> Any:
    """How much the ranking depends on who judges."""
    if board.panel is None:
        return None
    options, groups = board.options, groups_of(board.panel, board.lengths)

    def first(done: int, total: int) -> None:
        tell(done, total * (1 + len(groups)))

    found = one_judge(board.panel, options.samples, options.seed, progress=first)
    shown = found._replace(excluded=options.exclude).as_json()  # the panel lacks them already
    within = list(by_length(board.panel, groups, options.samples, options.seed, tell))
    return shown | ({"by_length": within} if within else {})


def of_sets(board: Board, tell: Tell) -> Any:
    """How far other questions or series would have ranked the runs alike."""
    options = board.options
    return reliability(
        board.table,
        trials=options.trials,
        seed=options.seed,
        binning=options.binning,
        best_per_team=options.best_per_team,
        progress=tell,
    ).as_json()


def of_smaller_sets(board: Board, tell: Tell) -> Any:
    """How few questions or series would have ranked the runs alike."""
    return question_sets(board.table, seed=board.options.seed, progress=tell).as_json()


def of_chance(board: Board, tell: Tell) -> Any:
    """Which runs differ by more than chance."""
    options = board.options
    return significance(board.table, options.resamples, options.seed, progress=tell).as_json()


def of_units(board: Board, _: Tell) -> Any:
    """What the runs got for each series or question, the medians of zero, and the order by question type."""
    table, report = board.table, board.report
    by_type = {run: report.runs[run].by_type for run in table.runs}
    in_series = any(value is not None for value in by_type.values())
    return {
        **boxes(table).as_json(),
        "zero_medians": zero_medians(_by_type(board)).as_json(),
        "by_type": orders(table.scores, by_type).as_json() if in_series else None,
    }


def _by_type(board: Board) -> Mapping[str, Mapping[str, list[Value]]]:
    """The scores of the runs by series, where there are any, and by question of each type."""
    table, report = board.table, board.report
    groups: dict[str, Mapping[str, list[Value]]] = {}
    if table.unit == "series":
        groups["series"] = scores_by_unit(table)
    found: defaultdict[str, dict[str, list[Value]]] = defaultdict(dict)
    for run in table.runs:
        for qid, values in report.runs[run].questions.items():
            if values:  # nothing is measured of a type that is not judged
                found[board.types[qid]].setdefault(qid, []).append(next(iter(values.values())))
    return groups | found


Part = tuple[str, Callable[[Board, Tell], Any]]  # what is being worked out, in words
OF_BOARDS: Mapping[str, Part] = MappingProxyType(
    {
        "one_judge": (sentence("One-judge judgment sets"), of_judges),
        "reliability": (sentence("Error rates"), of_sets),
        "question_sets": (sentence("Smaller sets"), of_smaller_sets),
        "spread": (sentence("Scores by question"), of_units),
        "significance": (sentence("Significance"), of_chance),
    }
)
