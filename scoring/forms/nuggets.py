"""Nuggets: a response is worth what the nuggets weigh that it holds.

In a pyramid a nugget weighs as many votes as call it vital (Lin and Demner-Fushman, HLT/NAACL 2006). Otherwise it weighs
1 where it is vital and 0 where it is okay: as settled, else as the primary assessor says; where there is no primary, as
more than half of the voters say. A settled vote stands in the place of the primary assessor's. Nuggets count that are
settled or the primary assessor's.

Where the type has a scale of cells, an item is judged when each of its nuggets has a label there; of several items of a run
the best label of a nugget counts.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property

from scoring.formats import judged, nuggetizer, nuggets
from scoring.formats.folding import non_white
from scoring.formats.nuggets import in_order
from scoring.forms.base import NO_VITAL_NUGGET, UNJUDGED, Facts, Form, Judged, Questions
from scoring.forms.keys import Holder, NuggetList, Weighed
from scoring.forms.matches import Labels, matched
from scoring.index import Index
from scoring.measures.base import ZERO, summed
from scoring.measures.cells import CellFacts
from scoring.measures.nugget_f import NuggetFacts
from scoring.records import Item, Nugget, Qrels, Response
from scoring.rules import Rule, some_of
from scoring.say import say
from scoring.scales import Scale
from scoring.stages import ANSWER, ENTRY, ITEM, LISTING, MATCHING, VOTER, VOTES, Stage

Weights = Mapping[str, Mapping[str, int]]  # question -> nugget -> weight before it is normalised
Gathered = tuple[Mapping[Item, int], int, int]  # lines by item, all lines, and their length


class NuggetQuestions(Questions):
    """Questions judged by nuggets: what these weigh, and whose items somebody read."""

    def gathered(self, qid: str, responses: Sequence[Response]) -> Gathered:
        counts = Counter(item for response in responses if (item := response.item))
        return counts, len(responses), sum(non_white(response.answer) for response in responses)

    def under(self, qrels: Qrels, partial: bool = False) -> "JudgedNuggets":
        return JudgedNuggets(self, qrels, partial)

    @cached_property
    def weights(self) -> Weights:
        """What each nugget weighs, before weights are normalised."""
        return weights_of(self.index, {qid: self.kinds[qid].pyramid for qid in self.questions})

    @cached_property
    def nuggets(self) -> Mapping[tuple[str, str], Nugget]:
        """The nuggets by question and name."""
        return {(nugget.qid, nugget.name): nugget for nugget in self.index.evaluation.nuggets}

    @cached_property
    def groups(self) -> Mapping[str, Mapping[str, str]]:
        """Of each question the nuggets that have a group, with it."""
        return {
            qid: {name: group for name in found if (group := self.nuggets[qid, name].group)}
            for qid, found in self.weights.items()
        }

    @cached_property
    def judges(self) -> Mapping[str, Sequence[str]]:
        """Those who marked nuggets of each question, or finished it."""
        found = self.index.people.matched
        return {qid: sorted(found[qid]) for qid in self.questions if qid in found}

    @cached_property
    def pool(self) -> list[Item]:
        """The pool items of these questions."""
        return [item for item in self.index.evaluation.pool if item.qid in self.questions]

    @cached_property
    def seen(self) -> set[Item]:
        """The items whose nuggets somebody looked for: those of finished questions, and all with a match.

        Where nobody is assigned to a question, one match means that all of it was looked at. Where cells have labels, all
        of the item must have one.
        """
        matches = self.index.evaluation.matches
        marked = {match.item for match in matches if match.item.qid in self.questions}
        people = self.index.people
        whole = people.finished | ({item.qid for item in marked} - people.assigned)
        seen = marked | {item for item in self.pool if item.qid in whole}
        if not self.labelled:
            return seen
        named: defaultdict[Item, dict[str, str]] = defaultdict(dict)
        for item, nugget, _, label in matches:
            named[item][nugget] = label
        return self.judged(seen, named)

    @cached_property
    def labelled(self) -> frozenset[str]:
        """The questions whose cells have labels."""
        return frozenset(self.index.evaluation.cell_scales.keys() & self.questions.keys())

    def judged(self, seen: Collection[Item], labels: Mapping[Item, Labels]) -> set[Item]:
        """Those of some items that are judged; where cells have labels, all of an item's must have one."""
        there = {item for item in seen if item.qid not in self.labelled or not self.weights[item.qid]}
        return there | {item for item, found in labels.items() if self._is_whole(item.qid, found)}

    def _is_whole(self, qid: str, found: Labels) -> bool:
        weights = self.weights[qid] if qid in self.labelled else {}
        return bool(weights) and weights.keys() <= found.keys()

    def blocks(self, rule: Rule | str = "adjudicated") -> Iterator[tuple[str, bytes]]:
        """The nuggets of each question with their weights, in the order of their names."""
        for qid, weights in self.weights.items():
            given = {(qid, name): weight for name, weight in normalised(weights).items()}
            ordered = (self.nuggets[qid, name] for name in sorted(weights, key=in_order))
            if given:
                yield qid, b"".join(nuggets.write_pyramid(ordered, given))


