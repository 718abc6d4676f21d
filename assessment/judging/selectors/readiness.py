"""What a question still lacks before its assessor can finish it."""

from collections.abc import Iterator
from typing import NamedTuple

from assessment.judging.models import Assignment, AssignmentRole, PageAnnotation
from assessment.judging.selectors.nuggets import nugget_rows
from assessment.shared.errors import Refused
from assessment.shared.say import say, say_n, sentence
from assessment.submissions.models import in_pool

UNSAID = {
    "question": sentence("Say whether the question is good before you finish."),
    "long": sentence("Say whether there is a long answer before you finish."),
    "short": sentence("Say whether there is a short answer before you finish."),
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
        message = say_n(
            "{n} answer is marked to decide later.",
            "{n} answers are marked to decide later.",
            assignment.later,
        )
        brief = say_n("{n} to decide later", "{n} to decide later", assignment.later)
        yield Lack(brief, Refused(message, "answers_later", say("Decide them before you finish.")))
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
        message = say("The annotation is not complete.")
        refusal = Refused(message, "annotation_incomplete", say(UNSAID[row.stage]))
        yield Lack(say("Annotation not complete"), refusal)


def _unjudged(assignment: Assignment) -> Iterator[Lack]:
    unjudged = assignment.pool_size - assignment.judged
    if unjudged <= 0:
        return
    if votes_only(assignment):
        brief = say_n("{n} nugget without a vote", "{n} nuggets without a vote", unjudged)
        message = say_n("{n} nugget has no vote yet.", "{n} nuggets have no vote yet.", unjudged)
    elif assignment.question.kind.form.has_nuggets:
        brief = say_n("{n} answer not read", "{n} answers not read", unjudged)
        message = say_n("{n} answer is not read yet.", "{n} answers are not read yet.", unjudged)
    else:
        brief = say_n("{n} answer not judged", "{n} answers not judged", unjudged)
        message = say_n("{n} answer is not judged yet.", "{n} answers are not judged yet.", unjudged)
    yield Lack(brief, Refused(message, "answers_unjudged", say("Judge them before you finish.")))


def _unclassed(assignment: Assignment) -> Iterator[Lack]:
    scale = assignment.question.kind.scale
    grades = scale.correct if scale else ()
    correct = assignment.judgments.filter(in_pool("item"), grade__in=grades, answer_class=None)
    if count := correct.count():
        message = say_n(
            "{n} correct answer has no answer class yet.",
            "{n} correct answers have no answer class yet.",
            count,
        )
        hint = say("Group them first; one click gives each remaining answer its own class.")
        brief = say_n("{n} correct answer without a class", "{n} correct answers without a class", count)
        yield Lack(brief, Refused(message, "answers_unclassed", hint))


def _unvoted(assignment: Assignment) -> Iterator[Lack]:
    nuggets = list(assignment.question.nuggets.current())
    count = sum(row.waits for row in nugget_rows(assignment, nuggets, {}, ()))
    if count:
        message = say_n("{n} nugget is without a vote.", "{n} nuggets are without a vote.", count)
        brief = say_n("{n} nugget without a vote", "{n} nuggets without a vote", count)
        yield Lack(brief, Refused(message, "nuggets_unvoted", say("Vote on them before you finish.")))
