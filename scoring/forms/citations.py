"""Sentences with what they cite: each pair of a sentence and a document is graded, and sentences are scored.

Of the responses to such a question, in the order of the file, each of rank 0 or 1 begins a sentence: of rank 0 one that cites
nothing, and is no item; else with its first citation, which those of the ranks that follow go on with. A sentence that is
said twice counts twice.
"""

from collections.abc import Sequence

from scoring.forms.answers import ANSWERS_STAGE, THIRDS_STAGE
from scoring.forms.base import Facts, Form, Judged, Questions
from scoring.measures.base import ONE, ZERO
from scoring.measures.support import Citations, SupportFacts
from scoring.records import Item, Qrels, Response

Sentences = list[list[Item]]  # of each sentence, what it cites with it, the first first


class Cited(Questions):
    """Questions that are answered in sentences with citations."""

    def gathered(self, qid: str, responses: Sequence[Response]) -> Sentences:
        sentences: Sentences = []
        for response in responses:
            if response.rank <= 1 or not sentences:
                sentences.append([])
            if item := response.item:
                sentences[-1].append(item)
        return sentences

    def under(self, qrels: Qrels, partial: bool = False) -> Judged:
        return JudgedCitations(self, qrels)


class JudgedCitations(Judged):
    """The same under a rule."""

    def facts(self, qid: str, gathered: Sentences) -> Facts:
        kind = self.all.kinds[qid]
        worth = kind.scale.values if kind.scale else {}
        values: list[Citations] = []
        for sentence in gathered:
            grades = (self.grades.get(item) for item in sentence)
            values.append(tuple(worth.get(grade, ZERO) if grade else None for grade in grades))
        lines = sum(map(len, values))
        unjudged = sum(one.count(None) for one in values)
        given = SupportFacts(values, kind.zero_if_empty)
        if not unjudged:
            return Facts(given, given, lines, 0)
        hopeful = [tuple(ONE if value is None else value for value in one) for one in values]
        return Facts(given, given._replace(sentences=hopeful), lines, unjudged)


CITATIONS = Form(name="citations", scored=Cited, stages=(ANSWERS_STAGE, THIRDS_STAGE))
