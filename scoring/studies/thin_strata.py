"""Where a sample tells too little for an interval: too few of its questions say anything else than the others.

An interval rests on what varies: people's values for the plain mean, what people and the machine differ by for the powered
one. Where hardly any of the drawn questions does, the sample has often missed those that do, and the interval is too short.
It is enough for that if one stratum is so that the estimate leans on: with 25 of 100, 35 of 50 and 40 of 50 questions drawn,
of which the first are right in 90 %, plain intervals of 95 % held in 92 % and powered ones in 89 % of simulated samples; in
those that no rule below warned of, in 95 % or more (tests/scoring/studies/test_thin_strata.py).
"""

from collections.abc import Callable, Sequence

from scoring.arrays import np
from scoring.studies.sampled_means import Part

FEW = 10  # questions in which people and the machine differ: a rule of thumb, tried in tests of coverage
FEW_OTHERS = 6  # questions to which people give another value than to most: the same
FEW_IN_STRATUM = 3  # either of these in one stratum that the estimate leans on: the same
LEANS_ON = 0.1  # the share of what a question's variance counts for, from which on it leans on a stratum


def thin_strata(
    strata: Sequence[str], parts: Sequence[Part], count: Callable[[Part], int]
) -> tuple[str, ...]:
    """The strata that the estimate leans on and that tell too little of its variance."""
    units = sum(part.size for part in parts)
    counts = [(part.size / units) ** 2 * part.open / part.drawn for part in parts]
    return tuple(
        name
        for name, part, weight in zip(strata, parts, counts, strict=True)
        if weight > LEANS_ON * sum(counts) and count(part) < FEW_IN_STRATUM
    )


def varying(parts: Sequence[Part]) -> int:
    """In how many units, of strata that were not drawn whole, people's value is another than the commonest of the stratum."""
    some = [part.values.round(12) for part in parts if part.drawn < part.size]
    return sum(len(values) - int(np.unique(values, return_counts=True)[1].max()) for values in some)


def differing(parts: Sequence[Part]) -> int:
    """In how many units people and the machine differ; of strata that were drawn whole none, since they leave nothing open."""
    some = [part for part in parts if part.drawn < part.size]
    return sum(int((np.abs(part.values - part.beside) > 1e-12).sum()) for part in some)
