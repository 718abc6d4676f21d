"""The scores of all runs under one rule, and their form as JSON (docs/scores.md)."""

import json
from collections.abc import Mapping
from fractions import Fraction
from itertools import combinations
from math import sqrt
from types import MappingProxyType
from typing import Any, NamedTuple

from scoring.forms.base import NO_CRITERION, NO_KNOWN_ANSWER, NO_VITAL_NUGGET, UNJUDGED, reason_of
from scoring.intervals import Interval
from scoring.measures.base import Value
from scoring.rules import some_of
from scoring.say import say

SERIES_LEAVE = "series_leave"
# What is kept as codes, too.
FLAGGED = frozenset({UNJUDGED, NO_VITAL_NUGGET, NO_CRITERION, NO_KNOWN_ANSWER, SERIES_LEAVE})


class Remark(NamedTuple):
    """A warning of a report, with a code where it says of something that it has no value."""

    sentence: str
    code: str = ""


def leaves(qid: str, code: str) -> Remark:
    """The warning of a question that has no value."""
    return Remark(
        say("Question {qid} is left out of the means: {code}.", qid=qid, code=reason_of(code)), code
    )


def series_leave(leaving: list[str]) -> Remark:
    """The warning of series that have no value."""
    return Remark(
        say("Series without a value leave the evaluation: {leaving}.", leaving=some_of(leaving)), SERIES_LEAVE
    )


class Silence(NamedTuple):
    """What a run's use of NOA came to, and its measures over parts of its questions."""

    marks: Mapping[str, str]  # by question: the grade of its response, U for a NOA, "" while unjudged
    held_back: Mapping[str, str]  # the same of the answers behind NOAs; U where there is none
    by_type: Mapping[str, Mapping[str, Value]]
    by_pair: Mapping[str, Mapping[str, Value]]


class RunScore(NamedTuple):
    """What one run achieved. Every question that is not dropped has a row."""

    score: Value
    judged: int  # responses that can earn a score and have a grade; NIL is among them
    unjudged: int
    low: Value  # the score with every unjudged response wrong
    high: Value  # the score with every unjudged response right
    measures: Mapping[str, Value]
    questions: Mapping[str, Mapping[str, Value]]
    series: Mapping[str, Mapping[str, Value]] | None  # None where the track has no series
    figures: Mapping[str, Mapping[str, Value]] = MappingProxyType({})  # by question, those of its formula
    by_type: Value = None  # where series have weights: the same weights over the means of each question type
    silence: Silence | None = None  # None where runs answer every question
    more: Mapping[str, Any] = MappingProxyType({})  # what its form adds, as JSON holds it
    interval: Interval | None = None  # of the score; None where it has no value


class ScoreReport(NamedTuple):
    """The scores of an evaluation, what they rest on, and what to know when reading them."""

    campaign: str
    track: str
    rule: str
    inputs_sha256: str
    software: str
    evaluated_questions: int
    dropped: tuple[tuple[str, str], ...]  # id and reason
    remarks: tuple[Remark, ...]
    runs: Mapping[str, RunScore]
    more: Mapping[str, Any] = MappingProxyType({})  # what forms add, as JSON holds it

    @property
    def warnings(self) -> tuple[str, ...]:
        """What to know when reading the scores, in sentences."""
        return tuple(remark.sentence for remark in self.remarks)

    @property
    def tau_b_by_type(self) -> float | None:
        """Kendall's tau-b between the orders of runs by score and by question type, as `tau_b` has it."""
        return tau_b(
            {run_id: run.score for run_id, run in self.runs.items()},
            {run_id: run.by_type for run_id, run in self.runs.items()},
        )

    def as_json(self) -> dict[str, Any]:
        """The report as JSON holds it: exact values become floats, undefined ones null."""
        in_series = any(run.series is not None for run in self.runs.values())
        return {
            "campaign": self.campaign,
            "track": self.track,
            "rule": self.rule,
            "inputs_sha256": self.inputs_sha256,
            "software": self.software,
            "evaluated_questions": self.evaluated_questions,
            "dropped": [{"id": identifier, "reason": reason} for identifier, reason in self.dropped],
            "warnings": list(self.warnings),
            **({"tau_b_by_type": self.tau_b_by_type} if in_series else {}),
            **self.more,
            "runs": {run_id: _run_json(run) for run_id, run in self.runs.items()},
        }

    def as_text(self) -> str:
        """The JSON as a file holds it, the same bytes for the same scores."""
        return json.dumps(self.as_json(), ensure_ascii=False, indent=1, allow_nan=False) + "\n"


