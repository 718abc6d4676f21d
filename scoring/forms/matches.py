"""Which nuggets a pool item holds under a rule.

A question with settled matches has those under the rule
`adjudicated`, any other the primary assessor's. Under the other rules a mark is one of two grades, best first: marked, not
marked; those who give them are the assessors who marked something in the question, or finished it. Where the cells of a question
(item and nugget) have labels, each label is a voice, and a cell without one is nobody's: majority, union and intersection
ask those who labelled it. A rule that names a machine which matched nuggets takes its matches alone.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Mapping
from types import MappingProxyType
from typing import NamedTuple

from scoring.index import Index, People
from scoring.records import Item, Qrels
from scoring.rules import (
    CHOSEN,
    Rule,
    RuleError,
    choose,
    machine_named,
    majority_of,
    name_items,
    parse_rule,
    some_of,
)
from scoring.say import say
from scoring.scales import Scale

Mark = tuple[Item, str]  # item and nugget
Said = Mapping[Mark, str]  # what somebody marked, with its label; "" where cells have none
Marks = Mapping[str, Said]  # by assessor; "" for what is settled
Labels = Mapping[str, str]  # nugget -> label


class Matched(NamedTuple):
    """The marks of all questions under a rule."""

    nuggets: Mapping[Item, frozenset[str]]  # that it holds; where cells have labels, those worth anything
    warnings: tuple[str, ...] = ()
    read: Collection[Item] | None = None  # what was looked at, where that was by a machine
    labels: Mapping[Item, Labels] = MappingProxyType({})  # of all cells that have one


def matched(index: Index, qrels: Qrels, questions: Collection[str], partial: bool = False) -> Matched:
    """The nuggets of each item under the rule of some qrels. Raises RuleError where the rule gives none."""
    rule = Rule(CHOSEN) if qrels.rule == CHOSEN else parse_rule(qrels.rule)
    if rule.argument in index.marking and machine_named(index, rule):
        return _by_machine(index, rule.argument, questions, partial)
    weighed = weighing(index)
    marks: dict[str, defaultdict[str, dict[Mark, str]]] = {qid: defaultdict(dict) for qid in questions}
    for item, nugget, assessor, label in index.evaluation.matches:
        qid = item.qid
        if qid in marks and (qid, nugget) in weighed and (qid, assessor) not in index.gone:
            marks[qid][assessor][item, nugget] = label
    follow = _Rule(rule, index.people, qrels.chosen, index.evaluation.cell_scales)
    found: dict[Mark, str] = {}
    for qid in sorted(marks):
        found.update(follow.marks(qid, marks[qid]))
    warnings = follow.verdict(partial)
    return _matched(index, found, warnings)


def weighing(index: Index) -> set[tuple[str, str]]:
    """The nuggets that count, by question and name."""
    counts = index.people.counts
    return {(one.qid, one.name) for one in index.evaluation.nuggets if counts(one.qid, one.assessor)}


def _matched(
    index: Index, marks: Said, warnings: tuple[str, ...], read: Collection[Item] | None = None
) -> Matched:
    by_item: defaultdict[Item, list[str]] = defaultdict(list)
    labels: defaultdict[Item, dict[str, str]] = defaultdict(dict)
    for (item, nugget), label in marks.items():
        if index.holds(item.qid, label):
            by_item[item].append(nugget)
        if label:
            labels[item][nugget] = label
    return Matched({item: frozenset(names) for item, names in by_item.items()}, warnings, read, labels)


def _by_machine(index: Index, name: str, questions: Collection[str], partial: bool) -> Matched:
    """What a machine matched. What nuggets weigh, and which count, is said by people whatever the rule."""
    marking, weighed = index.marking[name], weighing(index)
    unread = sorted(unread_by(index, name) & set(questions))
    if unread and not partial:
        raise _incomplete(name, unread)
    marks = {
        mark: marking.labels.get(mark, "") for mark in marking.marks if (mark[0].qid, mark[1]) in weighed
    }
    outdated = sorted(marking.outdated & set(questions))
    warnings = [_incomplete(name, unread).message] if unread else []
    if outdated:
        warnings.append(
            say(
                "The nuggets of {questions} are no longer those that {name} was asked about.",
                questions=some_of(outdated),
                name=name,
            )
        )
    return _matched(index, marks, tuple(warnings), marking.read)


def unread_by(index: Index, name: str) -> set[str]:
    """The questions of whose pool a machine did not read all."""
    read = index.marking[name].read
    return {item.qid for item in index.evaluation.pool if item not in read}


def _incomplete(name: str, questions: list[str]) -> RuleError:
    """That an assessor did not look through the pools of some questions."""
    message = say(
        "{assessor} did not mark the nuggets of {questions}.", assessor=name, questions=some_of(questions)
    )
    hint = say("Take only the judgments there are (--partial; a box on the page), or choose another rule.")
    return RuleError("assessor_incomplete", message, hint, questions=questions)


class _Rule:
    """Follows a rule question by question, and remembers where it cannot be followed."""

    def __init__(
        self, rule: Rule, people: People, chosen: Mapping[str, str], scales: Mapping[str, Scale]
    ) -> None:
        self._people, self._argument, self._scales = people, rule.argument, scales
        self._follow: Callable[[str, Marks, list[str]], Said] = {
            "adjudicated": self._adjudicated,
            "majority": self._majority,
            "union": self._union,
            "intersection": self._intersection,
            "assessor": self._assessor,
            "random": lambda qid, marks, judges: (
                marks.get(choose(rule.argument, qid, judges), {}) if judges else {}
            ),
            CHOSEN: lambda qid, marks, _: marks.get(chosen[qid], {}) if qid in chosen else {},
        }[rule.kind]
        self._without_primary: list[str] = []
        self._incomplete: list[str] = []
        self._split: list[Item] = []

    def marks(self, qid: str, marks: Marks) -> Said:
        """The marks of one question."""
        judges = sorted(self._people.matched.get(qid, ()))
        return self._follow(qid, marks, judges) if judges or marks.get("") else {}

    def verdict(self, partial: bool) -> tuple[str, ...]:
        """Warnings. Raises RuleError where the rule gave nothing."""
        if self._without_primary:
            message = say(
                "Several assessors marked nuggets differently, and none is primary: {without_primary}.",
                without_primary=some_of(self._without_primary),
            )
            hint = say("Give one the role primary, settle the matches, or choose another rule.")
            raise RuleError("no_primary", message, hint, questions=self._without_primary)
        if self._split:
            names = name_items(self._split)
            message = say(
                "No more than half marked, or left unmarked, a nugget of {split} items: {names}.",
                split=len(self._split),
                names=names,
            )
            hint = say("Settle them and use the rule adjudicated.")
            raise RuleError("no_majority", message, hint, self._split)
        if not self._incomplete:
            return ()
        error = _incomplete(self._argument, self._incomplete)
        if not partial:
            raise error
        return (error.message,)

    def _adjudicated(self, qid: str, marks: Marks, judges: list[str]) -> Said:
        if settled := marks.get(""):
            return settled
        primary = self._people.primary.get(qid)
        if primary is None and any(marks.get(name) != marks.get(judges[0]) for name in judges):
            self._without_primary.append(qid)
        return marks.get(primary or judges[0], {})

    def _majority(self, qid: str, marks: Marks, judges: list[str]) -> Said:
        if qid in self._scales:
            return self._majority_of_labels(_voices(marks, judges))
        counts = Counter(mark for name in judges for mark in marks.get(name, ()))
        split = {item for (item, _), count in counts.items() if 2 * count == len(judges)}
        self._split += sorted(split)
        return {mark: "" for mark, count in counts.items() if 2 * count > len(judges)}

    def _majority_of_labels(self, voices: Mapping[Mark, list[str]]) -> Said:
        found = {mark: majority_of(labels) for mark, labels in voices.items()}
        self._split += sorted({item for (item, _), label in found.items() if label is None})
        return {mark: label for mark, label in found.items() if label is not None}

    def _union(self, qid: str, marks: Marks, judges: list[str]) -> Said:
        if scale := self._scales.get(qid):
            return {mark: scale.best(labels) for mark, labels in _voices(marks, judges).items()}
        return {mark: "" for name in judges for mark in marks.get(name, ())}

    def _intersection(self, qid: str, marks: Marks, judges: list[str]) -> Said:
        if scale := self._scales.get(qid):
            return {mark: scale.worst(labels) for mark, labels in _voices(marks, judges).items()}
        sets = [set(marks.get(name, ())) for name in judges]
        return dict.fromkeys(set.intersection(*sets), "") if sets else {}

    def _assessor(self, qid: str, marks: Marks, judges: list[str]) -> Said:
        if self._argument not in judges:
            self._incomplete.append(qid)
        return marks.get(self._argument, {})


def _voices(marks: Marks, judges: list[str]) -> dict[Mark, list[str]]:
    """What those who labelled each cell said of it."""
    found: defaultdict[Mark, list[str]] = defaultdict(list)
    for name in judges:
        for mark, label in marks.get(name, {}).items():
            found[mark].append(label)
    return found