class JudgedNuggets(Judged):
    """The same under a rule: the nuggets that each item holds."""

    all: NuggetQuestions

    def __init__(self, questions: NuggetQuestions, qrels: Qrels, partial: bool) -> None:
        super().__init__(questions, qrels)
        found = matched(questions.index, qrels, questions.questions, partial)
        self.nuggets, self.warnings, self._read, self.labels = found

    @cached_property
    def seen(self) -> Collection[Item]:
        """The items that were looked at: by people or, where the rule takes a machine's matches, by the machine."""
        looked = self.all.seen if self._read is None else self._read
        return self.all.judged(looked, self.labels) if self.all.labelled else looked

    def facts(self, qid: str, gathered: Gathered) -> Facts:
        if scale := self.all.kinds[qid].cell_scale:
            return self._of_cells(qid, scale, gathered)
        counts, lines, length = gathered
        found: set[str] = set()
        unjudged = 0
        for item, count in counts.items():
            if names := self.nuggets.get(item):
                found |= names
            elif item not in self.seen:
                unjudged += count
        weights = self.all.weights[qid]
        total, heaviest = sum(weights.values()), max(weights.values(), default=0)
        given = NuggetFacts(len(found), sum(weights[name] for name in found), total, heaviest, length)
        hopeful = given._replace(matched=len(weights), weight=total) if unjudged else given
        return Facts(given, hopeful, lines, unjudged)

    def _of_cells(self, qid: str, scale: Scale, gathered: Gathered) -> Facts:
        counts, lines, _ = gathered
        weights = self.all.weights[qid]
        unjudged = sum(count for item, count in counts.items() if item not in self.seen)
        said = self._said(counts)
        best = {nugget: scale.best(labels) for nugget, labels in said.items()}
        groups = self.all.groups[qid]
        given = _cell_facts(weights, groups, scale, best)
        if not unjudged:
            return Facts(given, given, lines, 0)
        open_ = {nugget for nugget in weights if len(said.get(nugget, ())) < len(counts)}
        hopeful = best | dict.fromkeys(open_, scale.grades[0])
        return Facts(given, _cell_facts(weights, groups, scale, hopeful), lines, unjudged)

    def _said(self, items: Iterable[Item]) -> Mapping[str, list[str]]:
        """The labels of each nugget in some items."""
        said: defaultdict[str, list[str]] = defaultdict(list)
        for item in items:
            for nugget, label in self.labels.get(item, {}).items():
                said[nugget].append(label)
        return said

    def assigned(self, qid: str, items: Collection[Item]) -> list[nuggetizer.Assigned]:
        """The nuggets of a question, in order, with the best label of each in some items; of no items none is held."""
        scale, weights = self.all.index.evaluation.cell_scales[qid], self.all.weights[qid]
        said = self._said(items) if items else dict.fromkeys(weights, scale.grades[-1:])
        return [
            nuggetizer.Assigned(
                self.all.nuggets[qid, name].text,
                bool(weights[name]),
                scale.best(said[name]) if said.get(name) else None,
                self.all.nuggets[qid, name].group,
            )
            for name in sorted(weights, key=in_order)
        ]

    def reason(self, qid: str, untouched: bool) -> str:
        reason = nuggets_reason(self.all.weights[qid], untouched=untouched)
        return "" if reason == NO_VITAL_NUGGET and self.all.kinds[qid].zero_if_empty else reason

    def remarks(self, left: Collection[str]) -> Iterator[str]:
        unseen = {item.qid for item in self.all.pool if item not in self.seen}
        if unseen := unseen - set(left):
            yield say(
                "Nuggets were not looked for in the whole pool of {questions}.",
                questions=some_of(sorted(unseen)),
            )
        if voting := self.voting(left):
            yield say(
                "Votes on the nuggets of {questions} are still to come, and change what they weigh.",
                questions=some_of(voting),
            )

    def voting(self, left: Collection[str]) -> list[str]:
        """The pyramids whose voters have not finished."""
        rows = self.all.index.evaluation.assignments
        open_ = {row.qid for row in rows if row.only_votes and row.state == "open"}
        return sorted(
            qid for qid in open_ - set(left) if qid in self.all.questions and self.all.kinds[qid].pyramid
        )

    def answer_keys(self) -> Iterator[tuple[str, NuggetList]]:
        items: defaultdict[str, list[Holder]] = defaultdict(list)
        for item in sorted(self.nuggets):
            items[item.qid].append(self._holder(item))
        pooled = Counter(item.qid for item in self.all.pool)
        seen = Counter(item.qid for item in self.all.pool if item in self.seen)
        for qid, weights in self.all.weights.items():
            shares, texts = normalised(weights), self.all.nuggets
            rows = (
                Weighed(name, texts[qid, name].text, texts[qid, name].origin, weights[name], shares[name])
                for name in sorted(weights, key=in_order)
            )
            yield qid, NuggetList(tuple(rows), tuple(items[qid]), seen[qid], pooled[qid])

    def _holder(self, item: Item) -> Holder:
        names = tuple(sorted(self.nuggets[item], key=in_order))
        if item.qid not in self.all.labelled:
            return Holder(item, names)
        labels = self.labels.get(item, {})
        return Holder(item, names, tuple(labels.get(name, "") for name in names))

    def judged_run(self, responses: Sequence[Response], tag: str) -> Iterator[bytes]:
        return judged.write_nuggets(responses, tag, self.nuggets)


