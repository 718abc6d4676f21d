"""Sentences with what they cite: each pair of a sentence and a document is graded, and sentences are scored.

Of the responses to such a question, in the order of the file, each of rank 0 or 1 begins a sentence: of rank 0 one that cites
nothing, and is no item; else with its first citation, which those of the ranks that follow go on with. A sentence that is
said twice counts twice.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property, partial
from typing import Any

from scoring.formats.supported import sentences_line
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

    def of_run(self, facts: Mapping[str, Facts]) -> Mapping[str, Any]:
        """How many sentences a run's answers have, how many of them cite something, and how many citations are judged or not."""
        sentences = [one for of_question in facts.values() for one in of_question.given.sentences]
        lines = sum(one.lines for one in facts.values())
        return {"sentences": {"all": len(sentences), "cited": sum(map(bool, sentences)), "citations": lines}}

    def facts(self, qid: str, gathered: Sentences) -> Facts:
        kind = self.all.kinds[qid]
        worth = partial(self._worth, kind.scale.values if kind.scale else {})
        values: list[Citations] = [tuple(map(worth, sentence)) for sentence in gathered]
        lines = sum(map(len, values))
        unjudged = sum(one.count(None) for one in values)
        given = SupportFacts(values, kind.zero_if_empty)
        if not unjudged:
            return Facts(given, given, lines, 0)
        hopeful = [tuple(ONE if value is None else value for value in one) for one in values]
        return Facts(given, given._replace(sentences=hopeful), lines, unjudged)

    def _worth(self, values: Mapping[str, Fraction], item: Item) -> Fraction | None:
        grade = self.grades.get(item)
        return values.get(grade, ZERO) if grade else None

    def judged_run(self, responses: Sequence[Response], tag: str) -> Iterator[bytes]:
        """A line for each topic that the run answered."""
        by_question = defaultdict[str, list[Response]](list)
        for response in responses:
            by_question[response.qid].append(response)
        for qid, given in by_question.items():
            scale = self.all.kinds[qid].scale
            worth = partial(self._worth, scale.values if scale else {})
            yield sentences_line(self._topics.get(qid, qid), tag, given, worth)

    @cached_property
    def _topics(self) -> Mapping[str, str]:
        """The question of each one's series that has its answers whole (`context`), whose id files name."""
        wholes = {
            (one.series, one.type): one.qid
            for one in self.all.index.evaluation.topics.questions
            if one.series
        }
        found = {
            qid: wholes.get((one.series, self.all.kinds[qid].context))
            for qid, one in self.all.questions.items()
        }
        return {qid: whole for qid, whole in found.items() if whole}


# Judged as single answers are, but that nothing is sought there that somebody may not find.
_STAGE = ANSWERS_STAGE._replace(may_find_none=False)
CITATIONS = Form(name="citations", scored=Cited, stages=(_STAGE, THIRDS_STAGE), run_file="support/{}.jsonl")
