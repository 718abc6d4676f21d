"""What a question still lacks before its assessor can finish it."""

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from assessment.judging.models import Assignment, Nugget, PageAnnotation
from assessment.judging.selectors.before import open_before
from assessment.judging.selectors.nugget_rows import nugget_rows
from assessment.shared.errors import Refused
from assessment.shared.say import say, say_n, sentence
from assessment.submissions.models import in_pool
from scoring.stages import CLASSES, ENTRY, GRADES, MATCHING, PLACES, VOTES, Task

UNSAID = {
    "question": sentence("Say whether the question is good before you finish."),
    "long": sentence("Say whether there is a long answer before you finish."),
    "short": sentence("Say whether there is a short answer before you finish."),
}  # by the step of an annotation that is not decided


class Lack(NamedTuple):
    """One thing that is missing: as the button to it says it, and as finishing is refused for it."""

    brief: str
    refusal: Refused


def lacks_of(assignment: Assignment) -> Iterator[Lack]:
    """What is missing, in the order in which it is to be done; nothing where the question can be finished."""
    yield from _reopened(assignment)
    for task in assignment.work.tasks:
        if lacking := LACKING.get(task):
            yield from lacking(assignment)


def _reopened(assignment: Assignment) -> Iterator[Lack]:
    """Of what was begun, the questions before it that are open again: they may change what is to be said."""
    if others := open_before(assignment):
        listed, count = ", ".join(one.qid for one in others), len(others)
        brief = say_n("Waits for question {others}", "Waits for questions {others}", count, others=listed)
        message = say_n(
            "A question that comes before this one is open again: {others}.",
            "Questions that come before this one are open again: {others}.",
            count,
            others=listed,
        )
        hint = say("All that you said is kept, and you can go on; finish once they are finished.")
        yield Lack(brief, Refused(message, "question_before_open", hint))


def _unmarked(assignment: Assignment) -> Iterator[Lack]:
    row = PageAnnotation.objects.filter(assignment=assignment).first() or PageAnnotation()
    if row.step:
        message = say("The annotation is not complete.")
        refusal = Refused(message, "annotation_incomplete", say(UNSAID[row.step]))
        yield Lack(say("Annotation not complete"), refusal)


def _ungraded(assignment: Assignment) -> Iterator[Lack]:
    if unjudged := _left(assignment):
        brief = say_n("{n} answer not judged", "{n} answers not judged", unjudged)
        message = say_n("{n} answer is not judged yet.", "{n} answers are not judged yet.", unjudged)
        yield _unjudged(brief, message)
    yield from _later(assignment)


def _unread(assignment: Assignment) -> Iterator[Lack]:
    if _has_nothing_to_label(assignment):
        message = say("The list has no nugget that answers could hold.")
        refusal = Refused(message, "no_nugget", say("Write one, or tell the organizer that there is none."))
        yield Lack(say("No nugget yet"), refusal)
        return
    if unread := _left(assignment):
        brief = say_n("{n} answer not read", "{n} answers not read", unread)
        message = say_n("{n} answer is not read yet.", "{n} answers are not read yet.", unread)
        yield _unjudged(brief, message)
    yield from _later(assignment)


def _later(assignment: Assignment) -> Iterator[Lack]:
    if assignment.later:
        message = say_n(
            "{n} answer is marked to decide later.",
            "{n} answers are marked to decide later.",
            assignment.later,
        )
        brief = say_n("{n} to decide later", "{n} to decide later", assignment.later)
        yield Lack(brief, Refused(message, "answers_later", say("Decide what is left before you finish.")))


def _has_nothing_to_label(assignment: Assignment) -> bool:
    """Whether there is no nugget whose labels would say that an answer is done."""
    question = assignment.question
    return bool(question.kind.cell_scale and not Nugget.objects.filter(question=question).current().exists())


def _left(assignment: Assignment) -> int:
    """How many of what its stage counts are left."""
    return max(assignment.pool_size - assignment.judged, 0)


def _unjudged(brief: str, message: str) -> Lack:
    return Lack(brief, Refused(message, "answers_unjudged", say("Judge what is left before you finish.")))


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
    """Nuggets without a vote: of those that vote alone, counted along; of whoever writes the list, as it stands."""
    if assignment.work.of == ENTRY:
        if unvoted := _left(assignment):
            brief = say_n("{n} nugget without a vote", "{n} nuggets without a vote", unvoted)
            message = say_n("{n} nugget has no vote yet.", "{n} nuggets have no vote yet.", unvoted)
            yield _unjudged(brief, message)
        return
    nuggets = list(Nugget.objects.filter(question=assignment.question).current())
    count = sum(row.waits for row in nugget_rows(assignment, nuggets, {}, ()))
    if count:
        message = say_n("{n} nugget is without a vote.", "{n} nuggets are without a vote.", count)
        brief = say_n("{n} nugget without a vote", "{n} nuggets without a vote", count)
        yield Lack(brief, Refused(message, "nuggets_unvoted", say("Vote on what is left before you finish.")))


LACKING: Mapping[Task, Callable[[Assignment], Iterator[Lack]]] = {
    GRADES: _ungraded,
    CLASSES: _unclassed,
    MATCHING: _unread,
    VOTES: _unvoted,
    PLACES: _unmarked,
}
