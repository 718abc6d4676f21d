"""What several people said of the same things, counted by question: what every coefficient of agreement rests on."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import NamedTuple

Pattern = tuple[tuple[str, str], ...]  # who said what of one thing, in code-point order of their names
Patterns = Mapping[Pattern, int]  # of how many things just this was said
Pair = tuple[str, str]  # two assessors, in code-point order


class Ratings(NamedTuple):
    """What was said of pool items, nuggets or pages."""

    by_question: Mapping[str, Counter[Pattern]]
    labels: tuple[
        str, ...
    ] = ()  # everything that can be said, the best first; () where there is no such list
    ordered: bool = False  # whether the labels are steps of one scale
    positive: frozenset[str] = frozenset()  # the labels that say yes, of which two people's overlap is
    values: Mapping[str, Fraction] = MappingProxyType({})  # what each label is worth, where they are graded

    @property
    def patterns(self) -> Counter[Pattern]:
        """The same of all questions together."""
        whole = Counter[Pattern]()
        for of_question in self.by_question.values():
            whole.update(of_question)
        return whole

    @property
    def things(self) -> int:
        """How many somebody spoke of."""
        return sum(of_question.total() for of_question in self.by_question.values())

    @property
    def twice(self) -> int:
        """How many two people or more spoke of."""
        questions = self.by_question.values()
        return sum(count for one in questions for pattern, count in one.items() if len(pattern) > 1)

    @property
    def order(self) -> tuple[str, ...]:
        """The labels where they are steps of one scale, else ()."""
        return self.labels if self.ordered else ()


def ratings(
    said: Iterable[tuple[str, Mapping[str, str]]],
    labels: tuple[str, ...] = (),
    *,
    ordered: bool = False,
    positive: frozenset[str] = frozenset(),
    least: int = 1,
) -> Ratings:
    """Count what was said: a question, and who said what of one thing in it. `least` people speak of a thing that counts."""
    by_question: defaultdict[str, Counter[Pattern]] = defaultdict(Counter)
    for qid, votes in said:
        if len(votes) >= least:
            by_question[qid][tuple(sorted(votes.items()))] += 1
    return Ratings(dict(by_question), labels, ordered, positive)


def labels_in(patterns: Iterable[Pattern]) -> set[str]:
    """Everything that was said."""
    return {label for pattern in patterns for _, label in pattern}
