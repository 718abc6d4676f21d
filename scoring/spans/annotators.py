"""What each annotator does, held against the others: how often they find no answer, and how long a decision takes.

Whoever finds an answer far more or far less often than the others reads the guidelines otherwise. The share of null
answers of one annotator is tested against the rate of all the others by the exact binomial test, with that rate taken as
known: p is the probability of every count that is no more probable than the one seen.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import lru_cache
from math import exp, fsum, lgamma, log
from statistics import median
from typing import NamedTuple

from scoring.annotations import STEPS, AnnotatedExample, Annotation, Part
from scoring.spans.scores import PARTS, has_answer

LEVEL = 0.01  # p below which somebody is far off
AT_LEAST = 20  # annotations, below which nobody is


class NullShare(NamedTuple):
    """The annotations without an answer of one annotator, and of all the others."""

    null: int
    annotations: int
    others_null: int
    others: int

    @property
    def share(self) -> float:
        """The annotator's own."""
        return self.null / self.annotations

    @property
    def others_share(self) -> float | None:
        """That of the others; None where there is nobody else."""
        return self.others_null / self.others if self.others else None

    @property
    def p(self) -> float | None:
        """How probable a share as odd as this is at the others' rate."""
        if not self.others:
            return None
        return binomial_p(self.null, self.annotations, Fraction(self.others_null, self.others))

    @property
    def is_far_off(self) -> bool:
        """Whether it is too odd for chance, on enough annotations."""
        p = self.p
        return p is not None and p < LEVEL and self.annotations >= AT_LEAST


class Annotator(NamedTuple):
    """What one annotator did."""

    name: str
    annotations: int
    nulls: Mapping[Part, NullShare]
    seconds: tuple[float | None, ...]  # by step, the median of those that took any time


def annotators(examples: Iterable[AnnotatedExample]) -> list[Annotator]:
    """Everybody who annotated, by name."""
    said: defaultdict[str, list[Annotation]] = defaultdict(list)
    for example in examples:
        for one in example.annotations:
            said[one.annotator].append(one)
    nulls: dict[Part, dict[str, int]] = {
        part: {name: sum(not has_answer(part, one.label) for one in given) for name, given in said.items()}
        for part in PARTS
    }
    whole = sum(map(len, said.values()))
    totals = {part: sum(by_name.values()) for part, by_name in nulls.items()}
    return [
        Annotator(
            name,
            len(given),
            {
                part: NullShare(
                    nulls[part][name],
                    len(given),
                    totals[part] - nulls[part][name],
                    whole - len(given),
                )
                for part in PARTS
            },
            medians(given),
        )
        for name, given in sorted(said.items())
    ]


def medians(annotations: Iterable[Annotation]) -> tuple[float | None, ...]:
    """The median time of each step, over those that took any: a step that was not reached took none."""
    times = [one.seconds for one in annotations if one.seconds]
    found = ([of_one[step] for of_one in times if of_one[step]] for step in range(len(STEPS)))
    return tuple(float(median(given)) if given else None for given in found)


@lru_cache(maxsize=1000)
def binomial_p(count: int, trials: int, rate: Fraction) -> float:
    """The two-sided p of `count` successes in `trials`, each with the probability `rate`."""
    if rate in (0, 1):
        return 1.0 if count == rate * trials else 0.0
    yes, no = log(rate), log(1 - rate)
    whole = lgamma(trials + 1)
    logs = [
        whole - lgamma(k + 1) - lgamma(trials - k + 1) + k * yes + (trials - k) * no
        for k in range(trials + 1)
    ]
    limit = logs[count] + 1e-7  # counts that are as probable but for rounding
    return min(1.0, fsum(exp(one) for one in logs if one <= limit))
