"""Coefficients of agreement, exact. Where a formula divides by nothing there is no value but a sentence.

All take patterns: who said what of a thing, and of how many things. m is the number of people who spoke of a thing,
m(k) of those who said k of it.

observed  mean over the things with m > 1 of Σ m(k) (m(k) - 1) / (m (m - 1)): two people, chosen at random, say the same
kappa     (observed - expected) / (1 - expected), expected from how often each of two people says what (Cohen 1960), or
          all together, where m is the same for all things (Fleiss 1971)
alpha     1 - seen disagreement / that of chance; between nominal labels, or between steps of a scale (Krippendorff 2011,
          Computing Krippendorff's Alpha-Reliability)
AC1       (observed - expected) / (1 - expected), expected = Σ p(k) (1 - p(k)) / (q - 1) with p(k) the mean over all things
          of m(k) / m and q the number of labels that can be said (Gwet 2008, Computing inter-rater reliability and its
          variance in the presence of high agreement). It stays near the observed agreement where nearly all is alike,
          which sends kappa and alpha towards 0.
overlap   of two people, as OL of TREC-8: what both call correct (vital, marked, …) / what either does
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import combinations, permutations
from typing import NamedTuple

from scoring.agreement.ratings import Pair, Patterns
from scoring.say import sentence

NOTHING = sentence("Nothing was judged yet.")
NEVER_TWICE = sentence("Nothing was judged by two people.")
UNEVEN = sentence("Not everything was judged by the same number of people, which this coefficient needs.")
ALL_ALIKE = sentence("Everybody always said the same, so there is nothing to tell agreement from chance.")
NO_LIST = sentence("There is no fixed list of answers to choose from, which this coefficient needs.")
NOBODY_SAID_YES = sentence("Neither of the two found any, so there is nothing to overlap.")
NO_SCALE = sentence("The grades are not steps of one scale.")

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
    distances = _distances([totals[label] for label in order])
    met = _met(several)
    seen, chance = Fraction(0), 0
    for (low, high), distance in distances.items():
        one, other = order[low], order[high]
        seen += met[one, other] * distance
        chance += totals[one] * totals[other] * distance
    if not chance:
        return Coefficient(None, ALL_ALIKE)
    return Coefficient(1 - (totals.total() - 1) * seen / chance)


def ac1(patterns: Patterns, labels: Sequence[str]) -> Coefficient:
    """Gwet's AC1; `labels` are all that can be said."""
    whole, several = ballots(patterns), _several(patterns)
    if not several:
        return Coefficient(None, _without_pairs(patterns))
    if len(labels) < 2:
        return Coefficient(None, NO_LIST)
    shares: defaultdict[str, Fraction] = defaultdict(Fraction)
    for ballot, count in whole.items():
        for label in ballot:
            shares[label] += Fraction(count, len(ballot) * whole.total())
    expected = _sum(share * (1 - share) for share in shares.values()) / (len(labels) - 1)
    return _above_chance(_agreeing(several), expected)


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
