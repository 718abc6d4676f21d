"""Agreement and pace by condition: judged blind, or with a machine's grades in view (post-editing).

Whoever sees a grade first tends to keep it (anchoring). How much shows where people agree more often with the machine after
seeing its grades than blind. Conditions are drawn by question and assessor, so that the two differ by chance and by what
was shown alone. Intervals are percentiles of bootstrap resamples of questions (Efron and Tibshirani 1993, chapter 13);
`scoring.intervals` says which, and that there are none over few questions of a condition.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping
from typing import Any, NamedTuple

from scoring.agreement.coefficients import Cells, alpha, kappa, observed
from scoring.agreement.items import graded
from scoring.arrays import Floats, np
from scoring.conditions import (
    BLIND,
    POST_EDITING,
    Pair,
    blind_part,
    condition_of,
    digest,
    edited_part,
    post_edited,
)
from scoring.index import Index
from scoring.intervals import FEWEST, tails
from scoring.records import Evaluation, Item
from scoring.studies.agreement_intervals import weights
from scoring.studies.by_scale import scales_of
from scoring.studies.draws import Draws
from scoring.studies.machine_statistics import Estimate
from scoring.studies.numbers import shown

RESAMPLES = 1000
CONDITIONS = (BLIND, POST_EDITING)


class AmongPeople(NamedTuple):
    """How alike people judge under one condition, and how fast."""

    condition: str
    judgments: int
    questions: int
    twice: int  # items that two people or more judged under it
    observed: float | None
    alpha: float | None
    seconds: float | None  # of active time for a judgment; None where no time is known
    scale: str = ""  # the labels of the types of question, where there are several scales

    def as_json(self) -> dict[str, Any]:
        """All of it; the scale where there are several."""
        found = {name: value for name, value in self._asdict().items() if name != "scale" or value}
        return found | {name: shown(getattr(self, name)) for name in ("observed", "alpha", "seconds")}


class WithMachine(NamedTuple):
    """How often people give the machine's grade under one condition."""

    condition: str
    judgments: int  # of items that the machine judged, too
    questions: int
    alike: Estimate
    kappa: float | None
    seconds: float | None

    def as_json(self) -> dict[str, Any]:
        """All of it."""
        numbers = {"kappa": shown(self.kappa), "seconds": shown(self.seconds)}
        return {**self._asdict(), "alike": self.alike.as_json(), **numbers}


class OnScale(NamedTuple):
    """Both conditions on one scale, and how much more often people give the machine's grade where they saw it first."""

    scale: str  # the labels of the types of question; "" where one scale has all
    rows: tuple[WithMachine, ...]
    more: Estimate

    def as_json(self) -> dict[str, Any]:
        """All of it; the scale where there are several."""
        found = {"rows": [row.as_json() for row in self.rows], "more": self.more.as_json()}
        return {"scale": self.scale, **found} if self.scale else found


class Anchoring(NamedTuple):
    """The same of each scale: a share over several would be of grades that can never meet."""

    scales: tuple[OnScale, ...]
    seed: int
    changed: bool  # whether the machine says something else now than when post-editing was declared

    def as_json(self) -> dict[str, Any]:
        """All of it, in `scales` where there are several."""
        facts = {"changed": self.changed, "seed": self.seed, "resamples": RESAMPLES}
        found = [one.as_json() for one in self.scales]
        return {**found[0], **facts} if not self.scales[0].scale else {"scales": found, **facts}


def among_people(index: Index) -> tuple[AmongPeople, ...]:
    """A row for each scale and condition; none where everybody judged blind."""
    evaluation = index.evaluation
    if not post_edited(evaluation):
        return ()
    parts = [Index(part) for part in (blind_part(evaluation), edited_part(evaluation))]
    return tuple(
        _of_people(condition, part, scale, items)
        for scale, (_, items) in scales_of(index).items()
        for condition, part in zip(CONDITIONS, parts, strict=True)
    )


def _of_people(condition: str, part: Index, scale: str, items: Collection[Item]) -> AmongPeople:
    ratings = graded(part, only=items)
    counts = Counter(
        (item.qid, name) for item, votes in part.votes.items() if item in items for name in votes
    )
    return AmongPeople(
        condition,
        counts.total(),
        len({qid for qid, _ in counts}),
        ratings.twice,
        _value(observed(ratings.patterns).value),
        _value(alpha(ratings.patterns).value),
        _pace(part, counts.keys()),
        scale,
    )


