"""The judgments that count, grouped once by item, so that rules, agreement and scores need not look for them again.

A judgment counts when a person gave it, its question is not dropped, and its assessor has not handed the question
over to somebody else. Machine judgments never count; a rule may name a machine and take its grades alone. The gold
standard settles the items that it matches under every rule, except where a person judged them. Whoever says that an item
cannot be judged has no voice on it; where nobody has one, it is unjudged.

The primary assessor of a question is called so by its assignment; where nobody has it, its only assessor is its primary.
"""

from collections import defaultdict
from collections.abc import Mapping
from functools import cached_property
from types import MappingProxyType
from typing import NamedTuple

from scoring.gold import AUTOMATIC, automatic_judgments
from scoring.records import Adjudication, Evaluation, Item, Judgment, MachineMatch, listed_as
from scoring.scales import CANNOT_JUDGE

Votes = Mapping[str, str]  # assessor -> grade


class Machine(NamedTuple):
    """What a program said, apart from what people said."""

    versions: frozenset[str]
    grades: Mapping[Item, str]


class Marking(NamedTuple):
    """What a program matched, apart from what people did."""

    read: frozenset[Item]
    marks: frozenset[tuple[Item, str]]  # item and nugget
    outdated: frozenset[str]  # questions whose nuggets are no longer those that it was asked about
    labels: Mapping[tuple[Item, str], str] = MappingProxyType({})  # of those marks that have one


class People(NamedTuple):
    """Who speaks for the questions that are not dropped, by question; nobody who handed it over."""

    primary: Mapping[str, str]  # absent where several assessors judged and none is primary
    matched: Mapping[str, set[str]]  # who marked nuggets there, or finished judging it
    finished: set[str]  # questions that somebody finished judging
    assigned: set[str]  # questions that anybody is assigned to

    def counts(self, qid: str, assessor: str) -> bool:
        """Whether what an assessor says of a question counts: settled, or the primary's where there is one."""
        return not assessor or self.primary.get(qid, assessor) == assessor


class Index:
    """What the assessors and the adjudicator said of each item of an evaluation."""

    def __init__(self, evaluation: Evaluation) -> None:
        self.evaluation = evaluation
        self.retained = retained_questions(evaluation)
        self._graded = self.retained & evaluation.scales.keys()
        self.gone = {(one.qid, one.assessor) for one in evaluation.assignments if one.state == "handed_over"}
        self.thirds = {(one.qid, one.assessor) for one in evaluation.assignments if one.of_some} - self.gone
        self.votes, self.cannot_judge = _votes(evaluation, self.retained, self.gone)
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

    @cached_property
    def independent(self) -> dict[Item, Votes]:
        """What was said of each item by those who judged the question, without those who judged only where they differ.

        Whose items were chosen by what others said is no sample of how people judge: who could have been the one judge,
        and how often judges differ, is asked of the others.
        """
        if not self.thirds:
            return self.votes
        found = {
            item: {name: grade for name, grade in votes.items() if (item.qid, name) not in self.thirds}
            for item, votes in self.votes.items()
        }
        return {item: votes for item, votes in found.items() if votes}

    @cached_property
    def marking(self) -> dict[str, Marking]:
        """What each program matched."""
        return _marking(self.evaluation, self.retained)

    @cached_property
    def people(self) -> People:
        """The assessors of each question."""
        rows = [it for it in self.evaluation.assignments if it.judges and it.state != "handed_over"]
        matched: defaultdict[str, set[str]] = defaultdict(set)
        for (qid, *_), _, assessor, _ in self.evaluation.matches:
            if assessor and (qid, assessor) not in self.gone:
                matched[qid].add(assessor)
        for row in rows:
            if row.state == "done":
                matched[row.qid].add(row.assessor)
        named = {row.qid: row.assessor for row in rows if row.primary}
        only = {qid: min(names) for qid, names in self._assessors().items() if len(names) == 1}
        finished = {row.qid for row in rows if row.state == "done"}
        return People(only | named, matched, finished, {row.qid for row in rows})

    def correct(self, item: Item) -> frozenset[str]:
        """The grades that call an item correct, whatever else the campaign lets count."""
        return self.evaluation.scales[item.qid].strictly_correct

    def holds(self, qid: str, label: str) -> bool:
        """Whether a mark with a label says that its item holds the nugget, in part at least; without one it does."""
        scale = self.evaluation.cell_scales.get(qid)
        return scale is None or not label or scale.values[label] > 0

    def found_by(self, marking: Marking, item: Item, nugget: str) -> bool:
        """Whether a program found a nugget in an item, in part at least."""
        mark = item, nugget
        return mark in marking.marks and self.holds(item.qid, marking.labels.get(mark, ""))

    def _assessors(self) -> dict[str, set[str]]:
        """Who is assigned to judge each question; where nobody is, who judged, marked or voted."""
        found: defaultdict[str, set[str]] = defaultdict(set)
        for item, votes in self.independent.items():
            found[item.qid].update(votes)
        for (qid, *_), _, assessor, _ in self.evaluation.matches:
            found[qid].add(assessor)
        for vote in self.evaluation.nugget_votes:
            found[vote.qid].add(vote.assessor)
        assigned: defaultdict[str, set[str]] = defaultdict(set)
        for row in self.evaluation.assignments:
            if row.judges:
                assigned[row.qid].add(row.assessor)
        found.update(assigned)
        return {
            qid: {name for name in names if name and (qid, name) not in self.gone}
            for qid, names in found.items()
        }

    @cached_property
    def answered(self) -> set[str]:
        """The questions that have anything to judge: an item of the pool, or a response that is not NIL."""
        runs = self.evaluation.responses.values()
        given = {response.qid for run in runs for response in run if not response.is_nil}
        return given | {item.qid for item in self.evaluation.pool}

    def by_question(self, votes_on: Mapping[Item, Votes] | None = None) -> dict[str, dict[str, int]]:
        """How many items of each question each assessor judged."""
        counts: dict[str, dict[str, int]] = {}
        for item, votes in (self.votes if votes_on is None else votes_on).items():
            of_question = counts.setdefault(item.qid, {})
            for assessor in votes:
                of_question[assessor] = of_question.get(assessor, 0) + 1
        return counts

    def looked_at(self, votes_on: Mapping[Item, Votes] | None = None) -> dict[str, dict[str, int]]:
        """The same, where saying that an item cannot be judged, which others judged, is judging it."""
        counts = self.by_question(votes_on)
        for item, names in self.cannot_judge.items():
            of_question = counts.get(item.qid, {})
            for name in of_question.keys() & names if item in self.independent else ():
                of_question[name] += 1
        return counts

    def judged_items(self) -> dict[str, list[Item]]:
        """The items of each question that somebody judged; not those that a third assessor alone judged."""
        items: dict[str, list[Item]] = {}
        for item in self.independent:
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