def _run_json(run: RunScore) -> dict[str, Any]:
    shown: dict[str, Any] = {
        "score": plain(run.score),
        "judged": run.judged,
        "unjudged": run.unjudged,
        "bounds": {"low": plain(run.low), "high": plain(run.high)},
        "measures": _plain_values(run.measures),
        "questions": {qid: _plain_values(values) for qid, values in run.questions.items()},
    }
    if run.series is not None:
        shown["series"] = {series: _plain_values(values) for series, values in run.series.items()}
    if run.series is not None or run.figures:
        shown["figures"] = {qid: _plain_values(values) for qid, values in run.figures.items()}
    if run.series is not None:
        shown["score_by_type"] = plain(run.by_type)
    elif run.figures:
        shown["figures"] = {qid: _plain_values(values) for qid, values in run.figures.items()}
    if run.silence is not None:
        shown |= _silence_json(run.silence)
    return {**shown, **run.more}


def _silence_json(silence: Silence) -> dict[str, Any]:
    return {
        "by_type": {name: _plain_values(values) for name, values in silence.by_type.items()},
        "by_pair": {name: _plain_values(values) for name, values in silence.by_pair.items()},
        "marks": dict(silence.marks),
        "held_back": dict(silence.held_back),
    }


def _plain_values(values: Mapping[str, Value]) -> dict[str, float | int | None]:
    return {name: plain(value) for name, value in values.items()}


def tau_b(first: Mapping[str, Value], second: Mapping[str, Value]) -> float | None:
    """Kendall's tau-b (Biometrika, 1945) between two orders of the same runs; None for fewer than two runs with both values.

    It is (c - d) / √((p - t)(p - u)), where c of the p pairs are put alike and d differently by runs of different values,
    and t and u pairs are tied in each order; 1 for equal orders, and None where all are tied in either. A run without a
    value in either order has no place in it, so it is left out of both.
    """
    both = [run_id for run_id in first if first[run_id] is not None and second[run_id] is not None]
    one, other = (ranks({run_id: values[run_id] for run_id in both}) for values in (first, second))
    signs = [
        (_sign(one[first_run] - one[second_run]), _sign(other[first_run] - other[second_run]))
        for first_run, second_run in combinations(both, 2)
    ]
    untied = sum(a != 0 for a, _ in signs) * sum(b != 0 for _, b in signs)
    return sum(a * b for a, b in signs) / sqrt(untied) if untied else None


def _sign(value: int) -> int:
    return (value > 0) - (value < 0)


def ranks(values: Mapping[str, Value | float]) -> dict[str, int]:
    """The rank of each run that has a value: one more than there are better runs, so that equal values share a rank."""
    known = {run_id: value for run_id, value in values.items() if value is not None}
    first: dict[Value | float, int] = {}
    for place, value in enumerate(sorted(known.values(), reverse=True), 1):
        first.setdefault(value, place)
    return {run_id: first[value] for run_id, value in known.items()}


def ordered(values: Mapping[str, Value]) -> list[str]:
    """The runs from best to worst by exact values; ties by run id, and a run without a value stands last."""
    return sorted(values, key=lambda run_id: (values[run_id] is None, -(values[run_id] or 0), run_id))


def plain(value: Value) -> float | int | None:
    """A value for display: a fraction becomes a float, a count stays whole."""
    return float(value) if isinstance(value, Fraction) else value
