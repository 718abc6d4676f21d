"""The answer classes that the rows of a judgments.csv name: found, held against the questions, made where missing."""

from collections.abc import Collection, Iterable, Mapping
from typing import NamedTuple
from uuid import uuid4

from assessment.campaigns.models import Campaign, Question
from assessment.judging.models import AnswerClass, Assignment, Change, Judgment
from assessment.people.models import Account
from scoring import records
from scoring.formats.problems import Problems

BATCH = 2_000
LONGEST_NAME = 64
ClassName = tuple[
    int, str, str
]  # question, name of the class, and of the assessor whose it is; "" where it is settled


class ClassScene(NamedTuple):
    """The classes that a campaign's questions have before the import."""

    standing: Mapping[ClassName, int]
    merged: Collection[tuple[int, str]]  # known answers that are no answers of their own any more

    def class_of(self, question: int, told: records.Judgment) -> int | None:
        """The class that an assessor means by a name: the own one, else the settled one."""
        own = self.standing.get((question, told.answer_class, told.assessor))
        return own or self.standing.get((question, told.answer_class, ""))


def class_scene_of(campaign: Campaign, questions: Iterable[Question]) -> ClassScene:
    """Find the classes of some questions, which nobody else changes until the transaction ends."""
    pks = sorted(question.pk for question in questions)
    list(Question.objects.select_for_update(no_key=True).filter(pk__in=pks).order_by("pk").values_list("pk"))
    rows = AnswerClass.objects.filter(question__campaign=campaign, question__in=pks)
    standing, merged = {}, set()
    for question, name, maker, removed, pk in rows.values_list(
        "question_id", "name", "member__name", "removed", "pk"
    ):
        if removed:
            merged.add((question, name))
        else:
            standing[question, name, maker or ""] = pk
    return ClassScene(standing, merged)


def check_class(
    line: int, told: records.Judgment, question: Question, scene: ClassScene, problems: Problems
) -> None:
    """Note what is wrong with the class that a row names."""
    name, kind = told.answer_class, question.kind
    if not name or kind.scale is None:
        return
    if kind.form != "list":
        message = f"Question {question.qid} is no list question, and its answers have no class."
        problems.add(line, "class_of_no_list", message, "Leave the column answer_class empty.")
    elif not kind.scale.is_correct(told.grade):
        message = f"Only correct answers have a class, and this one is “{told.grade}”."
        problems.add(line, "class_not_correct", message, "Leave the column answer_class empty.")
    elif not name.strip() or len(name) > LONGEST_NAME:
        message = f"The class {name[:40]!r} has no name of 1 to {LONGEST_NAME} characters."
        problems.add(line, "class_name", message, "Shorten it in every row.")
    elif scene.class_of(question.pk, told) is None and (question.pk, name) in scene.merged:
        message = f"The known answer {name} of question {question.qid} was merged into another."
        problems.add(line, "class_merged", message, "Name the class that it was merged into.")


def make_missing(
    wanted: Iterable[tuple[int, records.Judgment]], scene: ClassScene, members: Mapping[str, int]
) -> ClassScene:
    """Make the classes that rows name and that are not there, each its assessor's own, labelled by its name."""
    missing = dict.fromkeys(
        (question, told.answer_class, told.assessor)
        for question, told in wanted
        if told.answer_class and scene.class_of(question, told) is None
    )
    made = AnswerClass.objects.bulk_create(
        (
            AnswerClass(question_id=question, name=name, label=name, member_id=members[maker])
            for question, name, maker in missing
        ),
        batch_size=BATCH,
    )
    added = {key: row.pk for key, row in zip(missing, made, strict=True)}
    return scene._replace(standing={**scene.standing, **added})


def note_class_change(row: Judgment, after: int, by: Account | None) -> None:
    """Keep in the question's history that a file put an answer into another class."""
    former = row.answer_class
    uid = AnswerClass.objects.values_list("uid", flat=True).get(pk=after)
    Change.objects.create(
        question_id=Assignment.objects.values_list("question_id", flat=True).get(pk=row.assignment_id),
        assignment_id=row.assignment_id,
        client_id=uuid4(),
        label="take classes from a file",
        before={"classes": {str(row.item_id): str(former.uid) if former else None}},
        after={"classes": {str(row.item_id): str(uid)}},
        made_by=by,
    )
