"""Whole paragraphs, one a question, or silence (NOA) with or without the paragraph that was held back.

A missing response and an unjudged one count as wrong.
"""

from collections.abc import Sequence

from scoring.forms.answers import ANSWERS_STAGE, THIRDS_STAGE
from scoring.forms.base import Facts, Form, Judged, Questions
from scoring.measures.base import Outcome
from scoring.measures.c1 import SILENT
from scoring.records import Item, Qrels, Response

UNJUDGED = ""  # stands for the grade of a response that has none
MISSING = Outcome(0, right=False, grade="W")


class Passages(Questions):
    """Questions that a run answers with a paragraph, or not at all."""

    def gathered(self, qid: str, responses: Sequence[Response]) -> Response | None:
        return responses[-1] if responses else None

    def under(self, qrels: Qrels, partial: bool = False) -> Judged:
        return JudgedPassages(self, qrels)


class JudgedPassages(Judged):
    """The same under a rule."""

    def facts(self, qid: str, gathered: Response | None) -> Facts:
        if gathered is None:
            return Facts([MISSING], [MISSING], 0, 0)
        scale = self.all.kinds[qid].scale
        right = scale.correct if scale else frozenset[str]()
        grade = self._grade(gathered.item)
        exact = bool(gathered.answer)
        if gathered.noa:
            silent = [Outcome(1, right=False, grade=SILENT, held_back=grade, exact=exact)]
            return Facts(silent, silent, 1, int(grade == UNJUDGED))
        partial = scale.partial.get(grade) if scale else None
        outcome = Outcome(1, grade in right, grade, exact=exact, partial=partial)
        if grade != UNJUDGED:
            return Facts([outcome], [outcome], 1, 0)
        return Facts([outcome], [Outcome(1, right=True, grade="R", exact=exact)], 1, 1)

    def _grade(self, item: Item | None) -> str:
        return self.grades.get(item, UNJUDGED) if item else SILENT


PASSAGES = Form(
    name="passages",
    scored=Passages,
    stages=(ANSWERS_STAGE, THIRDS_STAGE),
    may_be_silent=True,
)
