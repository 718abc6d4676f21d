"""c@1 and what stands beside it (ResPubliQA 2010, Guidelines for the Participants, section VII).

Of the n questions that a run was asked, nR responses are right, nX inexact, nM missed (the paragraph holds the answer,
the string does not), nW wrong, and nU questions were left unanswered (NOA).

    c@1 = (nR + nU · nR / n) / n        accuracy = nR / n        extraction = nR / (nR + nX + nM)

c@1 is accuracy where nU = 0, and 0 where nR = 0. A run that holds answers back behind its NOAs has a second c@1, with
those answers in their places; a NOA without one stays unanswered. All are undefined where they divide by 0, and
extraction where there are no exact answers.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType
from typing import ClassVar, NamedTuple

from scoring.measures.base import ZERO, Measure, Value

_SOURCE = "ResPubliQA 2010, Guidelines for the Participants, section VII"
SILENT = "U"


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
    exact: bool = True  # whether responses hold exact answers besides paragraphs

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


def counts_of(grades: Iterable[str]) -> Counts:
    """Count grades; any other than R, X, M and U counts as wrong."""
    counted = dict.fromkeys(Counts._fields, 0)
    for grade in grades:
        counted[grade if grade in counted else "W"] += 1
    return Counts(**counted)


def c1(counts: Counts) -> Fraction | None:
    """c@1 of some counts."""
    n = counts.n
    return Fraction(counts.R * (n + counts.U), n * n) if n else None


def accuracy(counts: Counts) -> Fraction | None:
    """The share of right responses."""
    return Fraction(counts.R, counts.n) if counts.n else None


def extraction(counts: Counts) -> Fraction | None:
    """How often the exact answer is right where the paragraph holds one."""
    holding = counts.R + counts.X + counts.M
    return Fraction(counts.R, holding) if holding else None


def as_paragraphs(counts: Counts) -> Counts:
    """The counts of a run of exact answers if its paragraphs alone were graded."""
    return Counts(R=counts.R + counts.X + counts.M, W=counts.W, U=counts.U)


def uses_of_noa(tally: Tally) -> Uses:
    """What the counts of a run would have been with other uses of NOA."""
    none = tally.ignoring_noa
    return Uses(run=tally.given, none=none, best=Counts(R=none.R, U=none.n - none.R))


def of_question(grade: str, counts: Counts) -> Fraction:
    """What one question adds to n · c@1: 1 where right, nR / n where unanswered, else 0."""
    if grade == SILENT:
        return accuracy(counts) or ZERO
    return Fraction(int(grade == "R"))


@dataclass(frozen=True)
class CAtOne(Measure[Tally]):
    """Accuracy that rewards silence as far as the run is right otherwise."""

    name: ClassVar[str] = "c1"
    label: ClassVar[str] = "c@1"
    source: ClassVar[str] = _SOURCE
    meanings: ClassVar[Mapping[str, str]] = MappingProxyType(
        {
            "nR": "questions answered right",
            "nU": "questions left unanswered",
            "n": "all questions of the run's languages",
        }
    )

    def formula(self) -> tuple[str, ...]:
        return ("c@1 = (nR + nU · nR / n) / n",)


@dataclass(frozen=True)
class CAtOneIgnoringNoa(CAtOne):
    """The same with the answers that were held back in the places of the NOAs."""

    name: ClassVar[str] = "c1_ignoring_noa"
    label: ClassVar[str] = "c@1 ignoring NOA"


@dataclass(frozen=True)
class Extraction(Measure[Tally]):
    """How well exact answers are taken from paragraphs that hold one."""

    name: ClassVar[str] = "extraction"
    label: ClassVar[str] = "Extraction"
    source: ClassVar[str] = _SOURCE

    def formula(self) -> tuple[str, ...]:
        return ("extraction = nR / (nR + nX + nM)",)


@dataclass(frozen=True)
class Right(Measure[Tally]):
    """How many responses are right."""

    name: ClassVar[str] = "nR"
    label: ClassVar[str] = "Right"


@dataclass(frozen=True)
class Inexact(Measure[Tally]):
    """How many exact answers are inexact."""

    name: ClassVar[str] = "nX"
    label: ClassVar[str] = "Inexact"


@dataclass(frozen=True)
class Missed(Measure[Tally]):
    """How many exact answers miss what their paragraph holds."""

    name: ClassVar[str] = "nM"
    label: ClassVar[str] = "Missed"


@dataclass(frozen=True)
class Wrong(Measure[Tally]):
    """How many responses are wrong, missing or unjudged."""

    name: ClassVar[str] = "nW"
    label: ClassVar[str] = "Wrong"


@dataclass(frozen=True)
class Unanswered(Measure[Tally]):
    """How many questions were left unanswered."""

    name: ClassVar[str] = "nU"
    label: ClassVar[str] = "Unanswered"


OF_TALLY: Mapping[str, Callable[[Tally], Value]] = MappingProxyType(
    {
        "c1": lambda tally: c1(tally.given),
        "c1_ignoring_noa": lambda tally: c1(tally.ignoring_noa),
        "accuracy": lambda tally: accuracy(tally.given),
        "extraction": lambda tally: extraction(tally.given) if tally.exact else None,
        "nR": lambda tally: tally.given.R,
        "nX": lambda tally: tally.given.X,
        "nM": lambda tally: tally.given.M,
        "nW": lambda tally: tally.given.W,
        "nU": lambda tally: tally.given.U,
    }
)
MEASURES = (CAtOne(), CAtOneIgnoringNoa(), Extraction(), Right(), Inexact(), Missed(), Wrong(), Unanswered())
