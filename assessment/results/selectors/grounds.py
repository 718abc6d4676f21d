"""What the scores of one list or nugget question rest on in a version, beside the frozen grades of its pool."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import NamedTuple

from assessment.campaigns.models import Question
from assessment.results.models import KeptGround, ScoreSet
from assessment.results.selectors.qrels import Graded, graded_items, runs_by_item
from scoring.evaluate.kept import Answer, AnswerSet, Kept, NuggetList, Weighed
from scoring.records import Item


class ClassRow(NamedTuple):
    """A class of the final answer set with the items that give it."""

    answer: Answer
    items: Sequence[Graded]


class NuggetRow(NamedTuple):
    """A nugget, and how many items hold it."""

    nugget: Weighed
    items: int


class HolderRow(NamedTuple):
    """An item that holds nuggets, and how many standing runs returned it."""

    item: Item
    nuggets: Sequence[str]
    runs: int


class QuestionGround(NamedTuple):
    """Everything on a question's page besides the runs."""

    form: str  # answers, list, nuggets
    is_kept: bool  # whether the version holds its classes or nuggets; older ones do not
    classes: Sequence[ClassRow] = ()
    pool: Sequence[Graded] = ()  # graded items that are in no class
    nuggets: Sequence[NuggetRow] = ()
    holders: Sequence[HolderRow] = ()
    seen: int = 0
    pooled: int = 0

    @property
    def has_members(self) -> bool:
        """Whether a graded item is in any class."""
        return any(row.items for row in self.classes)


def question_ground(score_set: ScoreSet, question: Question) -> QuestionGround:
    """The final answer set or nuggets of a question, and the grades of its pool (three queries)."""
    form = question.kind.form
    row = KeptGround.objects.filter(score_set=score_set, question=question).first()
    told = row.kept(question.qid) if row else None
    if isinstance(told, NuggetList):
        return nugget_ground(told, question)
    graded = graded_items(score_set.qrels, question)
    return (
        list_ground(told, graded) if isinstance(told, AnswerSet) else QuestionGround(form, False, pool=graded)
    )


def list_ground(told: AnswerSet, graded: Sequence[Graded]) -> QuestionGround:
    class_of = {item[1:]: name for item, name in told.items}
    members: defaultdict[str, list[Graded]] = defaultdict(list)
    rest: list[Graded] = []
    for item in graded:
        name = class_of.get((item.docid, item.passage, item.answer))
        (rest if name is None else members[name]).append(item)
    classes = [ClassRow(answer, members[answer.name]) for answer in told.answers]
    return QuestionGround("list", True, classes=classes, pool=rest)


def nugget_ground(told: NuggetList, question: Question) -> QuestionGround:
    counts = Counter(name for _, names in told.items for name in names)
    runs = runs_by_item(question)
    return QuestionGround(
        "nuggets",
        True,
        nuggets=[NuggetRow(nugget, counts[nugget.name]) for nugget in told.nuggets],
        holders=[HolderRow(item, names, runs.get(item.key, 0)) for item, names in told.items],
        seen=told.seen,
        pooled=told.pooled,
    )


def all_grounds(score_set: ScoreSet) -> dict[str, Kept]:
    """The final answer sets and nuggets of a version, by question (one query)."""
    rows = (
        KeptGround.objects.filter(score_set=score_set)
        .select_related("question")
        .order_by("question__position")
    )
    return {row.question.qid: row.kept(row.question.qid) for row in rows}
