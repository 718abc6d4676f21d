"""Scales: the grades an assessor can give, which of them count as correct, and NIST's codes for them.

A grade is declared here once: its code and worth, its words for people and the tone in which pages show it.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import chain
from types import MappingProxyType
from typing import NamedTuple, Self

from scoring.say import say, sentence

RIGHT, NEAR, DOUBTFUL, WRONG = (
    "correct",
    "inexact",
    "unsupported",
    "incorrect",
)  # tones, as style sheets call them

# What somebody says who can give no grade, and why in the note: no grade of any scale, and no voice in anything.
CANNOT_JUDGE = "cannot_judge"


class Grade(NamedTuple):
    """A grade, or another label that people give."""

    label: str  # as it is stored and written to files
    tone: str = ""  # in which pages show it; "": as all text
    code: int = 0  # NIST's, as written in qrels files; 0: it is written to none
    value: Fraction = Fraction(0)  # what a response of it is worth; of right or wrong it is 1 or 0
    name: str = ""  # how it is called within a sentence; "": it is a sign, and called by its label
    title: str = ""  # the same where it begins one
    meant: str = ""  # of a sign: what it means, in few words
    key: str = ""  # that gives it on the judging page; "": the number of its place


@dataclass(frozen=True)
class Scale:
    """The grades of one kind of judgment, best first."""

    name: str
    declared: tuple[Grade, ...]
    passages: bool = False  # whether what is graded names a paragraph of its document
    lenient: frozenset[str] = frozenset()  # that count as correct by the campaign's settings alone
    cannot_judge: bool = False  # whether assessors may say that an answer cannot be judged
    right: frozenset[str] | None = None  # that call an answer correct; None: those of the highest value
    criteria: tuple["Criterion", ...] = ()  # whose labels it joins

    @cached_property
    def grades(self) -> tuple[str, ...]:
        """The labels of its grades."""
        return tuple(grade.label for grade in self.declared)

    def criterion(self, name: str) -> "Criterion | None":
        """The criterion of this name."""
        return next((one for one in self.criteria if one.name == name), None)

    def of(self, name: str) -> "Scale":
        """The scale of the criterion of this name; of anything else this one."""
        found = self.criterion(name)
        return found.scale if found else self

    @cached_property
    def answers(self) -> tuple[str, ...]:
        """All that an assessor may say of a response: its grades and, last, that it cannot be judged."""
        return (*self.grades, CANNOT_JUDGE) if self.cannot_judge else self.grades

    @cached_property
    def codes(self) -> Mapping[str, int]:
        """NIST's judgment codes, as written in qrels files."""
        return MappingProxyType({grade.label: grade.code for grade in self.declared})

    @cached_property
    def correct(self) -> frozenset[str]:
        """The grades that count as correct."""
        return self.strictly_correct | self.lenient

    @cached_property
    def strictly_correct(self) -> frozenset[str]:
        """The grades that call an answer correct, whatever else a campaign lets count."""
        if self.right is not None:
            return self.right
        return frozenset(one.label for one in self.declared if 0 < one.value == self.ends[1])

    @cached_property
    def partial(self) -> Mapping[str, Fraction]:
        """What a response earns of a right one whose grade does not count as correct, by grade, where it is a part of 1."""
        right = self.strictly_correct
        parts = {one.label: one.value for one in self.declared if 0 < one.value < 1}
        return MappingProxyType({label: value for label, value in parts.items() if label not in right})

    @cached_property
    def values(self) -> Mapping[str, Fraction]:
        """What a response of each grade is worth."""
        return MappingProxyType({grade.label: grade.value for grade in self.declared})

    @cached_property
    def ends(self) -> tuple[Fraction, Fraction]:
        """The least and the most that a response is worth, one without a grade among them, which is worth nothing."""
        values = (Fraction(0), *self.values.values())
        return min(values), max(values)

    @cached_property
    def is_graded(self) -> bool:
        """Whether its grades are steps of more than two values, between which distances mean something."""
        return len(set(self.values.values())) > 2

    def best(self, grades: Iterable[str]) -> str:
        """The best of some grades."""
        return min(grades, key=self.grades.index)

    def worst(self, grades: Iterable[str]) -> str:
        """The worst of some grades."""
        return max(grades, key=self.grades.index)

    def is_correct(self, grade: str) -> bool:
        """Whether a response of this grade counts as a right answer."""
        return grade in self.correct

    def counting(self, grades: Iterable[str]) -> Self:
        """The same scale in a campaign that lets these grades count as correct, too."""
        more = frozenset(grades).intersection(self.grades) - self.correct
        return replace(self, lenient=self.lenient | more)

    def grade_of(self, code: int) -> str | None:
        """The grade that a code of a qrels file stands for; None where the scale has no such code."""
        return next((grade.label for grade in self.declared if grade.code == code), None)


