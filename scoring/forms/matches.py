"""Which nuggets a pool item holds under a rule.

A question with settled matches has those under the rule
`adjudicated`, any other the primary assessor's. Under the other rules a mark is one of two grades, best first: marked, not
marked; those who give them are the assessors who marked something in the question, or finished it.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Mapping
from typing import NamedTuple

from scoring.index import Index, People
from scoring.records import Item, Qrels
from scoring.rules import CHOSEN, Rule, RuleError, choose, name_items, parse_rule, some_of
from scoring.say import say

Mark = tuple[Item, str]  # item and nugget
Marks = Mapping[str, set[Mark]]  # assessor -> marks; "" for those that are settled


class Matched(NamedTuple):
    """The marks of all questions under a rule."""

    nuggets: Mapping[Item, frozenset[str]]
    warnings: tuple[str, ...] = ()


def matched(index: Index, qrels: Qrels, questions: Collection[str], partial: bool = False) -> Matched:
    """The nuggets of each item under the rule of some qrels. Raises RuleError where the rule gives none."""
    weighed = {
        (nugget.qid, nugget.name)
        for nugget in index.evaluation.nuggets
        if index.people.counts(nugget.qid, nugget.assessor)
    }
    marks: dict[str, defaultdict[str, set[Mark]]] = {qid: defaultdict(set) for qid in questions}
    for item, nugget, assessor in index.evaluation.matches:
        qid = item.qid
        if qid in marks and (qid, nugget) in weighed and (qid, assessor) not in index.gone:
            marks[qid][assessor].add((item, nugget))
    rule = Rule(CHOSEN) if qrels.rule == CHOSEN else parse_rule(qrels.rule)
    follow = _Rule(rule, index.people, qrels.chosen)
    found: set[Mark] = set()
    for qid in sorted(marks):
        found |= follow.marks(qid, marks[qid])
    warnings = follow.verdict(partial)
    by_item: defaultdict[Item, list[str]] = defaultdict(list)
    for item, nugget in found:
        by_item[item].append(nugget)
    return Matched({item: frozenset(names) for item, names in by_item.items()}, warnings)


class _Rule:
    """Follows a rule question by question, and remembers where it cannot be followed."""

    def __init__(self, rule: Rule, people: People, chosen: Mapping[str, str]) -> None:
        self._people, self._argument = people, rule.argument
        self._follow: Callable[[str, Marks, list[str]], set[Mark]] = {
            "adjudicated": self._adjudicated,
            "majority": self._majority,
            "union": lambda _, marks, judges: set().union(*(marks.get(name, set()) for name in judges)),
            "intersection": self._intersection,
            "assessor": self._assessor,
            "random": lambda qid, marks, judges: (
                marks.get(choose(rule.argument, qid, judges), set()) if judges else set()
            ),
            CHOSEN: lambda qid, marks, _: marks.get(chosen[qid], set()) if qid in chosen else set(),
        }[rule.kind]
        self._without_primary: list[str] = []
        self._incomplete: list[str] = []
        self._split: list[Item] = []

    def marks(self, qid: str, marks: Marks) -> set[Mark]:
        """The marks of one question."""
        judges = sorted(self._people.matched.get(qid, ()))
        return self._follow(qid, marks, judges) if judges or marks.get("") else set()

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
        message = say(
            "{assessor} did not mark the nuggets of {questions}.",
            assessor=self._argument,
            questions=some_of(self._incomplete),
        )
        if not partial:
            hint = say(
                "Take only the judgments there are (--partial; a box on the page), or choose another rule."
            )
            raise RuleError("assessor_incomplete", message, hint, questions=self._incomplete)
        return (message,)

    def _adjudicated(self, qid: str, marks: Marks, judges: list[str]) -> set[Mark]:
        if settled := marks.get(""):
            return settled
        primary = self._people.primary.get(qid)
        if primary is None and any(marks.get(name) != marks.get(judges[0]) for name in judges):
            self._without_primary.append(qid)
        return marks.get(primary or judges[0], set())

    def _majority(self, _: str, marks: Marks, judges: list[str]) -> set[Mark]:
        counts = Counter(mark for name in judges for mark in marks.get(name, ()))
        split = {item for (item, _), count in counts.items() if 2 * count == len(judges)}
        self._split += sorted(split)
        return {mark for mark, count in counts.items() if 2 * count > len(judges)}

    def _intersection(self, _: str, marks: Marks, judges: list[str]) -> set[Mark]:
        sets = [marks.get(name, set()) for name in judges]
        return set.intersection(*sets) if sets else set()

    def _assessor(self, qid: str, marks: Marks, judges: list[str]) -> set[Mark]:
        if self._argument not in judges:
            self._incomplete.append(qid)
        return marks.get(self._argument, set())
