"""The rows of a judgments.csv held against a campaign: its questions, its pool, and what its people said before."""

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from django.db.models import Q

from assessment.campaigns.models import Campaign, Question
from assessment.judging.models import MACHINE, Assignment, Judgment, Kind
from assessment.judging.services.judgment_classes import ClassScene, check_class, class_scene_of
from assessment.people.models import Member
from assessment.submissions.models import PoolItem
from scoring import records
from scoring.formats.problems import Problems
from scoring.scales import Scale


class Entry(NamedTuple):
    """A row of the file."""

    line: int
    judgment: records.Judgment


class Stored(NamedTuple):
    """What stands of one assessor and item before the import."""

    pk: int
    grade: str
    note: str
    answer_class: int | None
    kind: str
    has_account: bool


class Scene(NamedTuple):
    """What the rows of the file are held against."""

    questions: Mapping[str, Question]
    items: Mapping[tuple[int, str], int]  # question and key -> pool item
    stored: Mapping[tuple[int, str], Stored]  # pool item and assessor's name
    is_machine: Mapping[str, bool]  # of the names that the campaign knows
    classes: ClassScene

    def item(self, judgment: records.Judgment) -> int | None:
        """The pool item that a judgment is of; None where there is none."""
        return self.items.get((self.questions[judgment.item.qid].pk, judgment.item.key))

    def class_of(self, judgment: records.Judgment) -> int | None:
        """The class that a judgment names; None where it names none, or one that is not there."""
        return self.classes.class_of(self.questions[judgment.item.qid].pk, judgment)


def scene_of(campaign: Campaign, entries: Sequence[Entry]) -> Scene:
    questions = Question.objects.filter(campaign=campaign).select_related("campaign")
    by_qid = {question.qid: question for question in questions}
    named = {entry.judgment.item.qid for entry in entries}
    pool = PoolItem.objects.filter(question__campaign=campaign, question__qid__in=named)
    items = {
        (question, key): pk for question, key, pk in pool.values_list("question", "key", "pk").iterator()
    }
    names = {entry.judgment.assessor for entry in entries}
    standing = Judgment.objects.filter(member__campaign=campaign, member__name__in=names)
    columns = ("item", "member__name", "pk", "grade", "note", "answer_class", "kind", "member__account")
    stored = {
        (item, name): Stored(pk, grade, note, named, kind, account is not None)
        for item, name, pk, grade, note, named, kind, account in standing.values_list(*columns).iterator()
    }
    return Scene(by_qid, items, stored, _known_names(campaign, names), _classes(campaign, by_qid, entries))


def _classes(campaign: Campaign, questions: Mapping[str, Question], entries: Sequence[Entry]) -> ClassScene:
    """The classes of the questions whose rows name any."""
    named = {entry.judgment.item.qid for entry in entries if entry.judgment.answer_class}
    return class_scene_of(campaign, [questions[qid] for qid in named & questions.keys()])


def _known_names(campaign: Campaign, names: Collection[str]) -> dict[str, bool]:
    """Whether each name that judged, or has a role, is a machine's."""
    named = Member.objects.filter(campaign=campaign, name__in=names)
    people = named.filter(Q(roles__isnull=False) | Q(assignments__in=Assignment.objects.of_people()))
    machines = named.filter(assignments__role=MACHINE)
    known = dict.fromkeys(machines.values_list("name", flat=True), True)
    return known | dict.fromkeys(people.values_list("name", flat=True), False)


def check(entries: Sequence[Entry], scene: Scene, problems: Problems) -> None:
    lines: dict[tuple[records.Item, str], int] = {}
    is_machine = dict(scene.is_machine)
    for line, judgment in entries:
        by_machine = judgment.kind != Kind.HUMAN
        if is_machine.setdefault(judgment.assessor, by_machine) != by_machine:
            known = "a person" if by_machine else "a machine"
            message = f"The name {judgment.assessor} is that of {known} in this campaign."
            problems.add(line, "assessor_kind", message, "Give machines names of their own.")
        first = lines.setdefault((judgment.item, judgment.assessor), line)
        if first != line:
            message = f"{judgment.assessor} judged this item in line {first} already."
            problems.add(line, "duplicate_judgment", message, "Keep one of the two.")
        elif judgment.item.qid not in scene.questions:
            problems.add(line, "question_unknown", f"There is no question {judgment.item.qid}.")
        else:
            _check_judgment(line, judgment, scene, problems)


def _check_judgment(line: int, judgment: records.Judgment, scene: Scene, problems: Problems) -> None:
    if not judgment.assessor.strip() or len(judgment.assessor) > 150:
        problems.add(line, "assessor_name", "The assessor's name has 1 to 150 characters.")
    question = scene.questions[judgment.item.qid]
    _check_grade(line, judgment, question.kind.scale_for(judgment.item.answer), problems)
    check_class(line, judgment, question, scene.classes, problems)
    item = scene.item(judgment)
    if item is None:
        remedy = "Compare it letter by letter, or pool the run that gave it."
        problems.add(line, "item_unknown", "This item is not in the pool.", remedy)
        return
    stored = scene.stored.get((item, judgment.assessor))
    if stored and (message := _contradiction(stored, judgment, scene.class_of(judgment))):
        remedy = "Leave the row out: no file overwrites a person's judgment."
        problems.add(line, "judgment_contradicts", message, remedy)


def _check_grade(line: int, judgment: records.Judgment, scale: Scale | None, problems: Problems) -> None:
    if scale is None:
        problems.add(
            line, "question_not_judged", f"Question {judgment.item.qid} is of a type that is not judged."
        )
    elif judgment.grade not in scale.grades:
        grades = ", ".join(scale.grades)
        problems.add(
            line,
            "grade_not_on_scale",
            f"“{judgment.grade}” is no grade of this answer.",
            f"It has {grades}.",
        )


def _contradiction(stored: Stored, judgment: records.Judgment, answer_class: int | None) -> str:
    """How a row would overwrite what a person, or another kind of judge, said; "" where it does not."""
    if not stored.grade or not (stored.has_account or stored.kind != judgment.kind):
        return ""
    if stored.grade != judgment.grade:
        return f"{judgment.assessor} judged this item “{stored.grade}” here, not “{judgment.grade}”."
    if judgment.answer_class and stored.answer_class not in (None, answer_class):
        return f"{judgment.assessor} put this item into another class here than {judgment.answer_class}."
    return ""