def _cell_facts(
    weights: Mapping[str, int], groups: Mapping[str, str], scale: Scale, labels: Labels
) -> CellFacts:
    """What the best label of each nugget comes to; a nugget without one is not held."""
    vital = [labels.get(nugget, "") for nugget, weight in weights.items() if weight]
    okay = [labels.get(nugget, "") for nugget, weight in weights.items() if not weight]
    return CellFacts(
        vital=len(vital),
        okay=len(okay),
        full_vital=sum(label in scale.correct for label in vital),
        full_okay=sum(label in scale.correct for label in okay),
        credit_vital=summed(scale.values.get(label, ZERO) for label in vital),
        credit_okay=summed(scale.values.get(label, ZERO) for label in okay),
        groups=len(set(groups.values())),
        covered=len({group for nugget, group in groups.items() if labels.get(nugget) in scale.correct}),
    )


def weights_of(index: Index, pyramids: Mapping[str, bool]) -> Weights:
    """The weights of all nuggets of the given questions; the value says whether a question's form a pyramid."""
    votes: defaultdict[tuple[str, str], dict[str, bool]] = defaultdict(dict)
    for vote in index.evaluation.nugget_votes:
        if (vote.qid, vote.assessor) not in index.gone:
            votes[vote.qid, vote.nugget][vote.assessor] = vote.vote == "vital"
    weights: dict[str, dict[str, int]] = {qid: {} for qid in pyramids}
    for nugget in index.evaluation.nuggets:
        qid = nugget.qid
        if qid in weights and index.people.counts(qid, nugget.assessor):
            primary = index.people.primary.get(qid)
            given = dict(votes.get((qid, nugget.name), {}))
            settled = given.pop("", None)
            if settled is not None:
                given[primary or ""] = settled
            weights[qid][nugget.name] = (
                sum(given.values()) if pyramids[qid] else _vital(given, primary, settled)
            )
    return weights


def _vital(given: Mapping[str, bool], primary: str | None, settled: bool | None) -> int:
    if settled is not None:
        return int(settled)
    if primary is not None:
        return int(given.get(primary, False))
    return int(2 * sum(given.values()) > len(given))


def normalised(weights: Mapping[str, int]) -> dict[str, Fraction]:
    """The weights with the heaviest as 1; all 0 where nothing weighs."""
    heaviest = max(weights.values(), default=0) or 1
    return {name: Fraction(weight, heaviest) for name, weight in weights.items()}


def nuggets_reason(weights: Mapping[str, int], *, untouched: bool) -> str:
    """Why a question judged by nuggets has no value: none of them weighs anything; "" where it has one."""
    if any(weights.values()):
        return UNJUDGED if untouched else ""
    return UNJUDGED if untouched and not weights else NO_VITAL_NUGGET


_STAGE = Stage("nuggets", "nuggets", ITEM, (LISTING, MATCHING, VOTES), ANSWER, may_find_none=True)
VOTES_STAGE = Stage("votes", "nuggets", ENTRY, (VOTES,), role=VOTER, after=_STAGE.name)
NUGGETS = Form(
    name="nuggets",
    scored=NuggetQuestions,
    stages=(_STAGE, VOTES_STAGE),
    key_name="nuggets",
    file="nist/pyramid.txt",
    run_file="other/{}.otherjudged",
)
