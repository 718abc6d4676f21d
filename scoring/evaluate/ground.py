"""What the judgments of lists and nuggets come to under a rule, before any run is looked at."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from scoring.evaluate.classes import classes_of, empty_classes, same_labels
from scoring.evaluate.matching import matched
from scoring.evaluate.people import People, people_of
from scoring.evaluate.values import UNJUDGED, Remark, leaves, list_fault, nuggets_fault
from scoring.evaluate.weights import Weights, weights_of
from scoring.formats.folding import non_white
from scoring.index import Index
from scoring.measures.list_f import ListFacts
from scoring.measures.nugget_f import NuggetFacts
from scoring.records import Item, Qrels, Question, Response
from scoring.rules import parse_rule, some_of
from scoring.tracks.base import QuestionType


class Parts(NamedTuple):
    """A run's responses to one question, as far as no rule has a part in it."""

    items: tuple[Item, ...]  # distinct ones
    counts: tuple[int, ...]  # how many lines give each
    lines: int
    length: int  # characters that are not white space, where length counts


class Facts(NamedTuple):
    """A run's responses to one question under a rule."""

    told: ListFacts | NuggetFacts
    hopeful: ListFacts | NuggetFacts  # if every unjudged response were right
    unjudged: int  # lines


def parts_of(kind: QuestionType, responses: Sequence[Response]) -> Parts:
    """Gather the responses to a question of a type that is scored over all of them."""
    counts: dict[Item, int] = {}
    for response in responses:
        if item := response.item:
            counts[item] = counts.get(item, 0) + 1
    length = sum(non_white(response.answer) for response in responses) if kind.form == "nuggets" else 0
    return Parts(tuple(counts), tuple(counts.values()), len(responses), length)


class Basis:
    """The lists and nuggets of an evaluation, as far as they do not depend on the rule."""

    def __init__(
        self, index: Index, questions: Iterable[Question], kinds: Mapping[str, QuestionType]
    ) -> None:
        self.index, self.kinds = index, kinds
        self.questions = list(questions)
        self.lists = {it.qid for it in self.questions if kinds[it.qid].form == "list"}
        self.pyramids = {
            it.qid: kinds[it.qid].pyramid for it in self.questions if kinds[it.qid].form == "nuggets"
        }
        self.people: People = people_of(index)
        self.weights: Weights = weights_of(index.evaluation, self.pyramids, self.people)
        self.asked = {item.qid for item in index.evaluation.pool} | {
            response.qid
            for run in index.evaluation.responses.values()
            for response in run
            if not response.is_nil
        }
        self.seen = self._seen()

    def _seen(self) -> set[Item]:
        """The items whose nuggets somebody looked for: those of finished questions, and all with a match.

        Where nobody is assigned to a question, one match means that all of it was looked at.
        """
        matches = [match for match in self.index.evaluation.matches if match.item.qid in self.pyramids]
        whole = self.people.finished | ({match.item.qid for match in matches} - self.people.assigned)
        pooled = {
            item for item in self.index.evaluation.pool if item.qid in self.pyramids and item.qid in whole
        }
        return pooled | {match.item for match in matches}


class Ground:
    """The same under a rule. Raises RuleError where the rule cannot be followed."""

    def __init__(self, basis: Basis, qrels: Qrels, partial: bool) -> None:
        self._basis, self._grades = basis, qrels.grades
        self.classes = classes_of(basis.index, qrels.grades, basis.lists, basis.people)
        told = matched(basis.index, parse_rule(qrels.rule), basis.pyramids, basis.people, partial)
        self.nuggets = told.nuggets
        self.left = dict(self._leaving())
        self.voting = _voting(basis, self.left)
        self.same_labels = same_labels(basis.index, self.classes)
        self.warnings = (*map(Remark, told.warnings), *self._warnings())

    def facts(self, qid: str, parts: Parts) -> Facts:
        """What a run's responses to a list or nugget question come to."""
        return self._list(qid, parts) if qid in self._basis.lists else self._nuggets(qid, parts)

    def _list(self, qid: str, parts: Parts) -> Facts:
        classes, unjudged, missing = set(), 0, 0
        for item, count in zip(parts.items, parts.counts, strict=True):
            if name := self.classes.of_item.get(item):
                classes.add(name)
            elif item not in self._grades:
                unjudged, missing = unjudged + count, missing + 1
        told = ListFacts(len(classes), parts.lines, len(self.classes.known[qid]))
        return Facts(told, told.hopeful(missing), unjudged)

    def _nuggets(self, qid: str, parts: Parts) -> Facts:
        found: set[str] = set()
        unjudged = 0
        for item, count in zip(parts.items, parts.counts, strict=True):
            if names := self.nuggets.get(item):
                found |= names
            elif item not in self._basis.seen:
                unjudged += count
        weights = self._basis.weights[qid]
        total, heaviest = sum(weights.values()), max(weights.values(), default=0)
        told = NuggetFacts(len(found), sum(weights[name] for name in found), total, heaviest, parts.length)
        hopeful = told._replace(matched=len(weights), weight=total) if unjudged else told
        return Facts(told, hopeful, unjudged)

    def _leaving(self) -> Iterator[tuple[str, str]]:
        """The questions that have no value, with the code of the reason."""
        begun = {item.qid for item in self._grades} | {item.qid for item in self._basis.seen}
        for question in self._basis.questions:
            qid = question.qid
            untouched = qid in self._basis.asked and qid not in begun
            if qid in self._basis.pyramids:
                code = nuggets_fault(self._basis.weights[qid], untouched=untouched)
            elif qid in self._basis.lists:
                code = list_fault(self.classes.known[qid], untouched=untouched)
            else:
                code = UNJUDGED if untouched else ""
            if code:
                yield qid, code

    def _warnings(self) -> Iterator[Remark]:
        for qid, code in self.left.items():
            if qid in self._basis.lists or qid in self._basis.pyramids:
                yield leaves(qid, code)
        unseen = _unseen(self._basis, self.left)
        if unseen:
            yield Remark(f"Nuggets were not looked for in the whole pool of {some_of(unseen)}.")
        if self.voting:
            waiting = f"Votes on the nuggets of {some_of(self.voting)} are still to come"
            yield Remark(f"{waiting}, and change what they weigh.")
        yield from map(Remark, empty_classes(self._basis.index, self.classes))
        for warnings in self.same_labels.values():
            yield from map(Remark, warnings)


def _unseen(basis: Basis, left: Collection[str]) -> list[str]:
    pool = basis.index.evaluation.pool
    return sorted(
        {item.qid for item in pool if item.qid in basis.pyramids and item not in basis.seen} - set(left)
    )


def _voting(basis: Basis, left: Collection[str]) -> list[str]:
    """The pyramids whose voters have not finished."""
    sheets = basis.index.evaluation.assignments
    voting = {sheet.qid for sheet in sheets if sheet.role == "voter" and sheet.state == "open"}
    return sorted({qid for qid in voting if basis.pyramids.get(qid)} - set(left))
