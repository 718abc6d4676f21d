"""The decisions that annotators come to, one after another (Natural Questions, section 3.2 and Figure 2).

An annotation calls the question bad, for one of five reasons, or good; of a good question it gives a long answer of some
kind, or none; in a long answer it gives short answers, yes or no, or none. A file of the corpus does not tell which
questions are bad: all of its annotations count as of good ones.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from scoring.annotations import BAD_QUESTION, KINDS, AnnotatedExample, Annotation, Part
from scoring.spans.scores import has_answer

SHORT_ENDS = ("spans", "yes", "no", "none")


class Flow(NamedTuple):
    """How many annotations took each way; every annotation is in one of `reasons`, `no_long` and `short`."""

    reasons: Mapping[str, int]  # of bad questions; "" where none was given
    no_long: int
    kinds: Mapping[str, int]  # of long answers; "" where it is not known
    short: Mapping[str, int]  # of long answers too, by SHORT_ENDS

    @property
    def bad(self) -> int:
        """Those that call the question bad."""
        return sum(self.reasons.values())

    @property
    def long(self) -> int:
        """Those with a long answer."""
        return sum(self.kinds.values())

    @property
    def good(self) -> int:
        """Those that call the question good."""
        return self.no_long + self.long

    @property
    def annotations(self) -> int:
        """All of them."""
        return self.bad + self.good


def flow_of(annotations: Iterable[Annotation]) -> Flow:
    """Count the ways that annotations took."""
    reasons, kinds, short = Counter[str](), Counter[str](), Counter[str]()
    no_long = 0
    for one in annotations:
        if one.question == "bad":
            reasons[one.reason] += 1
        elif one.label.has_long:
            kinds[one.kind] += 1
            short[_short_end(one)] += 1
        else:
            no_long += 1
    return Flow(
        _in_order(reasons, BAD_QUESTION),
        no_long,
        _in_order(kinds, KINDS.values()),
        _in_order(short, SHORT_ENDS),
    )


def _short_end(annotation: Annotation) -> str:
    label = annotation.label
    if label.yes_no != "NONE":
        return label.yes_no.lower()
    return "spans" if label.short else "none"


def _in_order(counts: Mapping[str, int], names: Iterable[str]) -> dict[str, int]:
    """All names with their counts, and what has no name at the end where there is any."""
    found = {name: counts.get(name, 0) for name in names}
    return found | ({"": counts[""]} if counts.get("") else {})


def votes_of(part: Part, examples: Iterable[AnnotatedExample]) -> dict[int, int]:
    """How many examples have an answer by none of their annotators, by one, by two, … up to the most annotators of any."""
    counts, most = Counter[int](), 0
    for example in examples:
        counts[sum(has_answer(part, one.label) for one in example.annotations)] += 1
        most = max(most, len(example.annotations))
    return {votes: counts[votes] for votes in range(most + 1)}
