"""c@1 and what stands beside it (ResPubliQA 2010, Guidelines for the Participants, section VII).

Of the n questions that a run was asked, nR responses are right, nX inexact, nM missed (the paragraph holds the answer,
the string does not), nW wrong, and nU questions were left unanswered (NOA).

    c@1 = (nR + nU · nR / n) / n        accuracy = nR / n        extraction = nR / (nR + nX + nM)

c@1 is accuracy where nU = 0, and 0 where nR = 0. A run that holds answers back behind its NOAs has a second c@1, with
those answers in their places; a NOA without one stays unanswered. All are undefined where they divide by 0, and
extraction where there are no exact answers.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType
from typing import Any, ClassVar, NamedTuple

from scoring.intervals import Influence
from scoring.measures.base import ONE, ZERO, Combined, Measure, Outcome
from scoring.say import sentence

_SOURCE = "ResPubliQA 2010, Guidelines for the Participants, section VII"
SILENT = "U"
WITH_ANSWER = frozenset("RXM")  # grades of what a paragraph that holds the answer was made of


class Counts(NamedTuple):
    """How many questions got a response of each grade; U: none."""

    R: int = 0
    X: int = 0
    M: int = 0
    W: int = 0
    U: int = 0

    @property
    def n(self) -> int:
        """All questions."""
        return sum(self)


class Tally(NamedTuple):
    """What c@1 and its kin take of a run."""

    given: Counts  # each NOA as U
    held_back: Counts  # the answers behind the NOAs; U: a NOA without one

    @property
    def ignoring_noa(self) -> Counts:
        """The counts with the answers that were held back in their places."""
        shown = Counts(*(one + other for one, other in zip(self.given, self.held_back, strict=True)))
        return shown._replace(U=self.held_back.U)


class Uses(NamedTuple):
    """A run's counts with other uses of NOA, its answers and those that it held back being the same."""

    run: Counts  # as it was handed in
    none: Counts  # every answer given that there is
    best: Counts  # every right answer given, and no other


def counted_as(grade: str) -> str:
    """The grade that counts: any other than R, X, M and U is wrong."""
    return grade if grade in Counts._fields else "W"


def counts_of(grades: Iterable[str]) -> Counts:
    """Count grades."""
    return Counts(**Counter(map(counted_as, grades)))


def c1(counts: Counts) -> Fraction | None:
    """c@1 of some counts."""
    n = counts.n
    return Fraction(counts.R * (n + counts.U), n * n) if n else None


def accuracy(counts: Counts) -> Fraction | None:
    """The share of right responses."""
    return Fraction(counts.R, counts.n) if counts.n else None


def as_paragraphs(counts: Counts) -> Counts:
    """The counts of a run of exact answers if its paragraphs alone were graded."""
    return Counts(R=counts.R + counts.X + counts.M, W=counts.W, U=counts.U)


def uses_of_noa(tally: Tally) -> Uses:
    """What the counts of a run would have been with other uses of NOA."""
    none = tally.ignoring_noa
    return Uses(run=tally.given, none=none, best=Counts(R=none.R, U=none.n - none.R))


def _c1_of(sums: Sequence[Any], n: Any) -> Any:
    right, unanswered = sums
    return right * (n + unanswered) / (n * n)


def _c1_influence(columns: Sequence[Sequence[float]]) -> Influence:
    """A right answer adds 1 + nU / n, a silence nR / n: the derivatives of c@1, about c@1."""
    right, unanswered = columns
    n = len(right)
    share, silent = sum(right) / n, sum(unanswered) / n
    score = share * (1 + silent)
    again = share * silent  # so much more than c@1 is their mean
    values = (
        is_right * (1 + silent) + is_silent * share - again
        for is_right, is_silent in zip(right, unanswered, strict=True)
    )
    return Influence(score, tuple(values), n / (1 + silent))


C1 = Combined("c1", ("right", "unanswered"), _c1_of, _c1_influence)

Given = Sequence[Outcome]  # the one response to a question; a missing one counts as wrong


