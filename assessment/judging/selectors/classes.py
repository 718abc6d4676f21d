"""What the page for grouping the answers of a list question shows."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple
from uuid import UUID, uuid4

from django.db.models import Q

from assessment.campaigns.models import Question
from assessment.judging.models import AnswerClass, Assignment, Change, Judgment, Origin
from assessment.judging.selectors.alike import words_of
from assessment.judging.selectors.primary import is_primary

PROPOSED = 5  # classes proposed for one answer


class Answer(NamedTuple):
    """An answer that the assessor judged correct."""

    pk: int
    docid: str
    text: str
    uid: str  # of its class; empty where it has none
    proposed: Sequence[str]  # uids of classes that hold something alike, for an answer without a class


class Group(NamedTuple):
    """An answer class with its strings."""

    uid: str
    label: str
    origin: str
    answers: Sequence[Answer]
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
    def groups(self) -> list[Group]:
        """The known answers, and the assessor's classes that hold something; by label."""
        held: defaultdict[str, list[Answer]] = defaultdict(list)
        for pk, docid, text, uid in self._rows:
            if uid:
                held[str(uid)].append(Answer(pk, docid, text, str(uid), ()))
        mine = Q(uid__in=held) | Q(member=None, origin=Origin.DEVELOPMENT, removed=False)
        rows = AnswerClass.objects.filter(mine, question=self.question)
        may_change_known = is_primary(self.assignment)
        found = [
            Group(
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
    def ungrouped(self) -> list[Answer]:
        """The correct answers without a class, those alike one after another, each with proposals."""
        words = [(group.uid, _words_of_group(group)) for group in self.groups]
        found = [
            Answer(pk, docid, text, "", _proposals(text, words))
            for pk, docid, text, uid in self._rows
            if not uid
        ]
        return sorted(found, key=lambda answer: (words_of(answer.text), answer.text, answer.docid))

    @property
    def correct(self) -> int:
        """Correct answers."""
        return len(self._rows)

    @cached_property
    def new_uids(self) -> list[UUID]:
        """Names for the classes that the rest could get."""
        return [uuid4() for _ in {words_of(answer.text) or answer.text for answer in self.ungrouped}]

    @cached_property
    def undo(self) -> str:
        """What undo would take back."""
        rows = Change.objects.filter(assignment=self.assignment, is_undo=False, undone=False)
        return rows.order_by("-pk").values_list("label", flat=True).first() or ""

    @property
    def minutes(self) -> int:
        """Active time so far."""
        return self.assignment.seconds // 60


def _words_of_group(group: Group) -> list[tuple[str, ...]]:
    return [words for text in (group.label, *(it.text for it in group.answers)) if (words := words_of(text))]


def _proposals(text: str, groups: Sequence[tuple[str, Sequence[tuple[str, ...]]]]) -> list[str]:
    """Classes that hold the same string but for case and punctuation, then those where one contains the other."""
    own = words_of(text)
    same, near = [], []
    for uid, strings in groups:
        if own in strings:
            same.append(uid)
        elif any(_contains(own, other) or _contains(other, own) for other in strings):
            near.append(uid)
    return [*same, *near][:PROPOSED] if own else []


def _contains(long: Sequence[str], short: Sequence[str]) -> bool:
    """Whether some words stand in others, one after another."""
    return f" {' '.join(short)} " in f" {' '.join(long)} "
