"""Coefficients of agreement, exact. Where a formula divides by nothing there is no value but a sentence.

All take patterns: who said what of a thing, and of how many things. m is the number of people who spoke of a thing,
m(k) of those who said k of it.

observed  mean over the things with m > 1 of Σ m(k) (m(k) - 1) / (m (m - 1)): two people, chosen at random, say the same
kappa     (observed - expected) / (1 - expected), expected from how often each of two people says what (Cohen 1960), or
          all together, where m is the same for all things (Fleiss 1971)
alpha     1 - seen disagreement / that of chance; between nominal labels, steps of a scale, or values (Krippendorff 2011,
          Computing Krippendorff's Alpha-Reliability)
AC1       (observed - expected) / (1 - expected), expected = Σ p(k) (1 - p(k)) / (q - 1) with p(k) the mean over all things
          of m(k) / m and q the number of labels that can be said (Gwet 2008, Computing inter-rater reliability and its
          variance in the presence of high agreement). It stays near the observed agreement where nearly all is alike,
          which sends kappa and alpha towards 0.
weighted  kappa of two people where some grades are nearer to each other than others: 1 - seen disagreement / that of chance,
          where two grades disagree by the distance of their values, or by its square (Cohen 1968, Weighted kappa)
AC2       AC1 where two grades agree by 1 - their distance, or its square, over the greatest there is; expected = T / (q (q - 1))
          Σ p(k) (1 - p(k)) with T the sum of these weights over all q² pairs (Gwet 2014, Handbook of Inter-Rater Reliability,
          4th edition)
overlap   of two people, as OL of TREC-8: what both call correct (vital, marked, …) / what either does
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import combinations, permutations
from typing import NamedTuple

from scoring.agreement.ratings import Pair, Patterns, labels_in
from scoring.say import sentence

NOTHING = sentence("Nothing was judged yet.")
NEVER_TWICE = sentence("Nothing was judged by two people.")
UNEVEN = sentence("Not everything was judged by the same number of people, which this coefficient needs.")
ALL_ALIKE = sentence("Everybody always said the same, so there is nothing to tell agreement from chance.")
NO_LIST = sentence("There is no fixed list of answers to choose from, which this coefficient needs.")
NOBODY_SAID_YES = sentence("Neither of the two found any, so there is nothing to overlap.")
NO_SCALE = sentence("The grades are not steps of one scale.")

LINEAR, SQUARED = 1, 2  # to which power distances of values are taken

Values = Mapping[str, Fraction]  # what each grade of a scale is worth; two or more differ
Ballot = tuple[str, ...]  # what was said of a thing, whoever said it, in code-point order
Cells = Counter[tuple[str, str]]  # what one person said and what another, of how many things


class Coefficient(NamedTuple):
    """A coefficient of agreement, or a sentence on why there is none."""

    value: Fraction | None
    reason: str = ""


def tables(patterns: Patterns) -> dict[Pair, Cells]:
    """What each two people said of the things that both spoke of."""
    found: defaultdict[Pair, Cells] = defaultdict(Counter)
    for pattern, count in patterns.items():
        for (one, first), (two, second) in combinations(pattern, 2):
            found[one, two][first, second] += count
    return dict(sorted(found.items()))


def cohen(patterns: Patterns) -> dict[Pair, Coefficient]:
    """Cohen's kappa of each two people who spoke of the same thing."""
    return {pair: kappa(cells) for pair, cells in tables(patterns).items()}


def kappa(cells: Cells) -> Coefficient:
    """Cohen's kappa of two people."""
    total = sum(cells.values())
    first, second = Counter[str](), Counter[str]()
    for (one, two), count in cells.items():
        first[one] += count
        second[two] += count
    alike = sum(count for (one, two), count in cells.items() if one == two)
    expected = Fraction(sum(first[label] * second[label] for label in first), total * total)
    return _above_chance(Fraction(alike, total), expected)


def weighted_kappa(cells: Cells, values: Values, power: int) -> Coefficient:
    """Cohen's kappa of two people where grades disagree by the distance of their values, LINEAR or SQUARED."""
    if not {label for cell in cells for label in cell}.issubset(values):
        return Coefficient(None, NO_SCALE)
    first, second = Counter[str](), Counter[str]()
    for (one, two), count in cells.items():
        first[one] += count
        second[two] += count
    distances = distances_of(values, power)
    seen = _sum((cells[one, two] + cells[two, one]) * apart for (one, two), apart in distances.items())
    chance = _sum(
        (first[one] * second[two] + first[two] * second[one]) * apart
        for (one, two), apart in distances.items()
    )
    if not chance:
        return Coefficient(None, ALL_ALIKE)
    return Coefficient(1 - seen * sum(cells.values()) / chance)


