"""The judgments that count, grouped once by item, so that rules, agreement and scores need not look for them again.

A judgment counts when a person gave it, its question is not dropped, and its assessor has not handed the question
over to somebody else. Machine judgments never count; a rule may name a machine and take its grades alone. The gold
standard settles the items that it matches under every rule, except where a person judged them.
"""

from collections.abc import Mapping
from typing import NamedTuple

from scoring.gold import AUTOMATIC, automatic_judgments
from scoring.records import Adjudication, Evaluation, Item, Judgment

Votes = Mapping[str, str]  # assessor -> grade


class Machine(NamedTuple):
    """What a program said, apart from what people said."""

    versions: frozenset[str]
    grades: Mapping[Item, str]


class Index:
    """What the assessors and the adjudicator said of each item of an evaluation."""

    def __init__(self, evaluation: Evaluation) -> None:
        self.evaluation = evaluation
        self.retained = retained_questions(evaluation)
        self._graded = self.retained - evaluation.ungraded
        self.votes = _votes(evaluation, self.retained)
        self.machines = _machines(evaluation, self.retained)
        self.common: dict[Item, str] = {}  # items that every assessor graded alike
        self.disputed: dict[Item, Votes] = {}  # items with two different grades
        for item, votes in self.votes.items():
            grades = set(votes.values())
            if len(grades) == 1:
                self.common[item] = grades.pop()
            else:
                self.disputed[item] = votes
        self.decisions: dict[Item, Adjudication] = {
            decision.item: decision
            for decision in evaluation.adjudications
            if decision.item.qid in self.retained and decision.grade
        }
        self.settled_classes: dict[Item, str] = {
            decision.item: decision.answer_class
            for decision in evaluation.adjudications
            if decision.item.qid in self.retained and decision.answer_class
        }
        self.automatic = _automatic(evaluation, self.retained, self.votes)
        self.unjudged: list[Item] = [
            item
            for item in evaluation.pool
            if item.qid in self._graded and item not in self.votes and item not in self.automatic
        ]

    def by_question(self) -> dict[str, dict[str, int]]:
        """How many items of each question each assessor judged."""
        counts: dict[str, dict[str, int]] = {}
        for item, votes in self.votes.items():
            of_question = counts.setdefault(item.qid, {})
            for assessor in votes:
                of_question[assessor] = of_question.get(assessor, 0) + 1
        return counts

    def judged_items(self) -> dict[str, list[Item]]:
        """The items of each question that somebody judged."""
        items: dict[str, list[Item]] = {}
        for item in self.votes:
            items.setdefault(item.qid, []).append(item)
        return items


def index_of(evaluation: "Evaluation | Index") -> Index:
    """The index of an evaluation, built where it is not one already."""
    return evaluation if isinstance(evaluation, Index) else Index(evaluation)


def retained_questions(evaluation: Evaluation) -> frozenset[str]:
    """The ids of the questions that neither were dropped nor belong to a dropped series."""
    dropped = evaluation.dropped
    return frozenset(
        question.qid
        for question in evaluation.topics.questions
        if question.qid not in dropped and question.series not in dropped
    )


def _votes(evaluation: Evaluation, retained: frozenset[str]) -> dict[Item, dict[str, str]]:
    handed_over = {
        (sheet.qid, sheet.assessor) for sheet in evaluation.assignments if sheet.state == "handed_over"
    }
    votes: dict[Item, dict[str, str]] = {}
    for item, assessor, grade, _, _, _, kind, _ in evaluation.judgments:
        if kind != "human" or item[0] not in retained or (handed_over and (item[0], assessor) in handed_over):
            continue
        if (of_item := votes.get(item)) is None:
            votes[item] = {assessor: grade}
        else:
            of_item[assessor] = grade
    return votes


def _automatic(
    evaluation: Evaluation, retained: frozenset[str], votes: Mapping[Item, Votes]
) -> dict[Item, str]:
    """The grades that the gold standard gives: those in rows, and those of items that it matches."""
    told = {it.item: it.grade for it in evaluation.judgments if it.kind == AUTOMATIC}
    told |= {it.item: it.grade for it in automatic_judgments(evaluation.pool, evaluation.gold)}
    return {item: grade for item, grade in told.items() if item.qid in retained and item not in votes}


def _machines(evaluation: Evaluation, retained: frozenset[str]) -> dict[str, Machine]:
    given: dict[str, list[Judgment]] = {}
    for judgment in evaluation.judgments:
        if judgment.kind == "machine" and judgment.item.qid in retained:
            given.setdefault(judgment.assessor, []).append(judgment)
    return {
        name: Machine(
            frozenset(told.version for told in judgments), {told.item: told.grade for told in judgments}
        )
        for name, judgments in given.items()
    }
