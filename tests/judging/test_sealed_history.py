"""The sealed history: whatever is altered, removed, inserted or put in another order is found and named by its day."""

from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from io import StringIO
from typing import Any
from uuid import uuid4

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from assessment.assignments.services.removing import remove_name
from assessment.jobs.models import Job
from assessment.jobs.services.runner import run_job
from assessment.judging.models import Change, DaySeal, Judgment, PartSeal
from assessment.judging.selectors import sealed_history
from assessment.judging.selectors.history_check import verify_history
from assessment.judging.services.sealing import first_day, is_due, last_day, seal_history, seal_when_due
from assessment.people.models import Event
from assessment.people.services.events import record_event
from assessment.results.services.deletion import request_deletion
from tests.judging.room import Room

FIRST = date(2026, 3, 1)
DAYS = [FIRST + timedelta(days=number) for number in range(4)]  # on the last but one nothing is done
AFTER = datetime(2026, 3, 5, 9, tzinfo=UTC)


def noon(day: date, minute: int = 0) -> datetime:
    return datetime(day.year, day.month, day.day, 12, minute, tzinfo=UTC)


def date_anew(day: date, since: tuple[int, int]) -> tuple[int, int]:
    """Let what was done after these numbers of rows have been done on a day; the newest numbers."""
    for minute, change in enumerate(Change.objects.filter(pk__gt=since[0]).order_by("pk")):
        Change.objects.filter(pk=change.pk).update(made_at=noon(day, minute))
    Event.objects.filter(pk__gt=since[1]).update(at=noon(day))
    newest, latest = Change.objects.order_by("pk").last(), Event.objects.order_by("pk").last()
    return newest.pk if newest else 0, latest.pk if latest else 0


@pytest.fixture
def room(db: None) -> Room:
    """Three days of judging in a campaign, each with events of it and of the site, and a day of nothing."""
    room = Room()
    newest = date_anew(FIRST, (0, 0))
    for number, day in enumerate(DAYS[:2] + DAYS[3:]):
        room.judge(number, "correct", note=f"note {number}")
        room.judge(number, "inexact", by="ben")
        record_event(by=room.ada, campaign=room.campaign, verb="question:edited", subject="1.1", old="who?")
        record_event(by=None, campaign=None, verb="account:edited", subject="ada")
        newest = date_anew(day, newest)
    assert [seal.day for seal in seal_history(now=AFTER)] == DAYS
    return room


def of_day(day: date, rows: Any = None) -> Any:
    """The changes of a day, oldest first."""
    start = noon(day) - timedelta(hours=12)
    rows = Change.objects.all() if rows is None else rows
    return rows.filter(made_at__range=(start, start + timedelta(hours=23))).order_by("pk")


def mismatching_days() -> list[date]:
    return sorted({mismatch.day for mismatch in verify_history().mismatches})


def test_untouched_it_is_as_it_was_sealed(room: Room) -> None:
    verdict = verify_history()
    assert (verdict.days, verdict.mismatches, verdict.notes) == (4, [], [])
    assert verdict.head == DaySeal.objects.get(day=DAYS[-1])
    assert seal_history(now=AFTER) == []
    parts = PartSeal.objects.filter(seal__day=FIRST).values_list("campaign_number", "changes", "events")
    of_site = Event.objects.filter(campaign=None, at=noon(FIRST)).count()
    assert sorted(parts) == [(0, 0, of_site), (room.campaign.pk, 2, 3)]  # two became members
    assert not PartSeal.objects.filter(seal__day=DAYS[2]).exists()


def altered_grade(room: Room) -> None:
    change = of_day(DAYS[1])[0]
    text = {
        "judgments": {
            key: {**value, "grade": "incorrect"} for key, value in change.after["judgments"].items()
        }
    }
    Change.objects.filter(pk=change.pk).update(after=text)


def altered_moment(room: Room) -> None:
    change = of_day(DAYS[1])[0]
    Change.objects.filter(pk=change.pk).update(made_at=change.made_at + timedelta(microseconds=1))


def removed(room: Room) -> None:
    of_day(DAYS[1])[1].delete()


