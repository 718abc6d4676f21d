"""How far the assessors agree: per question as in TREC-8 (appendix C), and by three coefficients over all items.

J     items that somebody judged          D   items with two different grades
O     decisions that overruled the majority
OL    overlap (section 2.4): items that all who judged them call correct / items that anybody calls correct, over items
      with two judgments or more; undefined where nobody calls any correct or only one assessor judged.

Coefficients are over nominal grades; a value that the formula leaves at 0/0 is None with the reason.
"""

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from itertools import combinations
from typing import NamedTuple

from scoring.index import Index, Votes, index_of
from scoring.records import Evaluation
from scoring.scales import scale_of


class QuestionAgreement(NamedTuple):
    """J, D, O and OL of one question."""

    qid: str
    judged: int
    disputed: int
    overruled: int
    overlap: Fraction | None


class Coefficient(NamedTuple):
    """A coefficient of agreement, or why there is none."""

    value: Fraction | None
    reason: str = ""


class Means(NamedTuple):
    """The means of J, D, O and OL over the questions where they exist."""

    judged: Fraction | None
    disputed: Fraction | None
    overruled: Fraction | None
    overlap: Fraction | None
    with_overlap: int  # number of questions that have an overlap


def table(evaluation: Evaluation | Index) -> tuple[QuestionAgreement, ...]:
    """One row for each retained question that has a judgment, in the order of the questions."""
    index = index_of(evaluation)
    items = index.judged_items()
    disputed = Counter(item.qid for item in index.disputed)
    overruled = Counter(item.qid for item, decision in index.decisions.items() if decision.overruled)
    return tuple(
        QuestionAgreement(
            question.qid,
            len(items[question.qid]),
            disputed[question.qid],
            overruled[question.qid],
            _overlap(index.votes[item] for item in items[question.qid]),
        )
        for question in index.evaluation.topics.questions
        if question.qid in items
    )


def _overlap(votes_of_items: Iterable[Votes]) -> Fraction | None:
    union = intersection = 0
    for votes in votes_of_items:
        if len(votes) > 1:
            correct = [scale_of(grade).is_correct(grade) for grade in votes.values()]
            union += any(correct)
            intersection += all(correct)
    return Fraction(intersection, union) if union else None


def means(rows: Iterable[QuestionAgreement]) -> Means:
    """The means over questions; a value that no question has is None."""
    rows = tuple(rows)
    overlaps = [row.overlap for row in rows if row.overlap is not None]
    return Means(
        _mean([Fraction(row.judged) for row in rows]),
        _mean([Fraction(row.disputed) for row in rows]),
        _mean([Fraction(row.overruled) for row in rows]),
        _mean(overlaps),
        len(overlaps),
    )


def _mean(values: list[Fraction]) -> Fraction | None:
    return sum(values, Fraction(0)) / len(values) if values else None


def _patterns(evaluation: Evaluation | Index) -> Counter[tuple[tuple[str, str], ...]]:
    """How many items were judged alike: the same assessors, in code-point order, with the same grades."""
    return Counter(tuple(sorted(votes.items())) for votes in index_of(evaluation).votes.values())


def cohen(evaluation: Evaluation | Index) -> dict[tuple[str, str], Coefficient]:
    """Cohen's kappa of each pair of assessors who judged an item both (Cohen 1960)."""
    pairs: dict[tuple[str, str], Counter[tuple[str, str]]] = {}
    for pattern, count in _patterns(evaluation).items():
        for (one, first), (two, second) in combinations(pattern, 2):
            pairs.setdefault((one, two), Counter())[first, second] += count
    return {pair: _cohen(pairs[pair]) for pair in sorted(pairs)}


def _cohen(cells: Counter[tuple[str, str]]) -> Coefficient:
    total = sum(cells.values())
    first, second = Counter[str](), Counter[str]()
    for (one, two), count in cells.items():
        first[one] += count
        second[two] += count
    observed = Fraction(sum(count for (one, two), count in cells.items() if one == two), total)
    expected = Fraction(sum(first[grade] * second[grade] for grade in first), total * total)
    return _above_chance(observed, expected)


def fleiss(evaluation: Evaluation | Index) -> Coefficient:
    """Fleiss' kappa over all items, which need the same number of judgments each (Fleiss 1971)."""
    patterns = _patterns(evaluation)
    sizes = {len(pattern) for pattern in patterns}
    if not patterns:
        return Coefficient(None, "nothing was judged")
    if len(sizes) > 1:
        return Coefficient(None, "the items have different numbers of judgments")
    if (size := sizes.pop()) == 1:
        return Coefficient(None, "each item has one judgment only")
    totals, agreeing = _tally(patterns)
    observed = agreeing / (patterns.total() * size)
    expected = Fraction(sum(count * count for count in totals.values()), totals.total() ** 2)
    return _above_chance(observed, expected)


def krippendorff(evaluation: Evaluation | Index) -> Coefficient:
    """Krippendorff's alpha for nominal grades, over the items with two judgments or more (Krippendorff 2011)."""
    patterns = Counter(
        {pattern: count for pattern, count in _patterns(evaluation).items() if len(pattern) > 1}
    )
    totals, agreeing = _tally(patterns)
    size = totals.total()
    if not size:
        return Coefficient(None, "no item has two judgments")
    chance = size * size - sum(count * count for count in totals.values())
    if not chance:
        return Coefficient(None, "only one grade was given")
    return Coefficient(1 - (size - agreeing) * (size - 1) / chance)


def _tally(patterns: Counter[tuple[tuple[str, str], ...]]) -> tuple[Counter[str], Fraction]:
    """How often each grade was given, and the sum of n (n - 1) / (m - 1) over items of m judgments, n of them alike."""
    totals, agreeing = Counter[str](), Fraction(0)
    for pattern, items in patterns.items():
        ballot = Counter(grade for _, grade in pattern)
        alike = sum(count * (count - 1) for count in ballot.values())
        agreeing += Fraction(alike * items, len(pattern) - 1)
        for grade, count in ballot.items():
            totals[grade] += count * items
    return totals, agreeing


def _above_chance(observed: Fraction, expected: Fraction) -> Coefficient:
    if expected == 1:
        return Coefficient(None, "only one grade was given")
    return Coefficient((observed - expected) / (1 - expected))
