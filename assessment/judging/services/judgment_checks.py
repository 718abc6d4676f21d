"""The rows of a judgments.csv held against a campaign: its questions, its pool, and what its people said before."""

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from django.db.models import Q

from assessment.campaigns.models import Campaign, Question
from assessment.judging.models import MACHINE, Assignment, Judgment, Kind
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
    kind: str
    has_account: bool


class Scene(NamedTuple):
    """What the rows of the file are held against."""

    questions: Mapping[str, Question]
    items: Mapping[tuple[int, str], int]  # question and key -> pool item
    stored: Mapping[tuple[int, str], Stored]  # pool item and assessor's name
    is_machine: Mapping[str, bool]  # of the names that the campaign knows

    def item(self, judgment: records.Judgment) -> int | None:
        """The pool item that a judgment is of; None where there is none."""
        return self.items.get((self.questions[judgment.item.qid].pk, judgment.item.key))


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
    columns = ("item", "member__name", "pk", "grade", "note", "kind", "member__account")
    stored = {
        (item, name): Stored(pk, grade, note, kind, account is not None)
        for item, name, pk, grade, note, kind, account in standing.values_list(*columns).iterator()
    }
    return Scene(by_qid, items, stored, _known_names(campaign, names))


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
    _check_grade(line, judgment, scene.questions[judgment.item.qid].kind.scale, problems)
    item = scene.item(judgment)
    if item is None:
        remedy = "Compare it letter by letter, or pool the run that gave it."
        problems.add(line, "item_unknown", "This item is not in the pool.", remedy)
        return
    stored = scene.stored.get((item, judgment.assessor))
    if stored and _contradicts(stored, judgment):
        message = f"{judgment.assessor} judged this item “{stored.grade}” here, not “{judgment.grade}”."
        problems.add(
            line,
            "judgment_contradicts",
            message,
            "Leave the row out: no file overwrites a person's judgment.",
        )


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
            f"“{judgment.grade}” is no grade of this question.",
            f"It has {grades}.",
        )


def _contradicts(stored: Stored, judgment: records.Judgment) -> bool:
    """Whether a row would overwrite what a person, or another kind of judge, said."""
    if not stored.grade:
        return False
    protected = stored.has_account or stored.kind != judgment.kind
    return protected and stored.grade != judgment.grade
