"""A whole study of a campaign: everything that says how far the ranking of its runs can be trusted.

The runs that can be compared with each other (one task, one pair of languages) make a board; most campaigns have one.
A study is a head and parts: `agreement`, and of each board by its number `0.one_judge`, `0.question_sets`,
`0.reliability`, `0.boxes`, `0.significance`. As JSON it has the keys of docs/studies.md.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple, Self

from scoring.evaluate import SOFTWARE, AnswerKey, Scorer
from scoring.evaluate.units import UnitTable, unit_tables

MOST_SAMPLES = 1_000_000
BINNINGS: Mapping[str, str] = MappingProxyType(
    {
        "first": "in the first set, as published",
        "second": "in the second set",
        "larger": "the larger of both",
        "mean": "the mean of both",
        "full": "over all questions or series",
    }
)
Progress = Callable[[int, int, str], None]  # steps done, steps in all, what is being done


class UnknownRuns(ValueError):
    """Runs are to be left out that there are not."""


class Options(NamedTuple):
    """What a study is asked. The defaults are those of the published studies."""

    rule: str = "adjudicated"
    samples: int = 100_003  # random one-judge qrels
    seed: int = 1
    exclude: tuple[str, ...] = ()  # run ids
    trials: int = 50  # of each set size
    resamples: int = 10_000  # of tests and intervals
    binning: str = "first"
    best_per_team: bool = False  # in the error rates

    def as_json(self) -> dict[str, Any]:
        """What `from_json` reads back."""
        return {**self._asdict(), "exclude": list(self.exclude)}

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> Self:
        """The options that were stored; those that are new since have their defaults."""
        known = {name: stored[name] for name in cls._fields if name in stored}
        return cls(**{**known, "exclude": tuple(stored.get("exclude", ()))})


class Studied(NamedTuple):
    """A study: what lists and overviews show, and its parts by name."""

    head: Mapping[str, Any]
    parts: Mapping[str, Any]

    @property
    def sentence(self) -> str:
        """What was studied, for people."""
        runs = sum(len(board["runs"]) for board in self.head["boards"])
        return f"{runs} {'run' if runs == 1 else 'runs'} studied with seed {self.head['seed']}."

    def as_json(self) -> dict[str, Any]:
        """The whole study; where all runs can be compared, the parts of the one board are also at the top."""
        return whole(self.head, self.parts)

    def as_text(self) -> str:
        """The JSON as a file holds it, the same bytes for the same study."""
        return text_of(self.as_json())


def text_of(document: Mapping[str, Any]) -> str:
    """A study as a file holds it."""
    return json.dumps(document, ensure_ascii=False, indent=1, allow_nan=False) + "\n"


def whole(head: Mapping[str, Any], parts: Mapping[str, Any]) -> dict[str, Any]:
    """A study out of its head and parts, with the keys that others rely on."""
    boards = [
        {**board, **{name: parts[f"{number}.{name}"] for name in OF_BOARDS if f"{number}.{name}" in parts}}
        for number, board in enumerate(head["boards"])
    ]
    judged = [board["one_judge"] for board in boards if "one_judge" in board]
    agreement = parts.get("agreement", {})
    return {
        **head,
        "agreement": agreement.get("questions", {}),
        "agreement_coefficients": {name: one for name, one in agreement.items() if name != "questions"},
        "one_judge": {run: row for one in judged for run, row in one["one_judge"].items()},
        "kendall": judged[0]["kendall"] if len(judged) == 1 else {},
        "swaps": [row for one in judged for row in one["swaps"]],
        "boards": boards,
    }


def study(scorer: Scorer, options: Options, progress: Progress | None = None) -> Studied:
    """Study an evaluation. Raises RuleError where the rule cannot be followed, UnknownRuns where runs are not there."""
    _refuse_unknown(scorer, options)
    key = scorer.under(options.rule)
    tables = [
        table
        for whole_table in unit_tables(scorer, key)
        if (
            table := whole_table.keeping([run for run in whole_table.runs if run not in options.exclude])
        ).runs
    ]
    steps = _Steps(progress, 1 + len(OF_BOARDS) * len(tables))
    parts = {"agreement": steps.done("Agreement", lambda: _agreement(scorer, options))}
    for number, table in enumerate(tables):
        for name, made in _of_board(scorer, key, table, options, steps):
            parts[f"{number}.{name}"] = made
    return Studied(_head(scorer, options, tables, parts), {name: one for name, one in parts.items() if one})


class _Steps:
    """Says which part is being worked out, and how far it is."""

    def __init__(self, progress: Progress | None, total: int) -> None:
        self._progress, self._total, self._done = progress, total, 0
        self._name = ""

    def done(self, name: str, work: Callable[[], Any]) -> Any:
        """Do a part, and count it."""
        self._name = name
        self.within(0, 1)
        found = work()
        self._done += 1
        return found

    def within(self, done: int, total: int) -> None:
        """How far the part is; raises where the work is to end."""
        if self._progress:
            self._progress(100 * self._done + 100 * done // max(total, 1), 100 * self._total, self._name)


def _refuse_unknown(scorer: Scorer, options: Options) -> None:
    there = {run.run_id for run in scorer.evaluation.runs}
    if unknown := sorted(set(options.exclude) - there):
        raise UnknownRuns(f"There is no run {', '.join(unknown)} to leave out.")


OF_BOARDS = ("one_judge", "question_sets", "reliability", "boxes", "significance")


def _of_board(
    scorer: Scorer, key: AnswerKey, table: UnitTable, options: Options, steps: _Steps
) -> Iterator[tuple[str, Any]]:
    raise NotImplementedError


def _agreement(scorer: Scorer, options: Options) -> dict[str, Any]:
    raise NotImplementedError


def _head(
    scorer: Scorer, options: Options, tables: list[UnitTable], parts: Mapping[str, Any]
) -> dict[str, Any]:
    return {
        "campaign": scorer.evaluation.campaign,
        "track": scorer.evaluation.track,
        "software": SOFTWARE,
        "inputs_sha256": scorer.inputs_of(options.rule),
        "samples": options.samples,
        "seed": options.seed,
        "excluded": list(options.exclude),
        "options": options.as_json(),
        "boards": [_board(table) for table in tables],
    }


def _board(table: UnitTable) -> dict[str, Any]:
    return {
        "label": table.label,
        "measure": table.measure,
        "unit": table.unit,
        "units": len(table.units),
        "runs": list(table.runs),
    }
