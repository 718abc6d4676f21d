"""A whole study of a campaign: everything that says how far the ranking of its runs can be trusted.

The runs that can be compared with each other (one task, one pair of languages) make a board; most campaigns have one.
A study is a head and parts: `agreement`, and of each board by its number `0.one_judge`, `0.reliability`,
`0.question_sets`, `0.spread`, `0.significance`. As JSON it has the keys of docs/studies.md.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from scoring.evaluate import SOFTWARE, Scorer
from scoring.evaluate.units import UnitTable, unit_tables
from scoring.rules import RuleError
from scoring.say import say, say_n, sentence
from scoring.studies import sentences
from scoring.studies.agreement import everything
from scoring.studies.numbers import text_of
from scoring.studies.options import Options
from scoring.studies.panel import NoPanel, Panel, panels
from scoring.studies.parts import OF_BOARDS, Board

PARTS_OF_STEPS = 100
ONE_EACH = sentence(
    "No question that the score rests on was judged by several assessors, so nothing could vary."
)
# What Kendall's tau is told of; null where no ranking is of all runs, or nobody judged twice.
CORRELATED = ("within", "with_adjudicated", "majority", "union", "intersection", "one_judge")
Progress = Callable[[int, int, str], None]  # steps done, steps in all, what is being done


class UnknownRuns(ValueError):
    """Runs are to be left out that there are not."""


class Studied(NamedTuple):
    """A study: what lists and overviews show, and its parts by name."""

    head: Mapping[str, Any]
    parts: Mapping[str, Any]

    @property
    def sentence(self) -> str:
        """What was studied, for people."""
        if reason := self.head["reason"]:
            return say("Nothing was studied. {reason}", reason=reason)
        runs = sum(len(board["runs"]) for board in self.head["boards"])
        seed = str(self.head["seed"])
        return say_n(
            "{n} run studied with seed {seed}.", "{n} runs studied with seed {seed}.", runs, seed=seed
        )

    def as_json(self) -> dict[str, Any]:
        """The whole study; where all runs can be compared, the parts of the one board are also at the top."""
        return whole(self.head, self.parts)

    def as_text(self) -> str:
        """The JSON as a file holds it, the same bytes for the same study."""
        return text_of(self.as_json())


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
        "kendall": judged[0]["kendall"] if len(judged) == len(boards) == 1 else dict.fromkeys(CORRELATED),
        "swaps": [row for one in judged for row in one["swaps"]],
        "boards": boards,
    }


def study(scorer: Scorer, options: Options, progress: Progress | None = None) -> Studied:
    """Study an evaluation. Raises RuleError where the rule cannot be followed, UnknownRuns where runs are not there."""
    _refuse_unknown(scorer, options)
    key = scorer.under(options.rule)
    report = scorer.report(key)
    types = {question.qid: scorer.kinds[question.qid].label for question in scorer.questions}
    lengths = {run.run_id: run.length_limit for run in scorer.evaluation.runs if run.length_limit}
    known = unit_tables(scorer, key)
    tables = [kept for table in known if (kept := _kept(table, options)).runs]
    steps = _Steps(progress, 2 + len(OF_BOARDS) * len(tables))
    agreement = steps.done(
        sentence("Agreement"),
        lambda tell: everything(scorer.index, seed=options.seed, progress=tell).as_json(),
    )
    parts: dict[str, Any] = {"agreement": agreement}
    judged = steps.done(sentence("Judgments of each assessor"), lambda _: _panels(scorer, options))
    for number, table in enumerate(tables):
        board = Board(table, judged.by_runs.get(table.runs), report, types, lengths, options)
        for name, (label, work) in OF_BOARDS.items():
            if found := steps.done(_labelled(label, table), partial(work, board)):
                parts[f"{number}.{name}"] = found
    head = _head(scorer, options, tables, parts, judged.reason)
    return Studied({**head, "reason": "" if tables else _why_nothing(scorer, known)}, parts)


def _why_nothing(scorer: Scorer, known: Sequence[UnitTable]) -> str:
    """Why no runs can be studied."""
    if not scorer.evaluation.runs:
        return say("There are no runs to compare.")
    if known:
        return say("All runs are left out.")
    if scorer.track.series_rules:
        return say("No series has a score, so nothing can be compared.")
    return say("No question has a score, so nothing can be compared.")


class _Steps:
    """Says which part is being worked out, and how far it is."""

    def __init__(self, progress: Progress | None, total: int) -> None:
        self._progress, self._total, self._done = progress, total, 0

    def done(self, name: str, work: Callable[[Callable[[int, int], None]], Any]) -> Any:
        """Do a part, and count it. Raises where the work is to end."""

        def tell(done: int, total: int) -> None:
            if self._progress:
                steps = PARTS_OF_STEPS * self._done + PARTS_OF_STEPS * done // max(total, 1)
                self._progress(steps, PARTS_OF_STEPS * self._total, name)

        tell(0, 1)
        found = work(tell)
        self._done += 1
        return found


def _labelled(label: str, table: UnitTable) -> str:
    return f"{table.label}: {label}" if table.label else label


def _refuse_unknown(scorer: Scorer, options: Options) -> None:
    there = {run.run_id for run in scorer.evaluation.runs}
    if unknown := sorted(set(options.exclude) - there):
        raise UnknownRuns(say("There is no run {names} to leave out.", names=", ".join(unknown)))


def _kept(table: UnitTable, options: Options) -> UnitTable:
    return table.keeping([run for run in table.runs if run not in options.exclude])


class _Panels(NamedTuple):
    """What people's judgments come to one judge a question, by the runs of a board; and why they do not of the others."""

    by_runs: Mapping[tuple[str, ...], Panel]
    reason: str


