"""How alike assessors grade pool items, per question as in TREC-8 (appendix C).

J     items that somebody judged          D   items with two different grades
O     decisions that overruled the majority
OL    overlap (section 2.4): items that all who judged them call correct / items that anybody calls correct, over items
      with two judgments or more; undefined where nobody calls any correct or only one assessor judged.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from fractions import Fraction
from typing import NamedTuple

from scoring.agreement.ratings import Ratings, ratings
from scoring.index import Index, Votes, index_of
from scoring.records import Evaluation, Item


class QuestionAgreement(NamedTuple):
    """J, D, O and OL of one question."""

    qid: str
    judged: int
    disputed: int
    overruled: int
    overlap: Fraction | None


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
    disputed = Counter(
        item.qid for item in index.disputed if len({*index.independent.get(item, {}).values()}) > 1
    )
    overruled = Counter(item.qid for item, decision in index.decisions.items() if decision.overruled)
    return tuple(
        QuestionAgreement(
            question.qid,
            len(items[question.qid]),
            disputed[question.qid],
            overruled[question.qid],
            _overlap((index.independent[item], index.correct(item)) for item in items[question.qid]),
        )
        for question in index.evaluation.topics.questions
        if question.qid in items
    )


def _overlap(items: Iterable[tuple[Votes, frozenset[str]]]) -> Fraction | None:
    """Of what was said of each item, and the grades that call it correct."""
    union = intersection = 0
    for votes, right in items:
        if len(votes) > 1:
            correct = [grade in right for grade in votes.values()]
            union += any(correct)
            intersection += all(correct)
    return Fraction(intersection, union) if union else None


def means(rows: Iterable[QuestionAgreement]) -> Means:
    """The means over questions; a value that no question has is None."""
    rows = tuple(rows)
    overlaps = [row.overlap for row in rows if row.overlap is not None]
    return Means(
        _mean([row.judged for row in rows]),
        _mean([row.disputed for row in rows]),
        _mean([row.overruled for row in rows]),
        _mean(overlaps),
        len(overlaps),
    )


def _mean(values: Sequence[int | Fraction]) -> Fraction | None:
    return Fraction(sum(values)) / len(values) if values else None


def graded(
    evaluation: Evaluation | Index,
    scale: Sequence[str] = (),
    *,
    ordered: bool = True,
    only: Collection[Item] | None = None,
) -> Ratings:
    """The grades of items, of all or `only` some, by question. `scale`: all that can be given, the best first; `ordered`: as steps."""
    index = index_of(evaluation)
    said = ((item.qid, given) for item, given in index.votes.items() if only is None or item in only)
    right = frozenset[str]().union(*(one.strictly_correct for one in index.evaluation.scales.values()))
    return ratings(said, tuple(scale), ordered=ordered and bool(scale), positive=right)
