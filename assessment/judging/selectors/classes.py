"""What the page for grouping the answers of a list question shows."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple, TypedDict
from uuid import UUID

from django.db.models import Q

from assessment.campaigns.models import Question
from assessment.judging.models import AnswerClass, Assignment, Change, ChangeKind, Judgment, Origin
from assessment.judging.selectors.alike import words_of
from assessment.judging.selectors.primary import is_primary


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


@dataclass(frozen=True)
class ClassesPage:
    """One assessor's correct answers to a list question, by class."""

    assignment: Assignment

    @property
    def question(self) -> Question:
        return self.assignment.question

    @cached_property
    def _rows(self) -> list[tuple[int, str, str, UUID | None]]:
        scale = self.question.kind.scale
        rows = Judgment.objects.filter(
            assignment=self.assignment, grade__in=scale.correct if scale else ()
        ).order_by("item__answer", "item__docid", "item_id")
        return list(rows.values_list("item_id", "item__docid", "item__answer", "answer_class__uid"))

    @cached_property
    def groups(self) -> list[ClassGroup]:
        """The known answers, and the assessor's classes that hold something; by label."""
        held: defaultdict[str, list[ClassLine]] = defaultdict(list)
        for pk, docid, text, uid in self._rows:
            if uid:
                held[str(uid)].append({"value": f"{pk} {uid}", "docid": docid, "text": text})
        mine = Q(uid__in=held) | Q(member=None, origin=Origin.DEVELOPMENT, removed=False)
        rows = AnswerClass.objects.filter(mine, question=self.question)
        may_change_known = is_primary(self.assignment)
        found = [
            ClassGroup(
                str(row.uid),
                row.label,
                row.origin,
                held[str(row.uid)],
                row.member_id is not None or may_change_known,
            )
            for row in rows
        ]
        return sorted(found, key=lambda group: (group.label.casefold(), group.label, group.uid))

    @cached_property
    def ungrouped(self) -> list[ClassLine]:
        """The correct answers without a class, those alike one after another."""
        found: list[ClassLine] = [
            {"value": str(pk), "docid": docid, "text": text} for pk, docid, text, uid in self._rows if not uid
        ]
        return sorted(found, key=lambda line: (words_of(line["text"]), line["text"], line["docid"]))

    @property
    def correct(self) -> int:
        """Correct answers."""
        return len(self._rows)

    @cached_property
    def undo(self) -> str:
        """What undo would take back."""
        return Change.objects.of_one(self.question, self.assignment, ChangeKind.PARTS).next_undo()

    @property
    def minutes(self) -> int:
        """Active time so far."""
        return self.assignment.seconds // 60
