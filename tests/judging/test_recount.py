"""The command that holds the counters against the rows."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from assessment.judging.models import Assignment
from assessment.submissions.models import PoolItem, QuestionPool
from tests.judging.room import Room


def recount(room: Room, *options: str) -> str:
    """What the command prints."""
    out = StringIO()
    call_command("recount", room.campaign.slug, *options, stdout=out)
    return out.getvalue()


def test_right_counters_are_left_alone(room: Room) -> None:
    room.judge(0, "correct")
    room.judge(1, None, later=True)
    room.judge(0, "incorrect", by="ben")
    room.undo()
    assert recount(room) == "All counters of trial are right.\n"


def test_wrong_counters_are_named_and_mended(room: Room) -> None:
    room.judge(0, "correct")
    room.judge(1, "correct")
    room.judge(1, "incorrect", by="ben")
    Assignment.objects.filter(pk=room.mine.pk).update(judged=7, later=1)
    PoolItem.objects.filter(pk=room.items[0].pk).update(disputed=True)
    PoolItem.objects.filter(pk=room.items[1].pk).update(disputed=False)
    QuestionPool.objects.update(items=2, documents=5)
    told = [
        "question 1.1, ada: judged says 7, counted 2",
        "question 1.1, ada: later says 1, counted 0",
        f"question 1.1, item {room.items[0].pk}: disputed says True, counted False",
        f"question 1.1, item {room.items[1].pk}: disputed says False, counted True",
        "pool of question 1.1: items says 2, counted 3",
        "pool of question 1.1: documents says 5, counted 2",
    ]
    with pytest.raises(
        CommandError, match=r"counters_differ: 6 counters of trial differ\. Run it again with --mend"
    ):
        recount(room)
    assert room.counters() == (7, 1)
    assert recount(room, "--mend").splitlines() == [*told, "Put 6 counters right."]
    assert recount(room) == "All counters of trial are right.\n"
    assert room.counters() == (2, 0)
    assert room.campaign.events.get(verb="counters:mended").data == {"counters": 6}


def test_an_unknown_campaign(room: Room) -> None:
    with pytest.raises(CommandError, match="nowhere"):
        call_command("recount", "nowhere")
