"""Scales: the grades an assessor can give, which of them count as correct, and NIST's codes for them."""

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import NamedTuple, Self


class Scale(NamedTuple):
    """The grades of one kind of judgment, best first."""

    name: str
    grades: tuple[str, ...]
    correct: frozenset[str]
    codes: Mapping[str, int]  # NIST's judgment codes, as written in qrels files
    passages: bool = False  # whether what is graded names a paragraph of its document
    lenient: frozenset[str] = frozenset()  # of those that count as correct: by the campaign's settings alone

    def best(self, grades: Iterable[str]) -> str:
        """The best of some grades."""
        return min(grades, key=self.grades.index)

    def worst(self, grades: Iterable[str]) -> str:
        """The worst of some grades."""
        return max(grades, key=self.grades.index)

    def is_correct(self, grade: str) -> bool:
        """Whether a response of this grade counts as a right answer."""
        return grade in self.correct

    @property
    def strictly_correct(self) -> frozenset[str]:
        """The grades that call an answer correct, whatever else a campaign lets count."""
        return self.correct - self.lenient

    def counting(self, grades: Iterable[str]) -> Self:
        """The same scale in a campaign that lets these grades count as correct, too."""
        more = frozenset(grades).intersection(self.grades) - self.correct
        return self._replace(correct=self.correct | more, lenient=self.lenient | more)

    def grade_of(self, code: int) -> str | None:
        """The grade that a code of a qrels file stands for; None where the scale has no such code."""
        return next((grade for grade, known in self.codes.items() if known == code), None)


YES_NO = Scale(
    name="yes-no",
    grades=("yes", "no"),
    correct=frozenset({"yes"}),
    codes=MappingProxyType({"yes": 1, "no": -1}),
)
FOUR_WAY = Scale(
    name="four-way",
    grades=("correct", "inexact", "unsupported", "incorrect"),
    correct=frozenset({"correct"}),
    codes=MappingProxyType({"correct": 1, "inexact": 3, "unsupported": 2, "incorrect": -1}),
)
# TREC 2007 tells answers that a document supports but that others contradict or supersede from globally correct ones.
FIVE_WAY = Scale(
    name="five-way",
    grades=("correct", "locally_correct", "inexact", "unsupported", "incorrect"),
    correct=frozenset({"correct"}),
    codes=MappingProxyType(
        {"correct": 1, "locally_correct": 4, "inexact": 3, "unsupported": 2, "incorrect": -1}
    ),
)
# ResPubliQA 2010, section VII: paragraphs, and paragraphs with exact answers. U follows from the run and is no grade.
PARAGRAPH = Scale(
    name="paragraph",
    grades=("R", "W"),
    correct=frozenset({"R"}),
    codes=MappingProxyType({"R": 1, "W": -1}),
    passages=True,
)
EXACT_ANSWER = Scale(
    name="exact-answer",
    grades=("R", "X", "M", "W"),
    correct=frozenset({"R"}),
    codes=MappingProxyType({"R": 1, "X": 3, "M": 4, "W": -1}),
    passages=True,
)
# Natural Questions, section 4.2: correct, correct but debatable, wrong; of annotated answers, by experts.
EXPERT = Scale(
    name="expert",
    grades=("C", "Cd", "W"),
    correct=frozenset({"C", "Cd"}),
    codes=MappingProxyType({"C": 1, "Cd": 5, "W": -1}),
    passages=True,
)
SCALES: Mapping[str, Scale] = MappingProxyType(
    {scale.name: scale for scale in (EXPERT, YES_NO, FOUR_WAY, FIVE_WAY, PARAGRAPH, EXACT_ANSWER)}
)
