"""What a question still lacks before its assessor can finish it."""

from collections.abc import Iterator
from typing import NamedTuple

from assessment.judging.models import Assignment, AssignmentRole, PageAnnotation
from assessment.judging.selectors.nuggets import nugget_rows
from assessment.shared.errors import Refused
from assessment.submissions.models import in_pool

UNSAID = {
    "question": "Say whether the question is good before you finish.",
    "long": "Say whether there is a long answer before you finish.",
    "short": "Say whether there is a short answer before you finish.",
}  # by the stage of an annotation that is not decided


class Lack(NamedTuple):
    """One thing that is missing: as the button to it says it, and as finishing is refused for it."""

    brief: str
    refusal: Refused


def lacks_of(assignment: Assignment) -> Iterator[Lack]:
    """What is missing, in the order in which it is to be done; nothing where the question can be finished."""
    if assignment.is_annotation:
        yield from _of_annotation(assignment)
        return
    yield from _unjudged(assignment)
    if assignment.later:
        what = _count(assignment.later, "answer is", "answers are")
        hint = "Decide them before you finish."
        refusal = Refused(f"{what} marked to decide later.", "answers_later", hint)
        yield Lack(f"{assignment.later} to decide later", refusal)
    form = assignment.question.kind.form
    if form.has_classes:
        yield from _unclassed(assignment)
    if form.has_nuggets and not votes_only(assignment):
        yield from _unvoted(assignment)


def votes_only(assignment: Assignment) -> bool:
    """Whether somebody only says how much nuggets matter."""
    return assignment.role == AssignmentRole.VOTER


def _of_annotation(assignment: Assignment) -> Iterator[Lack]:
    row = PageAnnotation.objects.filter(assignment=assignment).first() or PageAnnotation()
    if row.stage:
        refusal = Refused("The annotation is not complete.", "annotation_incomplete", UNSAID[row.stage])
        yield Lack("Annotation not complete", refusal)


def _unjudged(assignment: Assignment) -> Iterator[Lack]:
    unjudged = assignment.pool_size - assignment.judged
    if unjudged <= 0:
        return
    votes, reads = votes_only(assignment), assignment.question.kind.form.has_nuggets
    nouns = ("nugget", "nuggets") if votes else ("answer", "answers")
    what = _count(
        unjudged, f"{nouns[0]} has" if votes else "answer is", f"{nouns[1]} have" if votes else "answers are"
    )
    done = "no vote yet" if votes else "not read yet" if reads else "not judged yet"
    brief = "without a vote" if votes else "not read" if reads else "not judged"
    refusal = Refused(f"{what} {done}.", "answers_unjudged", "Judge them before you finish.")
    yield Lack(f"{_count(unjudged, *nouns)} {brief}", refusal)


def _unclassed(assignment: Assignment) -> Iterator[Lack]:
    scale = assignment.question.kind.scale
    grades = scale.correct if scale else ()
    correct = assignment.judgments.filter(in_pool("item"), grade__in=grades, answer_class=None)
    if count := correct.count():
        what = _count(count, "correct answer has", "correct answers have")
        refusal = Refused(
            f"{what} no answer class yet.",
            "answers_unclassed",
            "Group them first; one click gives each remaining answer its own class.",
        )
        yield Lack(f"{_count(count, 'correct answer', 'correct answers')} without a class", refusal)


def _unvoted(assignment: Assignment) -> Iterator[Lack]:
    nuggets = list(assignment.question.nuggets.current())
    count = sum(row.waits for row in nugget_rows(assignment, nuggets, {}, ()))
    if count:
        what = _count(count, "nugget is", "nuggets are")
        refusal = Refused(f"{what} without a vote.", "nuggets_unvoted", "Vote on them before you finish.")
        yield Lack(f"{_count(count, 'nugget', 'nuggets')} without a vote", refusal)


def _count(number: int, one: str, many: str) -> str:
    return f"{number} {one if number == 1 else many}"