def distances_of(values: Values, power: int) -> dict[tuple[str, str], Fraction]:
    """How far each two grades are apart, LINEAR or SQUARED, each two once."""
    return {(one, two): abs(values[one] - values[two]) ** power for one, two in combinations(values, 2)}


def overlap(cells: Cells, positive: Collection[str]) -> Coefficient:
    """Of the things that both spoke of: those to which both said yes / those to which either did."""
    both, either = said_yes(cells, positive)
    if not either:
        return Coefficient(None, NOBODY_SAID_YES)
    return Coefficient(Fraction(both, either))


def said_yes(cells: Cells, positive: Collection[str]) -> tuple[int, int]:
    """To how many things both of two people said yes, and to how many either."""
    both = sum(count for (one, two), count in cells.items() if one in positive and two in positive)
    either = sum(count for (one, two), count in cells.items() if one in positive or two in positive)
    return both, either


def observed(patterns: Patterns) -> Coefficient:
    """How often two people who spoke of the same thing say the same."""
    several = _several(patterns)
    if not several:
        return Coefficient(None, _without_pairs(patterns))
    return Coefficient(_agreeing(several))


def fleiss(patterns: Patterns) -> Coefficient:
    """Fleiss' kappa, for any number of people, as many for each thing."""
    several = _several(patterns)
    if not several:
        return Coefficient(None, _without_pairs(patterns))
    if len({len(pattern) for pattern in patterns}) > 1:
        return Coefficient(None, UNEVEN)
    totals = totals_of(several)
    expected = Fraction(sum(count * count for count in totals.values()), totals.total() ** 2)
    return _above_chance(_agreeing(several), expected)


def alpha(patterns: Patterns) -> Coefficient:
    """Krippendorff's alpha between nominal labels, over the things that two people or more spoke of."""
    several = _several(patterns)
    if not several:
        return Coefficient(None, _without_pairs(patterns))
    totals = totals_of(several)
    size = totals.total()
    chance = size * size - sum(count * count for count in totals.values())
    if not chance:
        return Coefficient(None, ALL_ALIKE)
    agreeing = _sum(Fraction(alike(ballot) * count, len(ballot) - 1) for ballot, count in several.items())
    return Coefficient(1 - (size - agreeing) * (size - 1) / chance)


def ordinal_alpha(patterns: Patterns, order: Sequence[str]) -> Coefficient:
    """Krippendorff's alpha between the steps of a scale: the farther apart two grades are, the more they disagree.

    The distance of two grades is the number of grades given from one to the other, the two themselves counted by half,
    squared.
    """
    several = _several(patterns)
    if not several:
        return Coefficient(None, _without_pairs(patterns))
    totals = totals_of(several)
    if not set(totals).issubset(order):
        return Coefficient(None, NO_SCALE)
    places = _distances([totals[label] for label in order])
    distances = {(order[low], order[high]): Fraction(found) for (low, high), found in places.items()}
    return _distant_alpha(several, distances)


def interval_alpha(patterns: Patterns, values: Values) -> Coefficient:
    """Krippendorff's alpha between values: the distance of two grades is the difference of what they are worth, squared."""
    several = _several(patterns)
    if not several:
        return Coefficient(None, _without_pairs(patterns))
    if not set(totals_of(several)).issubset(values):
        return Coefficient(None, NO_SCALE)
    return _distant_alpha(several, distances_of(values, SQUARED))


def _distant_alpha(several: Counter[Ballot], distances: Mapping[tuple[str, str], Fraction]) -> Coefficient:
    totals, met = totals_of(several), _met(several)
    seen = _sum(met[pair] * distance for pair, distance in distances.items())
    chance = _sum(totals[one] * totals[other] * distance for (one, other), distance in distances.items())
    if not chance:
        return Coefficient(None, ALL_ALIKE)
    return Coefficient(1 - (totals.total() - 1) * seen / chance)


def ac1(patterns: Patterns, labels: Sequence[str]) -> Coefficient:
    """Gwet's AC1; `labels` are all that can be said."""
    several = _several(patterns)
    if not several:
        return Coefficient(None, _without_pairs(patterns))
    if len(labels) < 2:
        return Coefficient(None, NO_LIST)
    return _above_chance(_agreeing(several), _mixed(patterns) / (len(labels) - 1))


