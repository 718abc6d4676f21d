"""Whether pools favour those who contributed to them (Zobel, SIGIR 1998, section 3).

Each team, or each run, is left out of the pools in its turn: what nobody else brought to them is unjudged then, and counts
as wrong. Its runs are scored all the same, as runs of somebody who comes later would be. What they lose is what it was
worth to have contributed.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from copy import copy
from fractions import Fraction
from typing import Any, Literal, NamedTuple

from scoring.evaluate import Scorer
from scoring.evaluate.key import questions_by_form
from scoring.evaluate.report import RunScore, ScoreReport, plain
from scoring.index import Index
from scoring.measures.base import Value, mean
from scoring.records import Evaluation
from scoring.rules import Rule
from scoring.say import say
from scoring.studies.comparison import places_of
from scoring.studies.left_out import Givers, givers, judged_of, only_from, refuse_without_pools, without_items
from scoring.studies.numbers import shown

By = Literal["team", "run"]
Progress = Callable[[int, int], None]


class OwnRun(NamedTuple):
    """What became of a run when it, or its team, was left out of the pools."""

    run_id: str
    before: Value
    after: Value
    place_before: int | None  # among the runs that it can be compared with; None without a score
    place_after: int | None
    unjudged: Fraction | None  # the share of its responses that have no judgment then; None of none

    @property
    def difference(self) -> Fraction | None:
        """What its score gained, or, below 0, lost; None where either is undefined."""
        if self.before is None or self.after is None:
            return None
        return Fraction(self.after) - Fraction(self.before)

    @property
    def places_moved(self) -> int:
        """How many places it moved; 0 where it has none."""
        if self.place_before is None or self.place_after is None:
            return 0
        return abs(self.place_after - self.place_before)

    def as_json(self) -> dict[str, Any]:
        """Plain JSON."""
        return {
            "run": self.run_id,
            "before": shown(plain(self.before)),
            "after": shown(plain(self.after)),
            "difference": shown(self.difference),
            "place_before": self.place_before,
            "place_after": self.place_after,
            "unjudged": shown(self.unjudged),
        }


class LeftOut(NamedTuple):
    """One team or run, left out of the pools."""

    name: str
    items: int  # those judged that nobody else brought
    runs: tuple[OwnRun, ...]
    others: int  # runs of others whose scores moved

    def as_json(self) -> dict[str, Any]:
        """Plain JSON."""
        return {
            "name": self.name,
            "items": self.items,
            "runs": [run.as_json() for run in self.runs],
            "others_moved": self.others,
        }


class LeaveOneOut(NamedTuple):
    """All teams or runs, each left out of the pools in its turn."""

    by: By
    rule: str
    rows: tuple[LeftOut, ...]  # in code-point order of their names

    @property
    def differences(self) -> list[Fraction]:
        """What each run gained or lost, where that is defined."""
        runs = (run for row in self.rows for run in row.runs)
        return [run.difference for run in runs if run.difference is not None]

    @property
    def mean_difference(self) -> Fraction | None:
        """What a run gains on average, or, below 0, loses."""
        return mean(self.differences)

    @property
    def largest(self) -> Fraction | None:
        """The change that is farthest from 0."""
        return max(self.differences, key=lambda one: (abs(one), one), default=None)

    @property
    def most_places(self) -> int:
        """How many places the run that moves farthest does move."""
        runs = (run for row in self.rows for run in row.runs)
        return max((run.places_moved for run in runs), default=0)

    def as_json(self) -> dict[str, Any]:
        """Plain JSON."""
        return {
            "by": self.by,
            "rule": self.rule,
            "mean_difference": shown(self.mean_difference),
            "largest_difference": shown(self.largest),
            "most_places": self.most_places,
            "rows": [row.as_json() for row in self.rows],
        }


def leave_one_out(
    scorer: Scorer,
    rule: Rule | str = "adjudicated",
    *,
    by: By = "team",
    partial: bool = False,
    progress: Progress | None = None,
) -> LeaveOneOut:
    """Leave each team or each run out of the pools. Raises VariationError without pools, RuleError as scores do."""
    refuse_without_pools(scorer.track, say("There is nothing to leave out."))
    before, brought = scorer.score(rule, partial), givers(scorer.evaluation)
    groups = _groups(scorer.evaluation, by)
    rows = []
    for number, (name, own) in enumerate(groups.items(), 1):
        rows.append(_left_out(scorer, before, brought, name, own, rule, partial))
        if progress:
            progress(number, len(groups))
    return LeaveOneOut(by, before.rule, tuple(rows))


def _groups(evaluation: Evaluation, by: By) -> Mapping[str, Collection[str]]:
    found: dict[str, list[str]] = {}
    for run in sorted(evaluation.runs):
        found.setdefault(run.team if by == "team" else run.run_id, []).append(run.run_id)
    return dict(sorted(found.items()))


def _left_out(
    scorer: Scorer,
    before: ScoreReport,
    brought: Givers,
    name: str,
    own: Collection[str],
    rule: Rule | str,
    partial: bool,
) -> LeftOut:
    items = only_from(brought, own)
    judged = judged_of(scorer.evaluation, items) if items else set()
    after = judged_otherwise(scorer, without_items(scorer.evaluation, items)).score(rule, partial)
    others = sum(before.runs[run_id].score != after.runs[run_id].score for run_id in _not_of(before, own))
    was, now = places_of(before), places_of(after)
    runs = (
        OwnRun(
            run_id,
            before.runs[run_id].score,
            after.runs[run_id].score,
            was.get(run_id),
            now.get(run_id),
            _unjudged(after.runs[run_id]),
        )
        for run_id in sorted(own)
    )
    return LeftOut(name, len(judged), tuple(runs), others)


def _not_of(report: ScoreReport, own: Collection[str]) -> Iterable[str]:
    return (run_id for run_id in report.runs if run_id not in own)


def _unjudged(run: RunScore) -> Fraction | None:
    lines = run.judged + run.unjudged
    return Fraction(run.unjudged, lines) if lines else None


def judged_otherwise(scorer: Scorer, evaluation: Evaluation) -> Scorer:
    """A scorer of the same runs, questions and settings with other judgments; its reports have no checksum.

    It takes over what no judgment has a part in, above all the runs, made ready to be scored.
    """
    other = copy(scorer)
    other.evaluation, other.inputs_sha256 = evaluation, ""
    other.index = Index(evaluation)
    other.forms = questions_by_form(other.index, other.questions, other.kinds)
    return other