@dataclass(frozen=True)
class Criterion:
    """What is said of each answer to the questions of a type, on a scale of its own."""

    name: str
    title: str  # in the words of whoever declared it
    scale: Scale
    weight: Fraction = Fraction(1)  # below 0 where an answer should not meet it
    help: str = ""
    group: str = ""  # of criteria that are scored together, too


def joined(criteria: Sequence[Criterion]) -> Scale:
    """A scale of all labels that criteria have, for whoever asks what one is worth, whatever it was said of.

    A label is worth the same on all scales of an evaluation, so that their order by worth is that of each of them.
    """
    scales = [one.scale for one in criteria]
    grades = {grade.label: grade for scale in scales for grade in scale.declared}
    return Scale(
        " ".join(dict.fromkeys(scale.name for scale in scales)),
        tuple(sorted(grades.values(), key=lambda grade: -grade.value)),
        right=frozenset(chain.from_iterable(scale.strictly_correct for scale in scales)),
        criteria=tuple(criteria),
    )


def without_reason(grade: str, note: str) -> str:
    """What is wrong with a judgment that says "cannot be judged" and not why; "" where nothing is."""
    if grade != CANNOT_JUDGE or note.strip():
        return ""
    return say("That an answer cannot be judged needs a reason, as its note.")


_ALL = Fraction(1)
_YES = Grade("yes", RIGHT, 1, _ALL, sentence("yes"), sentence("Yes"))
_NO = Grade("no", WRONG, -1, name=sentence("no"), title=sentence("No"))
_CORRECT = Grade("correct", RIGHT, 1, _ALL, sentence("correct"), sentence("Correct"))
_LOCALLY = Grade(
    "locally_correct", NEAR, 4, name=sentence("locally correct"), title=sentence("Locally correct")
)
_INEXACT = Grade("inexact", NEAR, 3, name=sentence("inexact"), title=sentence("Inexact"))
_UNSUPPORTED = Grade("unsupported", DOUBTFUL, 2, name=sentence("unsupported"), title=sentence("Unsupported"))
_INCORRECT = Grade("incorrect", WRONG, -1, name=sentence("incorrect"), title=sentence("Incorrect"))
_R = Grade("R", RIGHT, 1, _ALL, meant=sentence("right"))
_X = Grade("X", NEAR, 3, meant=sentence("inexact"))
_M = Grade("M", DOUBTFUL, 4, meant=sentence("missed"))
_W = Grade("W", WRONG, -1, meant=sentence("wrong"))

YES_NO = Scale("yes-no", (_YES, _NO))
FOUR_WAY = Scale("four-way", (_CORRECT, _INEXACT, _UNSUPPORTED, _INCORRECT))
# TREC 2007 tells answers that a document supports but that others contradict or supersede from globally correct ones.
FIVE_WAY = Scale("five-way", (_CORRECT, _LOCALLY, _INEXACT, _UNSUPPORTED, _INCORRECT))
# ResPubliQA 2010, section VII: paragraphs, and paragraphs with exact answers. U follows from the run and is no grade.
PARAGRAPH = Scale("paragraph", (_R, _W), passages=True)
EXACT_ANSWER = Scale("exact-answer", (_R, _X, _M, _W), passages=True)
# Natural Questions, section 4.2: correct, correct but debatable, wrong; of annotated answers, by experts.
EXPERT = Scale(
    "expert",
    (
        Grade("C", RIGHT, 1, _ALL, meant=sentence("correct")),
        Grade("Cd", NEAR, 5, _ALL, meant=sentence("correct but debatable")),
        _W,
    ),
    passages=True,
)
# TREC RAG 2024: how far an answer holds a nugget. A label of a cell (answer and nugget), where a type declares it.
SUPPORT = Scale(
    "support",
    (
        Grade("support", RIGHT, 2, _ALL, sentence("support"), sentence("Support")),
        Grade(
            "partial_support",
            NEAR,
            1,
            Fraction(1, 2),
            sentence("partial support"),
            sentence("Partial support"),
        ),
        Grade("not_support", WRONG, -1, name=sentence("no support"), title=sentence("No support")),
    ),
)
SCALES: Mapping[str, Scale] = MappingProxyType(
    {scale.name: scale for scale in (EXPERT, YES_NO, FOUR_WAY, FIVE_WAY, PARAGRAPH, EXACT_ANSWER, SUPPORT)}
)
# What is no answer's grade, and has words and a tone on pages like one: votes on nuggets, a run's silence, and that an
# answer cannot be judged.
_OTHERS = (
    Grade("vital", name=sentence("vital"), title=sentence("Vital")),
    Grade("okay", name=sentence("okay"), title=sentence("Okay")),
    Grade("U", DOUBTFUL),
    Grade(CANNOT_JUDGE, name=sentence("cannot be judged"), title=sentence("Cannot be judged")),
)
# What a label says is the same on whatever scale it is.
BY_LABEL: Mapping[str, Grade] = MappingProxyType(
    {one.label: one for scale in SCALES.values() for one in scale.declared}
    | {one.label: one for one in _OTHERS}
)
