"""What the page for grouping the answers of a list question shows."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import NamedTuple, TypedDict

from django.db.models import Q

from assessment.campaigns.models import Question
from assessment.judging.models import AnswerClass, Assignment, Judgment, Origin
from assessment.judging.selectors.alike import words_of
from assessment.judging.selectors.primary import is_primary
from assessment.submissions.models import in_pool


class ClassLine(TypedDict):
    """A correct answer as the template writes it: a dict of strings, since it is written thousands of times."""

    value: str  # its key, and the uid of its class after a blank where it has one
    docid: str
    text: str


class ClassGroup(NamedTuple):
    """An answer class with its strings."""

    uid: str
    label: str
    origin: str
    answers: Sequence[ClassLine]
    changeable: bool  # whether this assessor may rename and merge it


class ClassesPage(NamedTuple):
    """One assessor's correct answers to a list question, by class."""

    assignment: Assignment
    correct: int
    groups: Sequence[
        ClassGroup
    ]  # the known answers, and the assessor's classes that hold something; by label
    ungrouped: Sequence[ClassLine]  # the correct answers without a class, those alike one after another

    @property
    def question(self) -> Question:
        return self.assignment.question

    @property
    def minutes(self) -> int:
        """Active time so far."""
        return self.assignment.seconds // 60


def classes_page(assignment: Assignment) -> ClassesPage:
    """Read the answers and the classes (three queries)."""
    scale = assignment.question.kind.scale
    rows = Judgment.objects.filter(
        in_pool("item"), assignment=assignment, grade__in=scale.correct if scale else ()
    )
    ordered = rows.order_by("item__answer", "item__docid", "item_id")
    correct = list(ordered.values_list("item_id", "item__docid", "item__answer", "answer_class__uid"))
    held: defaultdict[str, list[ClassLine]] = defaultdict(list)
    ungrouped: list[ClassLine] = []
    for pk, docid, text, uid in correct:
        value = f"{pk} {uid}" if uid else str(pk)
        (held[str(uid)] if uid else ungrouped).append({"value": value, "docid": docid, "text": text})
    ungrouped.sort(key=lambda line: (words_of(line["text"]), line["text"], line["docid"]))
    return ClassesPage(assignment, len(correct), _groups(assignment, held), ungrouped)


def _groups(assignment: Assignment, held: Mapping[str, Sequence[ClassLine]]) -> list[ClassGroup]:
    mine = Q(uid__in=held) | Q(member=None, origin=Origin.DEVELOPMENT, removed=False)
    rows = AnswerClass.objects.filter(mine, question=assignment.question)
    may_change_known = is_primary(assignment)
    found = [
        ClassGroup(
            str(row.uid),
            row.text,
            row.origin,
            held.get(str(row.uid), ()),
            row.member_id is not None or may_change_known,
        )
        for row in rows
    ]
    return sorted(found, key=lambda group: (group.label.casefold(), group.label, group.uid))