def _panels(scorer: Scorer, options: Options) -> _Panels:
    try:
        found = [_without(panel, options.exclude) for panel in panels(scorer, rule=options.rule)]
    except RuleError as error:
        return _Panels({}, say("{problem} {hint}", problem=error.message, hint=error.hint))
    except NoPanel as error:
        return _Panels({}, str(error))
    judged = {panel.runs: panel for panel in found if panel.questions}
    return _Panels(judged, ONE_EACH)


def _without(panel: Panel, exclude: Sequence[str]) -> Panel:
    """The panel without those of its runs that are left out; others are of other boards."""
    return panel.keeping([run for run in panel.runs if run not in exclude]) if exclude else panel


def _head(
    scorer: Scorer, options: Options, tables: Sequence[UnitTable], parts: Mapping[str, Any], unjudged: str
) -> dict[str, Any]:
    """What lists and overviews show; `unjudged` says why boards have no one-judge judgment sets."""
    return {
        "campaign": scorer.evaluation.campaign,
        "track": scorer.evaluation.track,
        "software": SOFTWARE,
        "inputs_sha256": scorer.inputs_of(options.rule),
        "samples": options.samples,
        "seed": options.seed,
        "excluded": list(options.exclude),
        "options": options.as_json(),
        "boards": [_board(number, table, parts, unjudged) for number, table in enumerate(tables)],
        "has_agreement": len(parts["agreement"]) > len(("seed", "samples")),
        "of_assessors": sentences.of_agreement(parts["agreement"]),
    }


def _board(number: int, table: UnitTable, parts: Mapping[str, Any], unjudged: str) -> dict[str, Any]:
    own = {name: parts[key] for name in OF_BOARDS if (key := f"{number}.{name}") in parts}
    return {
        "label": table.label,
        "measure": table.measure,
        "unit": table.unit,
        "units": len(table.units),
        "runs": list(table.runs),
        "parts": list(own),
        "sentences": [
            *([say("Other assessors: {reason}", reason=say(unjudged))] if "one_judge" not in own else ()),
            *sentences.of_board(own),
        ],
    }
