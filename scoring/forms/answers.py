"""Single answers: each response is right or wrong by its grade, and NIL may be the right one.

NIL is right where the collection holds no known answer (Voorhees, Using Question Series …, section 2.1; settled here): no
item is correct under the rule and question development knows none. Where the judgments found inexact or locally correct
answers but no correct one, it is undecided: it counts as right only when the organizer has said so.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache, cached_property
from typing import NamedTuple

from scoring.forms.base import Facts, Form, Judged, Questions, correct_grades
from scoring.index import Index
from scoring.measures.base import ZERO, Outcome, Ranking
from scoring.records import Item, Qrels, Question, Response
from scoring.rules import some_of
from scoring.say import say
from scoring.scales import BY_LABEL
from scoring.stages import ANSWER, GRADES, ITEM, Stage

NEAR = frozenset({"inexact", "locally_correct"})  # grades of answers that the collection holds in some way

# A response that can earn a score: its item (None for NIL), and its outcome where it is wrong and where it is right.
Given = tuple[Item | None, Outcome, Outcome]


@cache
def either_way(rank: int) -> tuple[Outcome, Outcome]:
    """The outcome of a response where it is wrong, and where it is right."""
    return Outcome(rank, False), Outcome(rank, True)


class Answers(Questions):
    """Questions whose responses are right or wrong one by one."""

    def gathered(self, qid: str, responses: Sequence[Response]) -> list[Given]:
        return [(response.item, *either_way(response.rank)) for response in responses]

    def under(self, qrels: Qrels, partial: bool = False) -> Judged:
        return JudgedAnswers(self, qrels)


class JudgedAnswers(Judged):
    """The same under a rule."""

    def __init__(self, questions: Questions, qrels: Qrels) -> None:
        super().__init__(questions, qrels)
        self._correct = correct_grades(questions.kinds)
        with_nil = [one for one in questions.questions.values() if questions.kinds[one.qid].nil_allowed]
        self._graded = {qid for qid in questions.questions if questions.kinds[qid].is_valued}
        self._nils = nils_of(with_nil, qrels.grades, questions.index, self._correct)
        self.warnings = tuple(self._nil_warnings(with_nil)) if with_nil else ()

    def facts(self, qid: str, gathered: list[Given]) -> Facts:
        grades, correct, nil = self.grades, self._correct[qid], qid in self._nils.right
        scale = self.all.kinds[qid].scale
        partial = scale.partial if scale else {}
        outcomes, hopeful = [], []
        for item, wrong, right in gathered:
            grade = grades.get(item) if item else None
            if item and grade is None:
                hopeful.append(right)
            if grade in correct if item else nil:
                outcomes.append(right)
            elif partial and grade and grade in partial:
                outcomes.append(wrong._replace(partial=partial[grade]))
            else:
                outcomes.append(wrong)
        unjudged = len(hopeful)
        if qid in self._graded:
            return self._valued(qid, gathered, outcomes, unjudged)
        return Facts(outcomes, outcomes + hopeful if hopeful else outcomes, len(outcomes), unjudged)

    def _valued(self, qid: str, gathered: list[Given], outcomes: Sequence[Outcome], unjudged: int) -> Facts:
        """The same with what each response is worth, for measures that ask for it."""
        pool, top = self._pools.get(qid, ()), self._top(qid)
        values = self._values(qid, [item for item, *_ in gathered])
        known = [one._replace(value=value) for one, value in zip(outcomes, values, strict=True)]
        hopeful = [one._replace(right=one.right or one.value is None) for one in known]
        return Facts(Ranking(known, pool), Ranking(hopeful, pool, top), len(outcomes), unjudged)

    def _values(self, qid: str, given: Iterable[Item | None]) -> Iterator[Fraction | None]:
        """What each response's grade is worth; None while it is unjudged. What was given before is worth nothing more."""
        scale, seen = self.all.kinds[qid].scale, set[Item | None]()
        for item in given:
            if item in seen:
                yield ZERO
            elif item is None:
                yield self._top(qid) if qid in self._nils.right else ZERO
            else:
                grade = self.grades.get(item)
                yield scale.values.get(grade, ZERO) if scale and grade else None
            seen.add(item)

    def _top(self, qid: str) -> Fraction:
        scale = self.all.kinds[qid].scale
        return scale.ends[1] if scale else ZERO

    @cached_property
    def _pools(self) -> Mapping[str, Sequence[Fraction]]:
        """What all judged answers to each question are worth that a measure asks it of, the best first; a right NIL is one."""
        found: dict[str, list[Fraction]] = {qid: [] for qid in self._graded}
        for item, grade in self.grades.items():
            scale = self.all.kinds[item.qid].scale if item.qid in found else None
            if scale:
                found[item.qid].append(scale.values.get(grade, ZERO))
        for qid in self._nils.right.intersection(found):
            found[qid].append(self._top(qid))
        return {qid: sorted(values, reverse=True) for qid, values in found.items()}

    def _nil_warnings(self, questions: Iterable[Question]) -> Iterator[str]:
        """Of each undecided NIL, and of those that count as right only as long as a part of the pool has no grade."""
        for qid, near in self._nils.undecided.items():
            yield (
                say(
                    "Question {qid} has {grades} answers and no correct one: NIL counts as "
                    "wrong until the organizer settles it.",
                    qid=qid,
                    grades=" and ".join(sorted(near)),
                )
            )
        evaluation = self.all.index.evaluation
        waiting = {item.qid for item in evaluation.pool if item not in self.grades}
        given = {one.qid for run in evaluation.responses.values() for one in run if one.is_nil}
        if early := sorted(waiting.intersection(self._nils.right, given)):
            yield say(
                "NIL counts as right where part of the pool has no grade: {early}.", early=some_of(early)
            )


class Nils(NamedTuple):
    """The questions to which NIL is right, and those where it is undecided, with what answers they have."""

    right: set[str]
    undecided: Mapping[str, set[str]]


def nils_of(
    questions: Iterable[Question],
    grades: Mapping[Item, str],
    index: Index,
    correct: Mapping[str, Collection[str]],  # by question, the grades that count as right
) -> Nils:
    """What the judgments and the organizer say of NIL."""
    asked = {question.qid: question.nil for question in questions}
    if not asked:
        return Nils(set(), {})
    known = {it.qid for it in index.evaluation.known_answers if it.origin == "development"}
    near: defaultdict[str, set[str]] = defaultdict(set)
    for item, grade in grades.items():
        if item.qid not in asked:
            continue
        if grade in correct[item.qid]:
            known.add(item.qid)
        elif grade in NEAR:
            near[item.qid].add(say(BY_LABEL[grade].name))
    right = {qid for qid, nil in asked.items() if qid not in known and (qid not in near or nil == "right")}
    open_ = (qid for qid, nil in asked.items() if qid in near and nil not in ("right", "wrong"))
    return Nils(right, {qid: near[qid] for qid in open_ if qid not in known})


ANSWERS_STAGE = Stage("answers", "answers", ITEM, (GRADES,), ANSWER, may_find_none=True)
ANSWERS = Form(
    name="answers",
    scored=Answers,
    stages=(ANSWERS_STAGE,),
    takes_patterns=True,
)
