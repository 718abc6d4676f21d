"""What is stored against the history: whoever alters a judgment or decision past the site is found out."""

from collections.abc import Callable
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from assessment.adjudication.services.adjudicate import decide, withdraw_decision
from assessment.judging.models import Adjudication, Change, Judgment
from assessment.judging.selectors.ledger_check import compare_with_history
from assessment.submissions.models import PoolItem
from tests.judging.room import Room


@pytest.fixture
def judged(room: Room) -> Room:
    """Judgments, one of them undone, a decision, and a judgment that came with a file."""
    room.judge(0, "correct", note="as he says")
    room.judge(0, "incorrect", by="ben")
    room.judge(1, "inexact", later=True)
    room.judge(1, "correct", seen=1)
    room.undo()
    decide(item=room.items[0], grade="correct", ground="opinion", note="", by=None)
    given = {"member": room.mine.member, "assignment": room.mine, "judged_at": "2026-01-01T00:00:00Z"}
    Judgment.objects.create(item=room.items[2], grade="incorrect", **given)
    return room


@pytest.mark.both_databases
def test_what_the_site_stored_is_what_its_history_says(judged: Room) -> None:
    assert compare_with_history() == (4, 1, [])
    room = judged
    decide(item=room.items[0], grade="incorrect", ground="opinion", note="", by=None)
    withdraw_decision(item=room.items[0], by=None)
    assert compare_with_history() == (4, 1, [])


@pytest.mark.both_databases
@pytest.mark.parametrize(
    ("alter", "what"),
    [
        (
            lambda room: Judgment.objects.filter(item=room.items[1]).update(grade="correct"),
            "item {1}, ada: grade says correct, the history inexact",
        ),
        (
            lambda room: Judgment.objects.filter(item=room.items[0], note="as he says").update(note="no"),
            "item {0}, ada: note says no, the history as he says",
        ),
        (
            lambda room: Judgment.objects.filter(item=room.items[1]).delete(),
            "item {1}, ada: is gone, though the history has it",
        ),
        (
            lambda room: Adjudication.objects.update(grade="incorrect"),
            "item {0}, decision: grade says incorrect, the history correct",
        ),
        (
            lambda room: Change.objects.filter(item=room.items[0], assignment=room.theirs).delete(),
            "item {0}, ben: was changed 1 times, and the history has none of it",
        ),
    ],
)
def test_what_was_altered_past_the_site_is_named(
    judged: Room, alter: Callable[[Room], object], what: str
) -> None:
    alter(judged)
    place = what.format(*(item.pk for item in judged.items))
    assert compare_with_history().mismatches == [f"trial: question 1.1, {place}"]
    with pytest.raises(CommandError, match="not_as_stored"):
        call_command("verify", stdout=StringIO(), stderr=StringIO())


def test_an_item_whose_answer_was_altered_is_named(judged: Room) -> None:
    PoolItem.objects.filter(pk=judged.items[1].pk).update(answer="the sun")
    out = StringIO()
    with pytest.raises(CommandError, match="not_as_stored"):
        call_command("verify", stdout=out, stderr=out)
    said = f"trial: question 1.1, item {judged.items[1].pk}: its content is not what its key names"
    assert said in out.getvalue()
