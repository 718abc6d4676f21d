"""What the runs are scored by on one question of a version: its final answer set or nuggets, and the grades of its pool."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from itertools import chain
from typing import NamedTuple

from assessment.campaigns.models import Question
from assessment.results.models import QuestionKey, ScoreSet
from assessment.results.selectors.qrels import Graded, graded_items, runs_by_item
from assessment.shared.grades import grade_title
from scoring.forms.keys import Answer, AnswerSet, Holder, NuggetList, Weighed
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
    labels: Sequence[tuple[str, int]] = ()  # in words, of how many items; none where cells have none

    @property
    def weight(self) -> str:
        """Of a criterion, as people write it."""
        return f"{float(self.nugget.weight):g}".replace("-", "−")


class HolderRow(NamedTuple):
    """An item that holds nuggets, and how many current runs returned it."""

    item: Item
    nuggets: Sequence[str]
    runs: int
    labels: Sequence[tuple[str, str]] = ()  # where cells have any: name, and label in words


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
    def has_labels(self) -> bool:
        """Whether items hold nuggets more or less far."""
        return any(row.labels for row in self.holders)

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


def _in_words(one: Holder, question: Question) -> list[tuple[str, str]]:
    track = question.campaign.track
    return [
        (name, grade_title(label, track))
        for name, label in zip(one.nuggets, one.labels, strict=False)
        if label
    ]


def by_nuggets(key: NuggetList, question: Question) -> ScoredBy:
    counts = Counter(name for one in key.items for name in one.nuggets)
    labelled = Counter(chain.from_iterable(_in_words(one, question) for one in key.items))
    runs, has_criteria = runs_by_item(question), question.kind.form.has_criteria
    return ScoredBy(
        "results/_criteria.html" if has_criteria else "results/_nuggets.html",
        nuggets=[
            NuggetHolders(
                nugget,
                counts[nugget.name],
                [(label, n) for (name, label), n in sorted(labelled.items()) if name == nugget.name],
            )
            for nugget in key.nuggets
        ],
        holders=[
            HolderRow(one.item, one.nuggets, runs.get(one.item.key, 0), _in_words(one, question))
            for one in key.items
        ],
        seen=key.seen,
        pooled=key.pooled,
    )