@dataclass(frozen=True)
class CAtOne(Measure[Given]):
    """Accuracy that rewards silence as far as the run is right otherwise.

    A question is worth 1 where it is right, nR / n where it is unanswered, else 0; c@1 is the mean.
    """

    name: ClassVar[str] = "c1"
    forms: ClassVar[tuple[str, ...]] = ("passages",)
    label: ClassVar[str] = "c@1"
    source: ClassVar[str] = _SOURCE
    meanings: ClassVar[Mapping[str, str]] = MappingProxyType(
        {
            "nR": sentence("questions answered right"),
            "nU": sentence("questions left unanswered"),
            "n": sentence("all questions of the run's languages"),
        }
    )

    def formula(self) -> tuple[str, ...]:
        return ("c@1 = (nR + nU · nR / n) / n",)

    def grade(self, given: Given) -> str:
        """The grade that counts."""
        return given[0].grade

    def of_questions(self, given: Mapping[str, Given]) -> dict[str, Fraction]:
        grades = {qid: self.grade(one) for qid, one in given.items()}
        share = accuracy(counts_of(grades.values())) or ZERO
        worth = {"R": ONE, SILENT: share}
        return {qid: worth.get(grade, ZERO) for qid, grade in grades.items()}

    @property
    def combined(self) -> Combined:
        return C1

    def parts_of(self, given: Mapping[str, Given]) -> dict[str, tuple[Fraction, ...]]:
        grades = {qid: self.grade(one) for qid, one in given.items()}
        return {qid: (Fraction(grade == "R"), Fraction(grade == SILENT)) for qid, grade in grades.items()}


@dataclass(frozen=True)
class CAtOneIgnoringNoa(CAtOne):
    """The same with the answers that were held back in the places of the NOAs."""

    name: ClassVar[str] = "c1_ignoring_noa"
    label: ClassVar[str] = sentence("c@1 ignoring NOA")

    def grade(self, given: Given) -> str:
        held_back = given[0].held_back
        return given[0].grade if held_back is None else held_back


@dataclass(frozen=True)
class Extraction(Measure[Given]):
    """How well exact answers are taken from paragraphs that hold one."""

    name: ClassVar[str] = "extraction"
    forms: ClassVar[tuple[str, ...]] = ("passages",)
    label: ClassVar[str] = sentence("Extraction")
    source: ClassVar[str] = _SOURCE

    def formula(self) -> tuple[str, ...]:
        return ("extraction = nR / (nR + nX + nM)",)

    def of_questions(self, given: Mapping[str, Given]) -> dict[str, Fraction]:
        with_answer = {
            qid: one[0] for qid, one in given.items() if one[0].exact and one[0].grade in WITH_ANSWER
        }
        return {qid: ONE if one.grade == "R" else ZERO for qid, one in with_answer.items()}


@dataclass(frozen=True)
class Count(Measure[Given]):
    """How many questions got a response of a grade."""

    forms: ClassVar[tuple[str, ...]] = ("passages",)
    grade: ClassVar[str]

    def of_question(self, given: Given) -> Fraction:
        return ONE if counted_as(given[0].grade) == self.grade else ZERO

    def of_run(self, values: Sequence[Fraction]) -> int:
        return sum(1 for value in values if value)


@dataclass(frozen=True)
class Right(Count):
    """How many responses are right."""

    name: ClassVar[str] = "nR"
    label: ClassVar[str] = sentence("Right")
    grade: ClassVar[str] = "R"


@dataclass(frozen=True)
class Inexact(Count):
    """How many exact answers are inexact."""

    name: ClassVar[str] = "nX"
    label: ClassVar[str] = sentence("Inexact")
    grade: ClassVar[str] = "X"


@dataclass(frozen=True)
class Missed(Count):
    """How many exact answers miss what their paragraph holds."""

    name: ClassVar[str] = "nM"
    label: ClassVar[str] = sentence("Missed")
    grade: ClassVar[str] = "M"


@dataclass(frozen=True)
class Wrong(Count):
    """How many responses are wrong, missing or unjudged."""

    name: ClassVar[str] = "nW"
    label: ClassVar[str] = sentence("Wrong")
    grade: ClassVar[str] = "W"


@dataclass(frozen=True)
class Unanswered(Count):
    """How many questions were left unanswered."""

    name: ClassVar[str] = "nU"
    label: ClassVar[str] = sentence("Unanswered")
    grade: ClassVar[str] = "U"