def _votes(
    evaluation: Evaluation, retained: frozenset[str], gone: set[tuple[str, str]]
) -> tuple[dict[Item, Votes], dict[Item, set[str]]]:
    """The grades of each item, and who said of it that it cannot be judged."""
    votes: dict[Item, dict[str, str]] = {}
    cannot: dict[Item, set[str]] = {}
    for item, assessor, grade, _, _, _, kind, _ in evaluation.judgments:
        if kind != "human" or item[0] not in retained or (gone and (item[0], assessor) in gone):
            continue
        if grade == CANNOT_JUDGE:
            cannot.setdefault(item, set()).add(assessor)
        elif (of_item := votes.get(item)) is None:
            votes[item] = {assessor: grade}
        else:
            of_item[assessor] = grade
    return _shared(votes), cannot


def _shared(votes: Mapping[Item, dict[str, str]]) -> dict[Item, Votes]:
    """The same, with one mapping for all items of which the same was said: millions of items need few."""
    known: dict[tuple[tuple[str, str], ...], Votes] = {}
    return {item: known.setdefault(tuple(of_item.items()), of_item) for item, of_item in votes.items()}


def _automatic(
    evaluation: Evaluation, retained: frozenset[str], votes: Mapping[Item, Votes]
) -> dict[Item, str]:
    """The grades that the gold standard gives: those in rows, and those of items that it matches."""
    given = {it.item: it.grade for it in evaluation.judgments if it.kind == AUTOMATIC}
    given |= {it.item: it.grade for it in automatic_judgments(evaluation.pool, evaluation.gold)}
    return {item: grade for item, grade in given.items() if item.qid in retained and item not in votes}


def _machines(evaluation: Evaluation, retained: frozenset[str]) -> dict[str, Machine]:
    given: dict[str, list[Judgment]] = {}
    for judgment in evaluation.judgments:
        if judgment.kind == "machine" and judgment.item.qid in retained:
            given.setdefault(judgment.assessor, []).append(judgment)
    return {
        name: Machine(frozenset(one.version for one in judgments), {one.item: one.grade for one in judgments})
        for name, judgments in given.items()
    }


def _marking(evaluation: Evaluation, retained: frozenset[str]) -> dict[str, Marking]:
    given: dict[str, list[MachineMatch]] = {}
    for match in evaluation.machine_matches:
        if match.item.qid in retained:
            given.setdefault(match.assessor, []).append(match)
    if not given:
        return {}
    texts: defaultdict[str, list[tuple[str, str]]] = defaultdict(list)
    for nugget in evaluation.nuggets:
        texts[nugget.qid].append((nugget.name, nugget.text))
    now = {qid: listed_as(named) for qid, named in texts.items()}
    return {
        name: Marking(
            frozenset(one.item for one in matches),
            frozenset((one.item, one.nugget) for one in matches if one.nugget),
            frozenset(one.item.qid for one in matches if one.listed != now.get(one.item.qid)),
            {(one.item, one.nugget): one.label for one in matches if one.label},
        )
        for name, matches in given.items()
    }
