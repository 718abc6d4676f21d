"""How far one annotation agrees with what was expected of its page, step by step: question, long answer, short answer.

Each step but the first arises only by the one before it: a bad question has no answers, and without a long answer there
is no short one. Answers are the same where people's are the same (`people.answer_of`).
"""

from collections.abc import Collection, Sequence

from scoring.annotations import Annotation
from scoring.spans.people import answer_of

_BAD, _GOOD = ("bad",), ("good",)


def steps_of(annotation: Annotation) -> Sequence[object]:
    """What a complete annotation says in each of STEPS, as far as they arise; None: that there is no answer."""
    if annotation.question == "bad":
        return _BAD
    long = answer_of("long", annotation.label)
    return (*_GOOD, long) if long is None else (*_GOOD, long, answer_of("short", annotation.label))


def agreement(said: Annotation, expected: Collection[Annotation]) -> list[bool]:
    """Whether each step that arises in any of what is expected is as in one of them.

    A step that does not arise is right where all that was said is one of them.
    """
    given, known = steps_of(said), [steps_of(one) for one in expected]
    return [
        given[step] in (other[step] for other in known if step < len(other))
        if step < len(given)
        else given in known
        for step in range(max(map(len, known)))
    ]
