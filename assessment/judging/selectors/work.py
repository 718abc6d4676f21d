"""How far somebody is with each question that they judge."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from assessment.campaigns.models import Question
from assessment.judging.models import Assignment
from assessment.judging.selectors.before import before_of, open_before_each
from assessment.judging.selectors.begun import begun_among
from assessment.judging.selectors.built_on import built_on

OPEN_STATES = ("new", "begun", "waiting")  # of a question that can be judged now


@dataclass(frozen=True)
class Duty:
    """One question to judge, and how far it is."""

    assignment: Assignment
    before: Sequence[Question] = ()  # where it is not begun: those of its series to be finished first
    is_built_on: bool = False  # whether anything rests on its end, so that it is not taken back

    @property
    def items(self) -> int:
        """Answers in the pool."""
        return self.assignment.pool_size

    @property
    def state(self) -> str:
        """handed_over, dropped, done, new (finished, then late answers came), begun, not_open, or waiting."""
        assignment, question = self.assignment, self.assignment.question
        if assignment.handed_over_at:
            return "handed_over"
        if question.drop_reason or (question.series and question.series.drop_reason):
            return "dropped"
        if assignment.is_done:
            return "done"
        if assignment.finished_at:
            return "new"
        if assignment.judged or assignment.later or self.is_half_annotated:
            return "begun"
        return "not_open" if self.before else "waiting"

    @property
    def is_half_annotated(self) -> bool:
        """Whether something is said of its page, and not all."""
        row = getattr(self.assignment, "annotation", None)
        return row is not None and bool(row.question) and not row.is_complete

    @property
    def may_undo_finish(self) -> bool:
        """Whether its person may open it again."""
        campaign = self.assignment.question.campaign
        is_closed = campaign.is_released or campaign.archived_at
        return self.assignment.may_undo_finish and not (is_closed or self.is_built_on)

    @property
    def listed_before(self) -> str:
        """The questions that have to be finished first."""
        return ", ".join(question.qid for question in self.before)

    @property
    def new_answers(self) -> int:
        """Answers that came into the pool after the question was finished."""
        return self.items - self.assignment.judged


def duties_of(rows: Collection[Assignment], but: Assignment | None = None) -> list[Duty]:
    """Some assignments with what has to be finished before each; `but` is about to be."""
    waits, built = waits_of(rows, but), built_on(rows)
    return [Duty(row, waits.get(row.pk, ()), row.pk in built) for row in rows]


def waits_of(rows: Collection[Assignment], but: Assignment | None = None) -> Mapping[int, Sequence[Question]]:
    """By assignment, what has to be finished before it opens; nothing of what was begun."""
    following = [row for row in rows if before_of(row.question)]
    begun = begun_among(following)
    waiting = [row for row in following if row.pk not in begun]
    before = open_before_each((row.question for row in waiting), but)
    return {row.pk: before[row.question_id] for row in waiting if row.question_id in before}
