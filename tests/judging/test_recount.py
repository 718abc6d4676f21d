"""The command that holds the counters against the rows."""

from io import StringIO
from uuid import uuid4

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from assessment.assignments.services.handover import hand_over
from assessment.judging.models import Assignment
from assessment.judging.services.classes import put_into_class
from assessment.judging.services.judgments import record_judgment
from assessment.judging.services.nuggets import mark_nuggets, remove_nugget, vote_on_nugget, write_nugget
from assessment.submissions.models import PoolItem, QuestionPool
from tests.factory import make_assignment, make_items, make_questions
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


@pytest.mark.both_databases
def test_wrong_counters_are_named_and_mended(room: Room) -> None:
    room.judge(0, "correct")
    room.judge(1, "correct")
    room.judge(1, "incorrect", by="ben")
    Assignment.objects.filter(pk=room.mine.pk).update(judged=7, later=1)
    PoolItem.objects.filter(pk=room.items[0].pk).update(disputed=True)
    PoolItem.objects.filter(pk=room.items[1].pk).update(disputed=False)
    QuestionPool.objects.update(items=2, documents=5)
    result = [
        "question 1.1, ada: judged says 7, counted 2",
        "question 1.1, ada: later says 1, counted 0",
        f"question 1.1, item {room.items[0].pk}: disputed says True, counted False",
        f"question 1.1, item {room.items[1].pk}: disputed says False, counted True",
        "pool of question 1.1: items says 2, counted 3",
        "pool of question 1.1: documents says 5, counted 2",
    ]
    with pytest.raises(
        CommandError, match=r"counters_differ: 6 counters of trial differ\. Run it again with --fix"
    ):
        recount(room)
    assert room.counters() == (7, 1)
    assert recount(room, "--fix").splitlines() == [*result, "Put 6 counters right."]
    assert recount(room) == "All counters of trial are right.\n"
    assert room.counters() == (2, 0)
    assert room.campaign.events.get(verb="counters:fixed").data == {"counters": 6}


def test_an_unknown_campaign(room: Room) -> None:
    with pytest.raises(CommandError, match="nowhere"):
        call_command("recount", "nowhere")


@pytest.mark.both_databases
def test_counters_of_nuggets_are_held_against_readings_and_votes(room: Room) -> None:
    question = make_questions(room.campaign, "2.2", type="OTHER", series="2")[0]
    items = make_items(question, ("D1", "a lamp"), ("D2", "nothing"))
    primary, voter = make_assignment(question, room.ada), make_assignment(question, room.ben)
    Assignment.objects.filter(pk=primary.pk).update(primary=True)
    Assignment.objects.filter(pk=voter.pk).update(stage="votes")
    lamp, oil = uuid4(), uuid4()
    for uid, text in ((lamp, "a lamp"), (oil, "its oil")):
        write_nugget(
            by=room.ada, assignment_id=primary.pk, client_id=uuid4(), uid=uid, text=text, vote="vital"
        )
    for item in items:
        mark_nuggets(by=room.ada, assignment_id=primary.pk, client_id=uuid4(), item_id=item.pk, uids=[])
    vote_on_nugget(by=room.ben, assignment_id=voter.pk, client_id=uuid4(), uid=lamp, vote="okay")
    vote_on_nugget(by=room.ben, assignment_id=voter.pk, client_id=uuid4(), uid=oil, vote="okay")
    remove_nugget(by=room.ada, assignment_id=primary.pk, client_id=uuid4(), uid=oil)
    assert recount(room) == "All counters of trial are right.\n"
    rows = Assignment.objects.filter(question=question).order_by("pk")
    assert list(rows.values_list("judged", "asked")) == [(2, 0), (1, 1)]
    rows.update(judged=9, asked=8)
    assert recount(room, "--fix").splitlines() == [
        "question 2.2, ada: judged says 9, counted 2",
        "question 2.2, ada: asked says 8, counted 0",
        "question 2.2, ben: judged says 9, counted 1",
        "question 2.2, ben: asked says 8, counted 1",
        "Put 4 counters right.",
    ]
    assert list(rows.values_list("judged", "asked")) == [(2, 0), (1, 1)]


@pytest.mark.both_databases
def test_counters_of_lists_are_held_against_grades(room: Room) -> None:
    question = make_questions(room.campaign, "2.1", type="LIST", series="2")[0]
    item = make_items(question, ("D1", "Aster"), ("D2", "Gull"))[0]
    row = make_assignment(question, room.ada)
    record_judgment(
        by=room.ada, assignment_id=row.pk, item_id=item.pk, seen=0, client_id=uuid4(), grade="correct"
    )
    uid = uuid4()
    put_into_class(
        by=room.ada, assignment_id=row.pk, client_id=uuid4(), items={item.pk: None}, uid=uid, label="Aster"
    )
    assert recount(room) == "All counters of trial are right.\n"
    Assignment.objects.filter(pk=row.pk).update(judged=2)
    assert recount(room, "--fix").splitlines()[0] == "question 2.1, ada: judged says 2, counted 1"


@pytest.mark.both_databases
def test_a_question_handed_back_to_a_voter_has_its_primary_assessor_and_right_counters(room: Room) -> None:
    question = make_questions(room.campaign, "2.2", type="OTHER", series="2")[0]
    make_items(question, ("D1", "a lamp"))
    primary, voter = make_assignment(question, room.ada), make_assignment(question, room.ben)
    Assignment.objects.filter(pk=primary.pk).update(primary=True)
    Assignment.objects.filter(pk=voter.pk).update(stage="votes", handed_over_at=timezone.now())
    write_nugget(
        by=room.ada, assignment_id=primary.pk, client_id=uuid4(), uid=uuid4(), text="a lamp", vote="vital"
    )
    primary.refresh_from_db()
    hand_over(assignment=primary, to=voter.member, by=None)
    voter.refresh_from_db()
    assert (voter.role, voter.judged, voter.asked, voter.handed_over_at) == ("primary", 0, 0, None)
    assert recount(room) == "All counters of trial are right.\n"
