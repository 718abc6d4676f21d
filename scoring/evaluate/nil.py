"""Whether NIL is the right response to a question (Voorhees, Using Question Series …, section 2.1; settled here).

NIL is right where the collection holds no known answer: no item is correct under the rule and question development
knows none. Where the judgments found inexact answers but no correct one, it is undecided: it counts as right only when
the organizer has said so.
"""

from collections.abc import Collection, Iterable, Mapping

from scoring.index import Index
from scoring.records import Item, KnownAnswer, Question
from scoring.rules import some_of
from scoring.scales import scale_of


def right_nils(
    questions: Collection[Question], grades: Mapping[Item, str], index: Index
) -> tuple[set[str], list[str]]:
    """The questions to which NIL is right, and a warning for each that is undecided or not judged whole."""
    if not questions:
        return set(), []
    known, inexact = _found(grades, index)
    undecided = set(undecided_nils(questions, grades, index))
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
    return right, [*warnings, *_early(right, grades, index)]


def _early(right: Collection[str], grades: Mapping[Item, str], index: Index) -> list[str]:
    """Warn of NILs that runs gave and that count as right only as long as a part of the pool has no grade."""
    waiting = {item.qid for item in index.evaluation.pool if item not in grades}
    given = {
        response.qid for run in index.evaluation.responses.values() for response in run if response.is_nil
    }
    early = sorted(waiting.intersection(right, given))
    return [f"NIL counts as right where part of the pool has no grade: {some_of(early)}."] if early else []


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