def ac2(patterns: Patterns, values: Values, power: int) -> Coefficient:
    """Gwet's AC2: AC1 where grades agree the more the nearer their values are, LINEAR or SQUARED."""
    several = _several(patterns)
    if not several:
        return Coefficient(None, _without_pairs(patterns))
    if not labels_in(patterns).issubset(values):
        return Coefficient(None, NO_SCALE)
    weights = weights_of(values, power)
    agreeing = _sum(alike_by(ballot, weights) * count for ballot, count in several.items())
    expected = _mixed(patterns) * expected_by(weights, len(values))
    return _above_chance(agreeing / several.total(), expected)


def weights_of(values: Values, power: int) -> dict[tuple[str, str], Fraction]:
    """How far each two different grades agree, from 0 to 1, each two once. The values are not all the same."""
    distances = distances_of(values, power)
    greatest = max(distances.values())
    return {pair: 1 - distance / greatest for pair, distance in distances.items()}


def alike_by(ballot: Ballot, weights: Mapping[tuple[str, str], Fraction]) -> Fraction:
    """How far two people agree on a thing, chosen at random of those who spoke of it."""
    counts = Counter(ballot)
    near = _sum(2 * counts[one] * counts[two] * weight for (one, two), weight in weights.items())
    return (alike(ballot) + near) / (len(ballot) * (len(ballot) - 1))


def expected_by(weights: Mapping[tuple[str, str], Fraction], labels: int) -> Fraction:
    """T / (q (q - 1)): what AC2 expects for each p(k) (1 - p(k))."""
    return (labels + 2 * _sum(weights.values())) / (labels * (labels - 1))


def _mixed(patterns: Patterns) -> Fraction:
    """Σ p(k) (1 - p(k)), with p(k) the mean over all things of the share of those who said k."""
    whole = ballots(patterns)
    shares: defaultdict[str, Fraction] = defaultdict(Fraction)
    for ballot, count in whole.items():
        for label in ballot:
            shares[label] += Fraction(count, len(ballot) * whole.total())
    return _sum(share * (1 - share) for share in shares.values())


def ballots(patterns: Patterns) -> Counter[Ballot]:
    """What was said of how many things, whoever said it: far fewer than patterns."""
    found = Counter[Ballot]()
    for pattern, count in patterns.items():
        found[tuple(sorted(label for _, label in pattern))] += count
    return found


def alike(ballot: Ballot) -> int:
    """How many ordered pairs of people say the same of a thing."""
    return sum(count * (count - 1) for count in Counter(ballot).values())


def totals_of(given: Mapping[Ballot, int]) -> Counter[str]:
    """How often each label was given."""
    totals = Counter[str]()
    for ballot, count in given.items():
        for label in ballot:
            totals[label] += count
    return totals


def several_of(given: Mapping[Ballot, int]) -> Counter[Ballot]:
    """Those of two people or more."""
    return Counter({ballot: count for ballot, count in given.items() if len(ballot) > 1})


def _several(patterns: Patterns) -> Counter[Ballot]:
    return several_of(ballots(patterns))


def _agreeing(several: Counter[Ballot]) -> Fraction:
    shares = (
        Fraction(alike(ballot) * count, len(ballot) * (len(ballot) - 1)) for ballot, count in several.items()
    )
    return _sum(shares) / several.total()


def _without_pairs(patterns: Patterns) -> str:
    return NEVER_TWICE if patterns else NOTHING


def _met(several: Mapping[Ballot, int]) -> defaultdict[tuple[str, str], Fraction]:
    """The table of coincidences: how often two labels were given to one thing, each thing by 1 / (m - 1)."""
    found: defaultdict[tuple[str, str], Fraction] = defaultdict(Fraction)
    for ballot, things in several.items():
        counts = Counter(ballot)
        for one, other in permutations(counts, 2):
            found[one, other] += Fraction(counts[one] * counts[other] * things, len(ballot) - 1)
    return found


def _distances(totals: Sequence[int]) -> dict[tuple[int, int], int]:
    """Four times the distance of each two steps, the better first."""
    return {
        (low, high): (2 * sum(totals[low : high + 1]) - totals[low] - totals[high]) ** 2
        for low, high in combinations(range(len(totals)), 2)
    }


def _sum(shares: Iterable[Fraction]) -> Fraction:
    return sum(shares, Fraction(0))


def _above_chance(agreeing: Fraction, expected: Fraction) -> Coefficient:
    if expected == 1:
        return Coefficient(None, ALL_ALIKE)
    return Coefficient((agreeing - expected) / (1 - expected))
