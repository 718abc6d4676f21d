"""How far somebody is with each question that they judge."""

from dataclasses import dataclass

from assessment.judging.models import Assignment

OPEN_STATES = ("new", "begun", "waiting")  # of a question that can be judged now


@dataclass(frozen=True)
class Duty:
    """One question to judge, and how far it is."""

    assignment: Assignment

    @property
    def items(self) -> int:
        """Answers in the pool."""
        return self.assignment.pool_size

    @property
    def state(self) -> str:
        """handed_over, dropped, done, new (finished, then late answers came), begun, or waiting."""
        assignment, question = self.assignment, self.assignment.question
        if assignment.handed_over_at:
            return "handed_over"
        if question.drop_reason or (question.series and question.series.drop_reason):
            return "dropped"
        if assignment.is_done:
            return "done"
        if assignment.finished_at:
            return "new"
        return "begun" if assignment.judged or assignment.later or self.is_half_annotated else "waiting"

    @property
    def is_half_annotated(self) -> bool:
        """Whether something is said of its page, and not all."""
        row = getattr(self.assignment, "annotation", None)
        return row is not None and bool(row.question) and not row.is_complete

    @property
    def new_answers(self) -> int:
        """Answers that came into the pool after the question was finished."""
        return self.items - self.assignment.judged