def removed_event(room: Room) -> None:
    Event.objects.filter(at=noon(DAYS[1]), campaign=None).delete()


def altered_event(room: Room) -> None:
    Event.objects.filter(at=noon(DAYS[1]), campaign=None).update(verb="account:closed")


def altered_words(room: Room) -> None:
    Event.objects.filter(at=noon(DAYS[1]), campaign=room.campaign).update(data={"old": "when?"})


def inserted(room: Room) -> None:
    change = of_day(DAYS[1])[0]
    change.pk, change.client_id = None, uuid4()
    change.save(force_insert=True)
    Change.objects.filter(pk=change.pk).update(made_at=noon(DAYS[1], 30))


def reordered(room: Room) -> None:
    """Two rows of a day change their places: each has what the other had, but for its number."""
    one, other = of_day(DAYS[1])
    fields = ("assignment_id", "item_id", "label", "before", "after", "made_by_id", "made_at")
    held = [{name: getattr(row, name) for name in fields} for row in (one, other)]
    Change.objects.filter(pk=one.pk).update(**held[1])
    Change.objects.filter(pk=other.pk).update(**held[0])


def altered_part(room: Room) -> None:
    PartSeal.objects.filter(seal__day=DAYS[1], campaign_number=0).update(rows_sha256="0" * 64)


def altered_head(room: Room) -> None:
    """An altered day that was sealed anew by whoever altered it: the day after does not follow any more."""
    altered_event(room)
    seal, before = DaySeal.objects.get(day=DAYS[1]), DaySeal.objects.get(day=DAYS[0])
    parts = sealed_history.read_history(DAYS[1]).days[DAYS[1]]
    part = parts[0]
    PartSeal.objects.filter(seal=seal, campaign_number=0).update(rows_sha256=part.rows)
    DaySeal.objects.filter(pk=seal.pk).update(head=sealed_history.head_of(before.head, DAYS[1], parts))


@pytest.mark.both_databases
@pytest.mark.parametrize(
    ("tamper", "day", "said"),
    [
        (altered_grade, DAYS[1], "changes or events were altered"),
        (altered_moment, DAYS[1], "changes or events were altered"),
        (removed, DAYS[1], "1 changes instead of 2"),
        (removed_event, DAYS[1], "0 events instead of 1"),
        (altered_event, DAYS[1], "the site: changes or events were altered"),
        (altered_words, DAYS[1], "the words of events were altered"),
        (inserted, DAYS[1], "3 changes instead of 2"),
        (reordered, DAYS[1], "put in another order"),
        (altered_part, DAYS[1], "the seal does not follow"),
        (altered_head, DAYS[2], "the seal does not follow"),
    ],
)
def test_each_kind_of_tampering_is_named_by_its_day(
    room: Room, tamper: Callable[[Room], None], day: date, said: str
) -> None:
    tamper(room)
    mismatches = verify_history().mismatches
    assert {mismatch.day for mismatch in mismatches} == {day}
    assert said in " ".join(map(str, mismatches))


def test_a_row_on_a_day_of_nothing_and_before_the_first_is_found(room: Room) -> None:
    inserted(room)
    added = Change.objects.order_by("pk").last()
    assert added
    Change.objects.filter(pk=added.pk).update(made_at=noon(DAYS[2]))
    assert mismatching_days() == [DAYS[2]]
    Change.objects.filter(pk=added.pk).update(made_at=noon(FIRST - timedelta(days=9)))
    assert mismatching_days() == [FIRST - timedelta(days=9)]


@pytest.mark.both_databases
def test_seals_that_are_gone_are_missed(room: Room) -> None:
    PartSeal.objects.filter(seal__day=DAYS[2]).delete()
    DaySeal.objects.filter(day=DAYS[2]).delete()
    assert DAYS[2] in mismatching_days()


def test_undo_and_later_days_leave_it_whole(room: Room) -> None:
    room.undo()
    assert Change.objects.filter(undone=True).exists()
    assert verify_history().mismatches == []
    assert len(seal_history()) == (last_day() - DAYS[-1]).days  # up to yesterday: the undo is of today
    assert verify_history().mismatches == []


