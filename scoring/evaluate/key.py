"""The answer key: what the questions of an evaluation are scored by under a rule, before any run is looked at."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from scoring import evaluations
from scoring.evaluate.totals import Totals
from scoring.forms import FORMS
from scoring.forms.base import Form, Judged, Questions
from scoring.forms.keys import Key
from scoring.index import Index
from scoring.records import Qrels, Question
from scoring.tracks.base import QuestionType


class AnswerKey(NamedTuple):
    """Grades, what the questions of each form are scored by, and which of them leave the means."""

    qrels: Qrels
    forms: Mapping[Form, Judged]
    left: Mapping[str, str]  # questions without a value or a judgment, with the code of the reason
    without_value: Mapping[str, str]  # those of them that leave the means; any other counts as wrong
    totals: Totals | None  # None where the track has no series

    @property
    def leaving(self) -> list[str]:
        """The series that leave the evaluation."""
        return self.totals.leaving() if self.totals else []

    @property
    def warnings(self) -> list[str]:
        """What to know of how the rule was followed."""
        return [*self.qrels.warnings, *(said for judged in self.forms.values() for said in judged.warnings)]

    @property
    def remarks(self) -> list[str]:
        """What to know of the judgments."""
        # The forms from last to first, so that reports read as they always did.
        forms = reversed(tuple(self.forms.values()))
        return [said for judged in forms for said in judged.remarks(self.left)]

    @property
    def voting(self) -> list[str]:
        """The questions on which somebody has yet to vote."""
        return [qid for judged in self.forms.values() for qid in judged.voting(self.left)]

    def of_questions(self) -> dict[str, Key]:
        """What each question is scored by, where there is more than its grades."""
        return {qid: key for judged in self.forms.values() for qid, key in judged.answer_keys()}


def questions_by_form(
    index: Index, questions: Sequence[Question], kinds: Mapping[str, QuestionType]
) -> dict[Form, Questions]:
    """The judged questions of an evaluation by form, where it has any."""
    found: dict[Form, list[Question]] = {form: [] for form in FORMS}
    for question in questions:
        found[kinds[question.qid].form].append(question)
    return {form: form.scored(index, of_form, kinds) for form, of_form in found.items() if of_form}


def forms_of(index: Index) -> dict[Form, Questions]:
    """The same of an index alone, where there are no runs to score."""
    evaluation = index.evaluation
    track = evaluations.track_of(evaluation)
    kinds = {question.qid: track.type_of(question) for question in evaluation.topics.questions}
    return questions_by_form(index, track.judged_questions(evaluation.topics, evaluation.dropped), kinds)
