"""Saving, undoing and repeating in any order, held against a list of former states."""

from typing import Any
from uuid import uuid4

import pytest
from django.db import connection, transaction
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from assessment.judging.models import Assignment, Change, Judgment
from assessment.judging.services.judgments import Saved, undo
from assessment.judging.services.parts.part import ChangeConflict
from assessment.shared.errors import Refused
from assessment.submissions.models import PoolItem
from tests.judging.room import Room
from tests.sizes import examples

EMPTY = ("", "", False)
items = st.integers(0, 2)
grades = st.sampled_from(["correct", "inexact", "unsupported", "incorrect"])
people = st.sampled_from(["ada", "ben"])


class Judging(RuleBasedStateMachine):
    """Two assessors of one question. What each says is a dict; their undo stack a list of (item, former).

    A former state without a note leaves the note as it is: it was typed with the grade that is undone.
    """

    def __init__(self) -> None:
        super().__init__()
        self.room = Room()
        self.said: dict[tuple[str, int], tuple[str, str, bool]] = {}
        self.changes: dict[tuple[str, int], int] = {}
        self.stacks: dict[str, list[tuple[int, tuple[str, str | None, bool]]]] = {"ada": [], "ben": []}
        self.sent: list[tuple[str, int, dict[str, Any]]] = []

    def save(self, who: str, item: int, **change: Any) -> Saved:
        """Save in the room, under a mark of its own unless one is given."""
        change = {"client_id": uuid4(), "seen": self.changes.get((who, item), 0), "grade": None, **change}
        outcome = self.room.judge(item, by=who, **change)
        self.sent.append((who, item, change))
        return outcome

    def expect(self, who: str, item: int, **change: Any) -> None:
        """The same in the model."""
        grade, note, later = former_grade, former_note, former_later = self.said.get((who, item), EMPTY)
        if "grade" in change:
            grade, later = change["grade"], False
        later = change.get("later", later)
        self.said[who, item] = (grade, change.get("note", note), later)
        self.changes[who, item] = self.changes.get((who, item), 0) + 1
        of_note = (grade, later) == (former_grade, former_later)
        self.stacks[who].append((item, (former_grade, former_note if of_note else None, former_later)))

    @rule(who=people, item=items, grade=grades)
    def judge(self, who: str, item: int, grade: str) -> None:
        self.save(who, item, grade=grade)
        self.expect(who, item, grade=grade)

    @rule(who=people, item=items, note=st.sampled_from(["", "a", "b"]), later=st.booleans())
    def note_and_later(self, who: str, item: int, note: str, later: bool) -> None:
        self.save(who, item, note=note, later=later)
        self.expect(who, item, note=note, later=later)

    @rule(who=people)
    def undo(self, who: str) -> None:
        account, assignment = {
            "ada": (self.room.ada, self.room.mine),
            "ben": (self.room.ben, self.room.theirs),
        }[who]
        call: dict[str, Any] = {"by": account, "assignment_id": assignment.pk, "client_id": uuid4()}
        if not self.stacks[who]:
            with pytest.raises(Refused):
                undo(**call)
            return
        item, (grade, note, later) = self.stacks[who].pop()
        self.said[who, item] = (grade, self.said[who, item][1] if note is None else note, later)
        self.changes[who, item] += 1
        for repeated in (False, True):
            outcome = undo(**call)
            assert (outcome.item, outcome.repeated) == (self.room.items[item].pk, repeated)

    @precondition(lambda self: self.sent)
    @rule(data=st.data())
    def repeat(self, data: st.DataObject) -> None:
        who, item, change = data.draw(st.sampled_from(self.sent))
        assert self.room.judge(item, by=who, **change).repeated

    @precondition(lambda self: any(self.changes.values()))
    @rule(who=people, item=items, behind=st.integers(1, 3))
    def save_from_an_old_page(self, who: str, item: int, behind: int) -> None:
        seen = self.changes.get((who, item), 0) - behind
        if seen < 0:
            return
        with transaction.atomic(), pytest.raises(ChangeConflict) as caught:
            self.room.judge(item, "correct", seen=seen, by=who)
        assert caught.value.stored["grade"] == self.said[who, item][0]

    @invariant()
    def the_database_says_the_same(self) -> None:
        stored = {
            (row.member.name, row.item_id): (row.grade, row.note, row.later)
            for row in Judgment.objects.select_related("member")
        }
        assert stored == {(who, self.room.items[item].pk): said for (who, item), said in self.said.items()}
        for who, assignment in (("ada", self.room.mine), ("ben", self.room.theirs)):
            own = [said for (name, _), said in self.said.items() if name == who]
            row = Assignment.objects.get(pk=assignment.pk)
            assert (row.judged, row.later) == (
                sum(bool(said[0]) for said in own),
                sum(said[2] for said in own),
            )
        for number, item in enumerate(self.room.items):
            given = {self.said.get((who, number), EMPTY)[0] for who in ("ada", "ben")} - {""}
            assert PoolItem.objects.get(pk=item.pk).disputed is (len(given) > 1)

    @invariant()
    def every_change_is_kept(self) -> None:
        assert Change.objects.count() == sum(self.changes.values())


class Rolled(Judging):
    """Each run in a transaction that is rolled back."""

    def __init__(self) -> None:
        self.block = transaction.atomic()
        self.block.__enter__()
        super().__init__()

    def teardown(self) -> None:
        transaction.set_rollback(True)
        self.block.__exit__(None, None, None)


@pytest.mark.django_db
def test_any_order_of_saving_undoing_and_repeating() -> None:
    assert connection.in_atomic_block
    run_state_machine_as_test(
        Rolled, settings=settings(max_examples=examples(15), stateful_step_count=25, deadline=None)
    )


@pytest.mark.django_db
def test_a_note_that_was_typed_with_a_grade_stays_when_the_grade_is_undone() -> None:
    room = Room()
    room.judge(0, "correct", note="both spellings")
    room.undo()
    row = Judgment.objects.get()
    assert (row.grade, row.note) == ("", "both spellings")
