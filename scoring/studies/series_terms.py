"""What the judges of its questions make of the score of a series."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache
from typing import NamedTuple

from scoring.evaluate import Scorer
from scoring.evaluate.totals import Totals
from scoring.measures.base import ONE, ZERO

Values = tuple[Fraction | None, ...]  # of each run; None where it has none
Missing = tuple[
    str, bool
]  # the code of why a question has no judgment or value, and whether it leaves the means


class OfQuestion(NamedTuple):
    """The values of a question that its judges lead to."""

    outcomes: tuple[int, ...]  # of each judge
    distinct: tuple[Values, ...]  # by outcome
    missing: tuple[Missing, ...]  # by outcome

    @classmethod
    def of(cls, values: Sequence[Values], missing: Sequence[Missing] = ()) -> "OfQuestion":
        """Number the different outcomes of the judges of a question."""
        pairs = list(zip(values, missing or [("", False)] * len(values), strict=True))
        numbers = {pair: number for number, pair in enumerate(dict.fromkeys(pairs))}
        found, reasons = zip(*numbers, strict=True)
        return cls(tuple(numbers[pair] for pair in pairs), found, reasons)

    def varies(self, run: int) -> bool:
        """Whether the value of a run depends on the judge."""
        return len({values[run] for values in self.distinct}) > 1


class SeriesSum:
    """A series and the outcomes of its questions."""

    def __init__(self, scorer: Scorer, name: str, found: Mapping[str, OfQuestion]) -> None:
        self.name, self.found = name, found
        self.varying = [qid for qid, one in found.items() if len(one.distinct) > 1]
        self._scorer = scorer
        self._totals = cache(self._totals_of)

    def _totals_of(self, missing: tuple[Missing, ...]) -> Totals:
        codes = dict(zip(self.found, missing, strict=True))
        left = {qid: code for qid, (code, _) in codes.items() if code}
        totals = self._scorer.totals(left, {qid: left[qid] for qid, (_, leaves) in codes.items() if leaves})
        assert totals
        return totals

    def _score(self, totals: Totals, values: Mapping[str, Fraction]) -> Fraction | None:
        found = totals.of_series(self.name, values)
        score = found["score"] if found else None
        return None if score is None else Fraction(score)

    def values(self, outcomes: Mapping[str, int]) -> Values:
        """The score of each run by the outcome of each question; of those that are not named, the first."""
        places = {qid: outcomes.get(qid, 0) for qid in self.found}
        totals = self._totals(tuple(one.missing[places[qid]] for qid, one in self.found.items()))
        rows = {qid: one.distinct[places[qid]] for qid, one in self.found.items()}
        runs = range(len(next(iter(rows.values()))))
        return tuple(
            self._score(totals, {qid: value for qid, row in rows.items() if (value := row[run]) is not None})
            for run in runs
        )

    def weighted(self) -> tuple[Values, dict[str, list[tuple[Fraction, ...]]]] | None:
        """The score as what it is without the questions whose judges differ, and what each outcome of theirs adds.

        None where judges decide which questions have a value, or where the score is no weighted sum of their values:
        then weights taken from single questions do not give the scores that runs have under the judges.
        """
        if any(len(set(one.missing)) > 1 for one in self.found.values()):
            return None
        totals = self._totals(tuple(one.missing[0] for one in self.found.values()))
        nothing = dict.fromkeys(self.found, ZERO)
        rest = self._score(totals, nothing)
        if rest is None:
            return (None,) * len(next(iter(self.found.values())).distinct[0]), {}
        weights = {qid: (self._score(totals, nothing | {qid: ONE}) or ZERO) - rest for qid in self.found}
        added = {
            qid: [tuple(weights[qid] * (value or ZERO) for value in row) for row in one.distinct]
            for qid, one in self.found.items()
        }
        constant = [rest] * len(next(iter(added.values()))[0])
        for qid in self.found:
            if qid not in self.varying:
                constant = [one + more for one, more in zip(constant, added[qid][0], strict=True)]
        parts = {qid: added[qid] for qid in self.varying}
        return (tuple(constant), parts) if self._holds(constant, parts) else None

    def _holds(self, constant: Sequence[Fraction], parts: Mapping[str, list[tuple[Fraction, ...]]]) -> bool:
        """Whether the sums are the scores, where each outcome is met once."""
        for number in range(max(map(len, parts.values()))):
            outcomes = {qid: number % len(rows) for qid, rows in parts.items()}
            rows = [parts[qid][outcome] for qid, outcome in outcomes.items()]
            sums = [sum(column, ZERO) for column in zip(constant, *rows, strict=True)]
            if tuple(sums) != self.values(outcomes):
                return False
        return True
