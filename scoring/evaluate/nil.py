"""Whether NIL is the right response to a question (Voorhees, Using Question Series …, section 2.1; settled here).

NIL is right where the collection holds no known answer: no item is correct under the rule and question development
knows none. Where the judgments found inexact or locally correct answers but no correct one, it is undecided: it counts
as right only when the organizer has said so.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from types import MappingProxyType

from scoring.index import Index
from scoring.records import Item, KnownAnswer, Question
from scoring.rules import some_of
from scoring.scales import scale_of

# Grades of answers that the collection holds in some way, and how they are called.
NEAR: Mapping[str, str] = MappingProxyType({"inexact": "inexact", "locally_correct": "locally correct"})


def right_nils(
    questions: Collection[Question], grades: Mapping[Item, str], index: Index
) -> tuple[set[str], list[str]]:
    """The questions to which NIL is right, and a warning for each that is undecided or not judged whole."""
    if not questions:
        return set(), []
    known, near = _found(grades, index)
    undecided = set(undecided_nils(questions, grades, index))
    right, warnings = set(), []
    for question in questions:
        if question.qid in known:
            continue
        if question.qid in undecided:
            warnings.append(
                f"Question {question.qid} has {' and '.join(sorted(near[question.qid]))} answers and no correct "
                "one: NIL counts as wrong until the organizer settles it."
            )
        if question.qid not in near or question.nil == "right":
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
    known, near = _found(grades, index)
    return tuple(
        question.qid
        for question in questions
        if question.qid in near.keys() - known and question.nil not in ("right", "wrong")
    )


def _found(grades: Mapping[Item, str], index: Index) -> tuple[set[str], Mapping[str, set[str]]]:
    """The questions with a known or correct answer; those with answers near to it, and of which kinds."""
    known = _known(index.evaluation.known_answers)
    known.update(item.qid for item, grade in grades.items() if scale_of(grade).is_correct(grade))
    near: defaultdict[str, set[str]] = defaultdict(set)
    for item, grade in grades.items():
        if grade in NEAR:
            near[item.qid].add(NEAR[grade])
    return known, near


def _known(answers: Iterable[KnownAnswer]) -> set[str]:
    return {answer.qid for answer in answers if answer.origin == "development"}
