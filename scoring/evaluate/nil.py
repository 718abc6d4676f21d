"""Whether NIL is the right response to a question (Voorhees, Using Question Series …, section 2.1; settled here).

NIL is right where the collection holds no known answer: no item is correct under the rule and question development
knows none. Where the judgments found inexact answers but no correct one, it is undecided: it counts as right only when
the organizer has said so.
"""

from collections.abc import Collection, Iterable, Mapping

from scoring.index import Index
from scoring.records import Item, KnownAnswer, Question
from scoring.scales import scale_of


def right_nils(
    questions: Collection[Question], grades: Mapping[Item, str], index: Index
) -> tuple[set[str], list[str]]:
    """The questions to which NIL is right, and a warning for each that is undecided or not judged whole."""
    if not questions:
        return set(), []
    known, inexact = _found(grades, index)
    undecided = set(undecided_nils(questions, grades, index))
    waiting = {item.qid for item in index.evaluation.pool if item not in grades}
    right, warnings = set(), []
    for question in questions:
        if question.qid in known:
            continue
        if question.qid in undecided:
            warnings.append(
                f"Question {question.qid} has inexact answers and no correct one: NIL counts as wrong until the "
                "organizer settles it."
            )
        if question.qid not in inexact or question.nil == "right":
            right.add(question.qid)
            if question.qid in waiting:
                warnings.append(
                    f"Question {question.qid}: NIL counts as right, but part of the pool has no grade."
                )
    return right, warnings


def undecided_nils(
    questions: Iterable[Question], grades: Mapping[Item, str], index: Index
) -> tuple[str, ...]:
    """The questions to which the judgments leave NIL undecided, and the organizer too."""
    known, inexact = _found(grades, index)
    return tuple(
        question.qid
        for question in questions
        if question.qid in inexact - known and question.nil not in ("right", "wrong")
    )


def _found(grades: Mapping[Item, str], index: Index) -> tuple[set[str], set[str]]:
    """The questions with a known or correct answer, and those with an inexact one."""
    known = _known(index.evaluation.known_answers)
    known.update(item.qid for item, grade in grades.items() if scale_of(grade).is_correct(grade))
    return known, {item.qid for item, grade in grades.items() if grade == "inexact"}


def _known(answers: Iterable[KnownAnswer]) -> set[str]:
    return {answer.qid for answer in answers if answer.origin == "development"}