def anchoring(index: Index, machine: str, seed: int = 1) -> Anchoring | None:
    """People against a machine under both conditions; None where nobody saw its grades. Raises KeyError for no machine.

    Left out are judgments with the grades of another machine in view.
    """
    if machine not in post_edited(index.evaluation).values():
        return None
    every = [_on_scale(index, machine, seed, scale, items) for scale, (_, items) in scales_of(index).items()]
    both = [
        one for one in every if any(row.judgments for row in one.rows)
    ]  # that people and the machine judged
    return Anchoring(tuple(both or every[:1]), seed, _is_changed(index.evaluation, machine))


def _on_scale(index: Index, machine: str, seed: int, scale: str, items: Collection[Item]) -> OnScale:
    seen, grades = post_edited(index.evaluation), index.machines[machine].grades
    cells: dict[str, Cells] = {condition: Counter() for condition in CONDITIONS}
    same: defaultdict[str, Counter[str]] = defaultdict(Counter)
    pairs: dict[str, Counter[Pair]] = {condition: Counter() for condition in CONDITIONS}
    for item, votes in index.votes.items():
        for name, grade in votes.items() if item in items else ():
            pair = (item.qid, name)
            if item in grades and seen.get(pair, machine) == machine:
                condition = condition_of(seen.get(pair, ""))
                cells[condition][grade, grades[item]] += 1
                pairs[condition][pair] += 1
                same[condition][item.qid] += grade == grades[item]
    alike, more = _shares(pairs, same, seed)
    rows = (
        WithMachine(
            condition,
            pairs[condition].total(),
            len({qid for qid, _ in pairs[condition]}),
            alike[condition],
            _value(kappa(cells[condition]).value) if cells[condition] else None,
            _pace(index, pairs[condition].keys()),
        )
        for condition in CONDITIONS
    )
    return OnScale(scale, tuple(rows), more)


def _is_changed(evaluation: Evaluation, machine: str) -> bool:
    plan = evaluation.post_editing
    if plan is None or plan.machine != machine:
        return False
    own = (
        (one.item, one.grade)
        for one in evaluation.judgments
        if one.kind == "machine" and one.assessor == machine
    )
    return digest(own) != plan.machine_sha256


def _shares(
    pairs: Mapping[str, Counter[Pair]], same: Mapping[str, Counter[str]], seed: int
) -> tuple[dict[str, Estimate], Estimate]:
    """The share of equal grades under each condition, and the difference, with intervals over questions."""
    qids = sorted({qid for of_condition in pairs.values() for qid, _ in of_condition})
    drawn = np.ones((1, len(qids)))
    if len(qids) >= FEWEST:
        rows = list(weights(len(qids), RESAMPLES, Draws(seed, "conditions")))
        drawn = np.concatenate([drawn, *rows])
    shares, questions = {}, {}
    for condition in CONDITIONS:
        questions[condition] = len({qid for qid, _ in pairs[condition]})
        judged: Counter[str] = Counter()
        for (qid, _), count in pairs[condition].items():
            judged[qid] += count
        below = drawn @ np.array([judged[qid] for qid in qids], dtype=np.float64)
        above = drawn @ np.array([same[condition][qid] for qid in qids], dtype=np.float64)
        shares[condition] = np.divide(above, below, out=np.full(len(drawn), np.nan), where=below > 0)
    more = _estimate(shares[POST_EDITING] - shares[BLIND], min(questions.values()))
    return {condition: _estimate(values, questions[condition]) for condition, values in shares.items()}, more


def _estimate(values: Floats, questions: int) -> Estimate:
    """The first value with the percentiles of the others; none over few questions, or where most are undefined.

    However often others are drawn, a condition that only one question has is always that question's.
    """
    value = None if np.isnan(values[0]) else float(values[0])
    known = values[1:][~np.isnan(values[1:])]
    if value is None or questions < FEWEST or 2 * len(known) <= len(values) - 1:
        return Estimate(value)
    low, high = np.quantile(known, tails(questions))
    return Estimate(value, float(low), float(high))


def _pace(index: Index, pairs: Collection[Pair]) -> float | None:
    """Seconds of active time for each judgment of some people in some questions, over those whose time is known."""
    counts = Counter((item.qid, name) for item, votes in index.votes.items() for name in votes)
    timed = [it for it in index.evaluation.assignments if it.seconds and (it.qid, it.assessor) in pairs]
    judged = sum(counts[it.qid, it.assessor] for it in timed)
    return sum(it.seconds for it in timed) / judged if judged else None


def _value(value: Any) -> float | None:
    return None if value is None else float(value)
