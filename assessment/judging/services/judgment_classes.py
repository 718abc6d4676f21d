"""The answer classes that the rows of a file name: found by id or label, held against the questions, made where new."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import NamedTuple

from assessment.campaigns.models import Campaign, Question
from assessment.judging.models import AnswerClass
from assessment.shared.say import say
from scoring import records
from scoring.formats.folding import fold_label
from scoring.formats.problems import Problems
from scoring.stages import CLASSES

LONGEST_NAME = 64


class Class(NamedTuple):
    """An answer class of a question. `name` is its id in files; without an assessor it is settled or known."""

    pk: int
    name: str
    label: str
    assessor: str
    removed: bool

    @property
    def folded(self) -> str:
        """The label as labels are compared."""
        return fold_label(self.label)


class Choice(NamedTuple):
    """The class that a row means.

    `how` is "id" or "label" (of the assessor's own classes and those that are known or settled), "theirs" (another
    assessor's: the row gets a class of its own assessor under the same id), "new", "several" or "removed".
    """

    how: str
    name: str  # the id of the class that is found or made
    label: str
    pk: int | None = None  # where the class exists
    others: tuple[str, ...] = ()  # ids of classes that the name could mean, too


class ClassScene(NamedTuple):
    """The classes that some questions have."""

    classes: Mapping[int, list[Class]]  # by question
    empty: Mapping[
        tuple[int, str, str], int
    ]  # question, id, assessor: classes that hold nothing, and count nowhere

    def choose(self, question: int, named: str, assessor: str) -> Choice:
        """The class that an assessor means by an id or a label. Ids go first: exported files name them."""
        folded = fold_label(named)
        every = self.classes.get(question, [])
        live = [one for one in every if not one.removed]
        own = sorted(
            (one for one in live if one.assessor in (assessor, "")), key=lambda one: one.assessor != assessor
        )
        by_label = [one for one in own if one.folded == folded]
        if by_id := [one for one in own if one.name == named]:
            others = tuple(one.name for one in by_label if one.name != named)
            return Choice("id", named, by_id[0].label, by_id[0].pk, others)
        names = tuple(dict.fromkeys(one.name for one in by_label))
        if len(names) > 1:
            return Choice("several", named, named, others=names)
        if by_label:
            return Choice("label", by_label[0].name, by_label[0].label, by_label[0].pk)
        if any(one.removed and (one.name == named or one.folded == folded) for one in every):
            return Choice("removed", named, named)
        return _of_others([one for one in live if one.assessor not in (assessor, "")], named, folded)


def settled_choice(scene: ClassScene, question: int, named: str) -> Choice:
    """The class that the adjudicator means: any assessor's, or a known or settled one, by its id or its only label."""
    folded = fold_label(named)
    live = [one for one in scene.classes.get(question, ()) if not one.removed]
    by_id = sorted(
        (one for one in live if one.name == named), key=lambda one: (one.assessor != "", one.assessor)
    )
    if by_id:
        return Choice("id", named, by_id[0].label, by_id[0].pk)
    by_label = sorted(
        (one for one in live if one.folded == folded), key=lambda one: (one.assessor != "", one.assessor)
    )
    names = tuple(dict.fromkeys(one.name for one in by_label))
    if len(names) > 1:
        return Choice("several", named, named, others=names)
    if by_label:
        return Choice("label", by_label[0].name, by_label[0].label, by_label[0].pk)
    removed = any(
        one.removed and (one.name == named or one.folded == folded) for one in scene.classes.get(question, ())
    )
    return Choice("removed" if removed else "new", named, named)


def _of_others(theirs: Iterable[Class], named: str, folded: str) -> Choice:
    """Another assessor's class of this id, or the only one of this label; else a new one."""
    rows = list(theirs)
    by_id = [one for one in rows if one.name == named]
    by_label = {one.name: one for one in rows if one.folded == folded}
    if by_id or len(by_label) == 1:
        found = by_id[0] if by_id else next(iter(by_label.values()))
        return Choice("theirs", found.name, found.label)
    return Choice("new", named, named)


def class_scene_of(campaign: Campaign, questions: Collection[int]) -> ClassScene:
    """Read the classes of some questions."""
    rows = AnswerClass.objects.filter(question__in=questions)
    in_use = set(rows.in_use(campaign.track, by_programs=True).values_list("pk", flat=True))
    classes: defaultdict[int, list[Class]] = defaultdict(list)
    empty = {}
    columns = ("question_id", "pk", "name", "text", "member__name", "removed")
    for question, pk, name, label, assessor, removed in rows.order_by("pk").values_list(*columns):
        if removed or pk in in_use:
            classes[question].append(Class(pk, name, label, assessor or "", removed))
        else:
            empty[question, name, assessor or ""] = pk
    return ClassScene(classes, empty)


def check_class(
    line: int, judgment: records.Judgment, question: Question, scene: ClassScene, problems: Problems
) -> None:
    """Note what is wrong with the class that a row names."""
    if not (name := judgment.answer_class):
        return
    if (kind := question.kind).scale is None:
        return
    if not kind.form.asks(CLASSES):
        message = say("Question {qid} is no list question, and its answers have no class.", qid=question.qid)
        problems.add(line, "class_of_no_list", message, say("Leave the column answer_class empty."))
    elif not kind.scale.is_correct(judgment.grade):
        message = say("Only correct answers have a class, and this one is “{grade}”.", grade=judgment.grade)
        problems.add(line, "class_not_correct", message, say("Leave the column answer_class empty."))
    else:
        check_choice(line, name, question.qid, scene.choose(question.pk, name, judgment.assessor), problems)


def check_choice(line: int, name: str, qid: str, choice: Choice, problems: Problems) -> None:
    """Note why it is not clear which class a name means, or why none can be made of it."""
    if choice.how == "several":
        message = say(
            "Question {qid} has several answer classes called “{name}”: {ids}.",
            qid=qid,
            name=name[:40],
            ids=", ".join(choice.others),
        )
        problems.add(line, "class_ambiguous", message, say("Name the id of the one that is meant."))
    elif choice.how == "removed":
        message = say(
            "The known answer {name} of question {qid} was merged into another, or removed.",
            name=name[:40],
            qid=qid,
        )
        problems.add(line, "class_merged", message, say("Name the class that it was merged into."))
    elif choice.how == "new" and (not name.strip() or len(name) > LONGEST_NAME):
        message = say(
            "The class {name} has no name of 1 to {n} characters.", name=repr(name[:40]), n=LONGEST_NAME
        )
        problems.add(line, "class_name", message, say("Shorten it in every row."))


Spellings = Mapping[tuple[str, str], str]  # question's id, folded name -> how the file spells it first


def spellings(rows: Iterable[records.Judgment]) -> Spellings:
    """The first spelling of each name of a class, so that two spellings make no two new classes."""
    first: dict[tuple[str, str], str] = {}
    for judgment in rows:
        if judgment.answer_class:
            first.setdefault((judgment.item.qid, fold_label(judgment.answer_class)), judgment.answer_class)
    return first


class WantedClass(NamedTuple):
    """A class that somebody names."""

    question: int
    named: str
    assessor: str
    spelling: str  # how the file spells it first


def find_or_make(
    wanted: Iterable[WantedClass], scene: ClassScene, members: Mapping[str, int]
) -> dict[tuple[int, str, str], int]:
    """The classes that rows name, by question, name and assessor; those that are missing are made, their assessor's own."""
    found: dict[tuple[int, str, str], int] = {}
    missing: dict[tuple[int, str, str], list[tuple[int, str, str]]] = {}
    labels = {}
    for question, named, assessor, spelling in wanted:
        choice = scene.choose(question, named, assessor)
        if choice.pk is None:
            name, label = (spelling, spelling) if choice.how == "new" else (choice.name, choice.label)
            missing.setdefault((question, name, assessor), []).append((question, named, assessor))
            labels[question, name, assessor] = label
        else:
            found[question, named, assessor] = choice.pk
    for key, pk in _made(labels, scene, members):
        found.update(dict.fromkeys(missing[key], pk))
    return found


def _made(
    labels: Mapping[tuple[int, str, str], str], scene: ClassScene, members: Mapping[str, int]
) -> Iterator[tuple[tuple[int, str, str], int]]:
    """Make classes; one of the same id that holds nothing is used again."""
    yield from ((key, scene.empty[key]) for key in labels if key in scene.empty)
    new = [key for key in labels if key not in scene.empty]
    made = AnswerClass.objects.bulk_create(
        AnswerClass(
            question_id=question,
            name=name,
            text=labels[question, name, assessor],
            member_id=members[assessor],
        )
        for question, name, assessor in new
    )
    yield from ((key, row.pk) for key, row in zip(new, made, strict=True))
