"""What the runs are scored by on one question of a version: its final answer set or nuggets, and the grades of its pool."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import NamedTuple

from assessment.campaigns.models import Question
from assessment.results.models import QuestionKey, ScoreSet
from assessment.results.selectors.qrels import Graded, graded_items, runs_by_item
from scoring.forms.keys import Answer, AnswerSet, NuggetList, Weighed
from scoring.records import Item
from scoring.stages import MATCHING

ANSWER_SET = "results/_answer_set.html"


class ClassRow(NamedTuple):
    """A class of the final answer set with the items that give it."""

    answer: Answer
    items: Sequence[Graded]


class NuggetHolders(NamedTuple):
    """A nugget, and how many items hold it."""

    nugget: Weighed
    items: int


class HolderRow(NamedTuple):
    """An item that holds nuggets, and how many current runs returned it."""

    item: Item
    nuggets: Sequence[str]
    runs: int


class ScoredBy(NamedTuple):
    """Everything on a question's page besides the runs."""

    template: str  # of this part of the page; none where there is nothing to show
    missing: str = ""  # what an older version does not hold
    classes: Sequence[ClassRow] = ()
    pool: Sequence[Graded] = ()  # graded items that are in no class
    nuggets: Sequence[NuggetHolders] = ()
    holders: Sequence[HolderRow] = ()
    seen: int = 0
    pooled: int = 0

    @property
    def is_rest(self) -> bool:
        """Whether `pool` holds just what is in no class."""
        return self.template == ANSWER_SET

    @property
    def has_members(self) -> bool:
        """Whether a graded item is in any class."""
        return any(row.items for row in self.classes)


def scored_by(score_set: ScoreSet, question: Question) -> ScoredBy:
    """The final answer set or nuggets of a question, and the grades of its pool (three queries)."""
    row = QuestionKey.objects.filter(score_set=score_set, question=question).first()
    key = row.key(question.qid) if row else None
    if isinstance(key, NuggetList):
        return by_nuggets(key, question)
    graded = graded_items(score_set.qrels, question)
    if isinstance(key, AnswerSet):
        return by_answers(key, graded)
    form = question.kind.form
    return ScoredBy("" if form.asks(MATCHING) else "results/_graded_pool.html", form.key_name, pool=graded)


def by_answers(key: AnswerSet, graded: Sequence[Graded]) -> ScoredBy:
    class_of = {item[1:]: name for item, name in key.items}
    members: defaultdict[str, list[Graded]] = defaultdict(list)
    rest: list[Graded] = []
    for item in graded:
        name = class_of.get((item.docid, item.passage, item.answer))
        (rest if name is None else members[name]).append(item)
    classes = [ClassRow(answer, members[answer.name]) for answer in key.answers]
    return ScoredBy(ANSWER_SET, classes=classes, pool=rest)


def by_nuggets(key: NuggetList, question: Question) -> ScoredBy:
    counts = Counter(name for one in key.items for name in one.nuggets)
    runs = runs_by_item(question)
    return ScoredBy(
        "results/_nuggets.html",
        nuggets=[NuggetHolders(nugget, counts[nugget.name]) for nugget in key.nuggets],
        holders=[HolderRow(one.item, one.nuggets, runs.get(one.item.key, 0)) for one in key.items],
        seen=key.seen,
        pooled=key.pooled,
    )
