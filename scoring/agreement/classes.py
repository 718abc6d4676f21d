"""How alike two assessors grouped the answers of a list question, over the answers that both put into a class.

Each two answers are together or apart in what one assessor made, and so in what the other made:

    alike      pairs of answers that both put together, or both apart / all pairs
    adjusted   (together - expected) / (largest - expected), where together counts the pairs that both put together,
               expected is P · Q / all pairs of the P and Q pairs that either put together, and largest is (P + Q) / 2:
               0 by chance, 1 where both grouped alike (Hubert and Arabie 1985, Comparing partitions, equation 5)

The names of classes do not matter.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from typing import NamedTuple

from scoring.agreement.coefficients import Coefficient
from scoring.index import Index, index_of
from scoring.records import Evaluation, Item
from scoring.say import sentence

TOO_FEW = sentence("Fewer than two answers were put into classes by both.")
TRIVIAL = sentence(
    "Both put all answers into one class, or each into its own, so there is nothing to tell agreement from chance."
)

Classes = Mapping[Item, str]  # answer -> class


class ClassAgreement(NamedTuple):
    """Two assessors of one list question."""

    qid: str
    first: str
    second: str
    answers: int  # that both put into a class
    alike: Coefficient
    adjusted: Coefficient


class ClassMeans(NamedTuple):
    """Means over the questions, of each the mean over its pairs of assessors."""

    questions: int
    alike: Fraction | None
    adjusted: Fraction | None
    with_adjusted: int  # questions where it exists


def classes(evaluation: Evaluation | Index) -> list[ClassAgreement]:
    """A row for each two assessors who grouped answers of the same question, in the order of the questions."""
    index = index_of(evaluation)
    grouped = _grouped(index)
    return [
        compared(question.qid, one, two, of_question[one], of_question[two])
        for question in index.evaluation.topics.questions
        if (of_question := grouped.get(question.qid))
        for one, two in combinations(sorted(of_question), 2)
    ]


def _grouped(index: Index) -> dict[str, dict[str, dict[Item, str]]]:
    """The classes of correct answers by question and assessor."""
    found: defaultdict[str, defaultdict[str, dict[Item, str]]] = defaultdict(lambda: defaultdict(dict))
    for item, assessor, grade, name, _, _, kind, _ in index.evaluation.judgments:
        if (
            not name
            or kind != "human"
            or item.qid not in index.retained
            or (item.qid, assessor) in index.gone
        ):
            continue
        if grade in index.correct(item):
            found[item.qid][assessor][item] = name
    return {qid: dict(of_question) for qid, of_question in found.items()}


def compared(qid: str, one: str, two: str, first: Classes, second: Classes) -> ClassAgreement:
    """What two assessors made of one question."""
    both = Counter((name, second[item]) for item, name in first.items() if item in second)
    answers = both.total()
    return ClassAgreement(qid, one, two, answers, _alike(both), _adjusted(both))


def _alike(both: Counter[tuple[str, str]]) -> Coefficient:
    whole = _pairs(both.total())
    if not whole:
        return Coefficient(None, TOO_FEW)
    together, of_first, of_second = _together(both)
    return Coefficient(Fraction(whole + 2 * together - of_first - of_second, whole))


def _adjusted(both: Counter[tuple[str, str]]) -> Coefficient:
    whole = _pairs(both.total())
    if not whole:
        return Coefficient(None, TOO_FEW)
    together, of_first, of_second = _together(both)
    expected, largest = Fraction(of_first * of_second, whole), Fraction(of_first + of_second, 2)
    if largest == expected:
        return Coefficient(None, TRIVIAL)
    return Coefficient((together - expected) / (largest - expected))


def _together(both: Counter[tuple[str, str]]) -> tuple[int, int, int]:
    """Pairs of answers that both put together, that the first did, that the second did."""
    first, second = Counter[str](), Counter[str]()
    for (one, two), count in both.items():
        first[one] += count
        second[two] += count
    return _all_pairs(both.values()), _all_pairs(first.values()), _all_pairs(second.values())


def _all_pairs(sizes: Iterable[int]) -> int:
    return sum(map(_pairs, sizes))


def _pairs(size: int) -> int:
    return size * (size - 1) // 2


def by_question(
    rows: Iterable[ClassAgreement],
) -> dict[str, tuple[Fraction | None, Fraction | None]]:
    """Of each question the mean over its pairs of assessors: alike and adjusted."""
    found: defaultdict[str, list[ClassAgreement]] = defaultdict(list)
    for row in rows:
        found[row.qid].append(row)
    return {
        qid: (_mean([row.alike.value for row in some]), _mean([row.adjusted.value for row in some]))
        for qid, some in found.items()
    }


def class_means(rows: Iterable[ClassAgreement]) -> ClassMeans:
    """The means over questions; a value that no question has is None."""
    values = by_question(rows)
    alike = [one for one, _ in values.values()]
    adjusted = [other for _, other in values.values()]
    with_adjusted = sum(value is not None for value in adjusted)
    return ClassMeans(len(values), _mean(alike), _mean(adjusted), with_adjusted)


def _mean(values: Sequence[Fraction | None]) -> Fraction | None:
    known = [value for value in values if value is not None]
    return sum(known, Fraction(0)) / len(known) if known else None