@pytest.mark.both_databases
def test_names_may_be_taken_out_of_the_log(room: Room) -> None:
    member = room.theirs.member
    member.left_at = timezone.now()
    member.save()
    remove_name(member=member, by=None)
    verdict = verify_history()
    assert verdict.mismatches == []
    assert verdict.notes == [
        f"{FIRST}: campaign {room.campaign.pk} (trial): names were taken out of the words of events."
    ]
    altered_event(room)
    assert mismatching_days() == [DAYS[1]]


def test_a_deleted_campaign_leaves_the_chain_whole_and_is_named(room: Room) -> None:
    number = room.campaign.pk
    job = request_deletion(campaign=room.campaign, confirm="trial", by=None)
    assert verify_history().mismatches == []  # hidden, and its rows still there
    run_job(job.pk, heartbeat=False)
    assert not Change.objects.exists()
    verdict = verify_history()
    assert verdict.mismatches == []
    assert f"Campaign {number} was deleted on" in verdict.notes[0]
    Event.objects.filter(verb="campaign:deleted").delete()
    assert "campaign" in str(verify_history().mismatches[-1])
    assert "the log does not say that it was deleted" in " ".join(map(str, verify_history().mismatches))


@pytest.mark.both_databases
def test_days_are_sealed_once_they_are_over_and_only_once(room: Room) -> None:
    DaySeal.objects.filter(day=DAYS[3]).get().parts.all().delete()
    DaySeal.objects.filter(day=DAYS[3]).delete()
    midnight = datetime(2026, 3, 5, tzinfo=UTC)
    assert not is_due(midnight + timedelta(minutes=59))
    assert seal_history(now=midnight + timedelta(minutes=59)) == []
    assert is_due(midnight + timedelta(minutes=61))
    assert [seal.day for seal in seal_history(now=midnight + timedelta(minutes=61))] == [DAYS[3]]
    assert first_day() == FIRST
    assert verify_history().mismatches == []


@pytest.mark.both_databases
def test_few_rows_at_once_make_the_same_seals(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """Memory does not depend on how many rows there are: they come some at a time."""
    heads = list(DaySeal.objects.values_list("head", flat=True))
    PartSeal.objects.all().delete()
    DaySeal.objects.all().delete()
    monkeypatch.setattr(sealed_history, "AT_ONCE", 2)
    seal_history(now=AFTER)
    assert list(DaySeal.objects.values_list("head", flat=True)) == heads


def test_workers_ask_for_it_when_a_day_is_over(room: Room) -> None:
    job = seal_when_due()
    assert job
    assert seal_when_due() == job
    run_job(job.pk, heartbeat=False)
    done = Job.objects.get(pk=job.pk)
    assert done.result["sentence"].startswith("Sealed ")
    assert seal_when_due() is None


def command(name: str, *arguments: str) -> str:
    out = StringIO()
    call_command(name, *arguments, stdout=out)
    return out.getvalue()


@pytest.mark.both_databases
def test_the_commands_seal_verify_and_know_a_noted_head(room: Room) -> None:
    noted = DaySeal.objects.get(day=DAYS[1]).head
    sealed = command("seal_history")
    head = DaySeal.objects.order_by("-day")[0].head
    assert head in sealed
    said = command("verify", "--head", noted[:12])
    assert said.endswith("What was examined is as it was stored.\n")
    assert f"The noted head is that of {DAYS[1]}." in said
    assert head in said
    with pytest.raises(CommandError, match="1 mismatch found"):
        call_command("verify", "--head", "0" * 64, stderr=StringIO())
    with pytest.raises(CommandError, match="no head of a history"):
        call_command("verify", "--head", "abc")


def test_the_command_names_each_fault(room: Room) -> None:
    removed(room)
    Judgment.objects.filter(item=room.items[0]).delete()  # the counters are wrong then
    err = StringIO()
    with pytest.raises(CommandError, match="mismatches found"):
        call_command("verify", stderr=err)
    assert f"{DAYS[1]}: campaign {room.campaign.pk} (trial): 1 changes instead of 2" in err.getvalue()
    assert "trial: question 1.1, ada: judged says 3, counted 2" in err.getvalue()
