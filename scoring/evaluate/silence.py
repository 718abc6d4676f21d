"""Scores runs that may prefer not to answer: one grade for each question of the run, counted (scoring.measures.c1).

A missing response and an unjudged one count as wrong; the score's bounds show what the unjudged ones could change.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from scoring.evaluate.report import RunScore, Silence
from scoring.measures.base import Value
from scoring.measures.c1 import OF_TALLY, SILENT, Tally, c1, counts_of, of_question
from scoring.records import Evaluation, Item, Question, Response
from scoring.tracks.base import Track

UNJUDGED = ""  # stands for the grade of a response that has none


class _Mark(NamedTuple):
    """What a run's response to one question came to."""

    question: Question
    given: str  # the grade of the response; U for a NOA
    held_back: (
        str | None
    )  # the grade of the answer behind a NOA, U where there is none; None where there is no NOA

    @property
    def unjudged(self) -> int:
        """How many grades are to come: 0 or 1."""
        return int(UNJUDGED in (self.given, self.held_back))


class SilentRuns:
    """The runs of an evaluation, as far as they do not depend on the rule."""

    def __init__(self, track: Track, evaluation: Evaluation, questions: Iterable[Question]) -> None:
        retained = {question.qid for question in questions}
        self._measures = track.measures
        self._asked: dict[str, list[tuple[Question, Response | None]]] = {}
        self._exact: dict[str, bool] = {}
        for run in evaluation.runs:
            responses = {one.qid: one for one in evaluation.responses.get(run.run_id, ())}
            asked = track.questions_of(run.run_id, evaluation.topics)
            self._asked[run.run_id] = [(it, responses.get(it.qid)) for it in asked if it.qid in retained]
            self._exact[run.run_id] = any(response.answer for response in responses.values())

    def score(self, run_id: str, grades: Mapping[Item, str]) -> RunScore:
        """The scores of a run under a rule."""
        marks = [_mark(question, response, grades) for question, response in self._asked[run_id]]
        tally = _tally(marks, self._exact[run_id])
        measures = self._values(tally)
        given, unjudged = tally.given, sum(mark.unjudged for mark in marks)
        responses = sum(response is not None for _, response in self._asked[run_id])
        waiting = sum(mark.given == UNJUDGED for mark in marks)
        return RunScore(
            score=measures["c1"],
            judged=responses - unjudged,
            unjudged=unjudged,
            low=measures["c1"],
            high=c1(given._replace(R=given.R + waiting, W=given.W - waiting)),
            measures=measures,
            questions={mark.question.qid: {"c1": of_question(mark.given, given)} for mark in marks},
            series=None,
            silence=Silence(
                tally=tally,
                marks={mark.question.qid: mark.given for mark in marks},
                held_back={it.question.qid: it.held_back for it in marks if it.held_back is not None},
                by_type=self._parts(marks, run_id, lambda mark: mark.question.type),
                by_pair=self._parts(marks, run_id, lambda mark: mark.question.pair),
            ),
        )

    def _values(self, tally: Tally) -> dict[str, Value]:
        return {name: OF_TALLY[name](tally) for name in self._measures}

    def _parts(
        self, marks: list[_Mark], run_id: str, part: Callable[[_Mark], str]
    ) -> dict[str, dict[str, Value]]:
        """The measures over the questions of each part alone."""
        parts: defaultdict[str, list[_Mark]] = defaultdict(list)
        for mark in marks:
            parts[part(mark)].append(mark)
        return {
            name: self._values(_tally(of_part, self._exact[run_id]))
            for name, of_part in sorted(parts.items())
        }


def _mark(question: Question, response: Response | None, grades: Mapping[Item, str]) -> _Mark:
    if response is None:
        return _Mark(question, "W", None)
    grade = grades.get(response.item, UNJUDGED) if response.item else SILENT
    return _Mark(question, SILENT, grade) if response.noa else _Mark(question, grade, None)


def _tally(marks: Iterable[_Mark], exact: bool) -> Tally:
    told = list(marks)
    held_back = counts_of(mark.held_back for mark in told if mark.held_back is not None)
    return Tally(counts_of(mark.given for mark in told), held_back, exact)
