"""Criteria: an answer is worth what its labels say, criterion by criterion.

The criteria of a question stand before anybody judges: its type declares them, or each question brings its own (a rubric).
They are kept and labelled as nuggets with labels are, and who says what counts is the same. An answer is judged when each has
a label.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from typing import Any

from scoring.formats.nuggets import in_order
from scoring.forms.base import NO_CRITERION, UNJUDGED, Facts, Form
from scoring.forms.keys import Holder, NuggetList, Weighed
from scoring.forms.nuggets import JudgedNuggets, NuggetQuestions, Weights
from scoring.measures.base import ZERO, Measure
from scoring.measures.criteria import Judgment, OfCriteria, ends_of
from scoring.records import Item, Nugget, Qrels, Response
from scoring.rules import Rule, some_of
from scoring.say import say
from scoring.scales import Scale
from scoring.stages import ANSWER, ITEM, MATCHING, Stage

Open = tuple[Judgment, ...]  # the criteria of a question before anything is said of an answer


class CriteriaQuestions(NuggetQuestions):
    """Questions whose answers are judged by criteria."""

    def under(self, qrels: Qrels, partial: bool = False) -> "JudgedCriteria":
        return JudgedCriteria(self, qrels, partial)

    def gathered(self, qid: str, responses: Sequence[Response]) -> Any:
        return [item for response in responses if (item := response.item)][:1]

    def blocks(self, rule: Rule | str = "adjudicated") -> Iterator[tuple[str, bytes]]:
        yield from ()

    def fitted(self, measure: Measure[Any]) -> Measure[Any]:
        return measure.within(self.open.values()) if isinstance(measure, OfCriteria) else measure

    @cached_property
    def weights(self) -> Weights:
        """The criteria of each question; how much they weigh, `open` says."""
        return {qid: dict.fromkeys((one.name for one in found), 1) for qid, found in self.open.items()}

    @cached_property
    def open(self) -> Mapping[str, Open]:
        """The criteria of each question, in the order in which they were declared, else in that of their names."""
        found: dict[str, list[Judgment]] = {qid: [] for qid in self.questions}
        for nugget in sorted(self.index.evaluation.nuggets, key=lambda one: in_order(one.name)):
            if nugget.qid in found and self.index.people.counts(nugget.qid, nugget.assessor):
                found[nugget.qid].append(self._criterion(nugget))
        return {qid: tuple(sorted(some, key=self._place(qid))) for qid, some in found.items()}

    def _criterion(self, nugget: Nugget) -> Judgment:
        scale = self.scale_of(nugget.qid, nugget.name)
        declared = self.scales[nugget.qid].criterion(nugget.name)
        weight = Fraction(nugget.weight) if nugget.weight else declared.weight if declared else Fraction(1)
        group = nugget.group or (declared.group if declared else "")
        return Judgment(nugget.name, group, weight, ZERO, scale.ends[1], is_said=False)

    def _place(self, qid: str) -> Any:
        places = {one.name: place for place, one in enumerate(self.scales[qid].criteria)}
        return lambda one: places.get(one.name, len(places))

    @cached_property
    def scales(self) -> Mapping[str, Scale]:
        """The labels of each question."""
        found = self.index.evaluation.cell_scales
        return {qid: found[qid] for qid in self.questions}

    def scale_of(self, qid: str, name: str) -> Scale:
        """The labels of a criterion."""
        return self.scales[qid].of(name)


class JudgedCriteria(JudgedNuggets):
    """The same under a rule: the labels of each item."""

    all: CriteriaQuestions

    def facts(self, qid: str, gathered: Any) -> Facts:
        labels = self.labels.get(gathered[0], {}) if gathered else {}
        unjudged = sum(item not in self.seen for item in gathered)
        criteria = self.all.open[qid]
        given = tuple(self._judgment_of(qid, one, labels) for one in criteria)
        hopeful = tuple(self._hoped(qid, one) if unjudged and not one.is_said else one for one in given)
        return Facts(given, hopeful, len(gathered), unjudged)

    def _judgment_of(self, qid: str, one: Judgment, labels: Mapping[str, str]) -> Judgment:
        if (label := labels.get(one.name)) is None:
            return one
        value = self.all.scale_of(qid, one.name).values.get(label, ZERO)
        return one._replace(value=value, is_said=True)

    def _hoped(self, qid: str, one: Judgment) -> Judgment:
        values = self.all.scale_of(qid, one.name).values.values()
        return one._replace(value=max(values) if one.weight > 0 else min(values))

    def reason(self, qid: str, untouched: bool) -> str:
        if not ends_of(self.all.open[qid]):
            return NO_CRITERION
        return UNJUDGED if untouched else ""

    def remarks(self, left: Collection[str]) -> Iterator[str]:
        unseen = {item.qid for item in self.all.pool if item not in self.seen} - set(left)
        if unseen:
            yield say(
                "Not all answers to {questions} have a label of each criterion.",
                questions=some_of(sorted(unseen)),
            )

    def answer_keys(self) -> Iterator[tuple[str, NuggetList]]:
        items: defaultdict[str, list[Holder]] = defaultdict(list)
        for item in sorted(self.labels):
            if item.qid in self.all.questions:
                items[item.qid].append(self._labels_of(item))
        pooled = Counter(item.qid for item in self.all.pool)
        seen = Counter(item.qid for item in self.all.pool if item in self.seen)
        for qid, criteria in self.all.open.items():
            texts = self.all.nuggets
            rows = (
                Weighed(one.name, texts[qid, one.name].text, texts[qid, one.name].origin, 1, one.weight)
                for one in criteria
            )
            yield qid, NuggetList(tuple(rows), tuple(items[qid]), seen[qid], pooled[qid])

    def _labels_of(self, item: Item) -> Holder:
        labels = self.labels[item]
        names = tuple(one.name for one in self.all.open[item.qid] if one.name in labels)
        return Holder(item, names, tuple(labels[name] for name in names))


CRITERIA = Form(
    name="criteria",
    scored=CriteriaQuestions,
    stages=(Stage("criteria", "nuggets", ITEM, (MATCHING,), ANSWER),),
    key_name="criteria",
)
