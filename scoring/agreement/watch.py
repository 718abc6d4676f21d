"""Signs that somebody judges unlike the others, or unlike themselves: worth a look, proof of nothing."""

from collections.abc import Iterable, Sequence
from math import sqrt
from typing import NamedTuple


class Shares(NamedTuple):
    """Comparisons, and how many of them differ."""

    compared: int = 0
    differ: int = 0

    @property
    def share(self) -> float | None:
        """Of the comparisons; None where there are none."""
        return self.differ / self.compared if self.compared else None


def order_effect(questions: Iterable[Sequence[bool]]) -> float | None:
    """Whether later answers are judged otherwise than earlier ones: z, positive where later ones are right more often.

    Each sequence has one question's judgments in the order in which they were made, true for right. Van Elteren's test:
    Wilcoxon's rank sum in each question, weighted by 1 / (N + 1) (van Elteren, On the combination of independent two
    sample tests of Wilcoxon, Bulletin of the ISI 37, 1960). None where no question has both kinds.
    """
    total = variance = 0.0
    for judged in questions:
        n, right = len(judged), sum(judged)
        wrong = n - right
        ranks = sum(place for place, is_right in enumerate(judged, 1) if is_right)
        total += (ranks - right * (n + 1) / 2) / (n + 1)
        variance += right * wrong / (12 * (n + 1))
    return total / sqrt(variance) if variance else None


def apart(mine: Shares, others: Shares) -> float | None:
    """Whether one assessor differs more from the others than they among themselves: z of two proportions, pooled.

    None where either has no comparisons, or none or all of them differ.
    """
    compared = mine.compared + others.compared
    pooled = (mine.differ + others.differ) / compared if compared else 0.0
    if mine.share is None or others.share is None or pooled in (0.0, 1.0):
        return None
    spread = sqrt(pooled * (1 - pooled) * (1 / mine.compared + 1 / others.compared))
    return (mine.share - others.share) / spread
