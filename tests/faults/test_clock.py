"""A clock that jumps: who is signed in, tokens, jobs, locks, seals. What was ahead for a while holds nobody up afterwards."""

import time
from collections.abc import Callable
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.utils import timezone

from assessment.jobs.models import Job, JobState
from assessment.jobs.services import lifecycle
from assessment.jobs.services.runner import run_job
from assessment.judging import tasks
from assessment.judging.models import Change, Judgment
from assessment.people.models import ApiToken
from assessment.people.services.tokens import make_token
from assessment.results.services.bundle_steps import clear_abandoned
from assessment.shared.errors import Refused
from assessment.shared.steady import SteadyClock
from assessment.submissions.models import PoolRound
from assessment.submissions.services.rounds import begin_round
from assessment.webhooks.models import Webhook
from assessment.webhooks.selectors import due_webhooks
from assessment.webhooks.services.sending import deliver
from assessment.webhooks.services.webhooks import send_trial
from tests.client import Client
from tests.factory import make_account, make_campaign
from tests.jobs.work import ask, read, rows, taken
from tests.judging.room import Room

pytestmark = pytest.mark.django_db
FETCH = {"X-Assize-Fetch": "1"}
DAY = timedelta(days=1)
HOLD = timedelta(seconds=20)  # a lease of a webhook that was renewed a moment ago
Clock = Callable[[timedelta], None]


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """Sets the process's clocks of the day so far from the true time; those that only measure go on."""
    now, seconds = timezone.now, time.time

    def be_ahead(by: timedelta) -> None:
        monkeypatch.setattr(timezone, "now", lambda: now() + by)
        monkeypatch.setattr(time, "time", lambda: seconds() + by.total_seconds())

    return be_ahead


def grade_of(state: dict[str, Any]) -> str:
    """The grade in what a change put there."""
    (judgment,) = state["judgments"].values()
    return str(judgment["grade"])


def test_judgments_go_on_in_their_order_and_nobody_stays_signed_out(clock: Clock) -> None:
    room = Room()
    ada = room.client()

    def save(number: int, grade: str) -> int:
        form = room.form(number, grade=grade)
        return int(ada.post(f"{room.url}save/", form, headers=FETCH).status_code)

    clock(timedelta(hours=5))
    assert save(0, "correct") == 200
    clock(-timedelta(hours=5))
    assert save(0, "inexact") == save(1, "correct") == 200
    clock(20 * DAY)  # the session is over
    assert save(2, "correct") == 401
    assert not Judgment.objects.filter(item=room.items[2]).exists()
    clock(timedelta(0))
    assert save(2, "correct") == 200  # what waited in the browser
    stored = [(row.item_id, grade_of(row.after)) for row in Change.objects.order_by("pk")]
    first, second, third = (item.pk for item in room.items)
    wanted = [(first, "correct"), (first, "inexact"), (second, "correct"), (third, "correct")]
    assert stored == wanted
    newest = {"client_id": str(uuid4()), "of": str(Change.objects.latest("pk").client_id)}
    assert ada.post(f"{room.url}undo/", newest, headers=FETCH).status_code == 200
    assert not Judgment.objects.get(item=room.items[2]).grade


def test_a_token_ends_with_its_day_and_works_again(clock: Clock) -> None:
    ada = make_account()
    _, secret = make_token(account=ada, name="client", days=1, by=ada)

    def status() -> int:
        headers = {"Authorization": f"Bearer {secret}"}
        return int(Client().get("/api/v1/campaigns/", headers=headers).status_code)

    clock(timedelta(hours=3))
    assert status() == 200
    clock(2 * DAY)
    assert status() == 401
    clock(timedelta(0))
    assert status() == 200
    used = ApiToken.objects.get().used_at
    assert used
    assert used <= timezone.now()  # and not three hours from now


def test_who_was_locked_out_by_a_clock_ahead_gets_in(clock: Clock) -> None:
    make_account("ada")

    def sign_in(password: str) -> int:
        return int(Client().post("/sign-in/", {"username": "ada", "password": password}).status_code)

    clock(DAY)
    for _ in range(11):
        sign_in("wrong")
    assert sign_in("correct horse") == 422  # too many attempts
    clock(timedelta(0))
    assert sign_in("correct horse") == 302
    for _ in range(11):
        sign_in("wrong")
    assert sign_in("correct horse") == 422  # the lock itself holds as before


def of_a_clock_ahead(job: Job, by: timedelta = DAY) -> None:
    """What a worker wrote while the database's clock was ahead."""
    then = timezone.now() + by
    Job.objects.filter(pk=job.pk).update(lease_until=then, sent_at=then)


def test_a_job_whose_worker_died_while_the_clock_was_ahead_is_taken_up() -> None:
    job = ask("steps")
    first = taken(job)
    of_a_clock_ahead(job)
    assert job.pk in lifecycle.due()
    lifecycle.sweep()
    assert run_job(job.pk, heartbeat=False)
    assert (read(job).state, rows()) == (JobState.DONE, [0, 1, 2])
    assert not lifecycle.keep_step(job=first, checkpoint={"next": 3})  # the first worker holds it no more
    assert not run_job(job.pk, heartbeat=False)


def test_a_worker_that_lives_keeps_its_job_and_one_sent_by_a_clock_ahead_is_sent_again() -> None:
    held = taken(ask("steps"))
    assert held.pk not in lifecycle.due()
    of_a_clock_ahead(held)
    assert lifecycle.heartbeat(job=held) is False  # nobody asked to cancel, and the lease is of now again
    assert not run_job(held.pk, heartbeat=False)
    waiting = ask("steps", name="b")
    assert waiting.pk not in lifecycle.due()
    Job.objects.filter(pk=waiting.pk).update(sent_at=timezone.now() + DAY)
    assert lifecycle.due() == [waiting.pk]


def test_what_others_hold_is_theirs_by_the_clock_of_the_database(clock: Clock) -> None:
    """A process whose own clock is ahead takes nothing from those who are at work."""
    campaign = make_campaign()
    make_campaign("half", importing=timezone.now())
    webhook = Webhook.objects.create(
        campaign=campaign, url="http://127.0.0.1/", owner="another", lease_until=timezone.now() + HOLD
    )
    assert begin_round(campaign, PoolRound(made_by=None), lambda *_: None)
    clock(timedelta(hours=1))
    send_trial(webhook=webhook)
    assert due_webhooks(timezone.now()) == []
    assert deliver(webhook=webhook) == 0
    assert begin_round(campaign, PoolRound(made_by=None), lambda *_: None) is None
    with pytest.raises(Refused, match="is being imported"):
        clear_abandoned("half")


def test_a_webhook_held_by_a_clock_ahead_is_delivered_to() -> None:
    webhook = Webhook.objects.create(campaign=make_campaign(), url="http://127.0.0.1/", owner="another")
    send_trial(webhook=webhook)
    Webhook.objects.update(lease_until=timezone.now() + DAY)
    assert due_webhooks(timezone.now()) == [webhook]


def test_rounds_and_imports_cut_off_by_a_clock_ahead_are_taken_up() -> None:
    campaign, left = make_campaign(), make_campaign("left", importing=timezone.now() + DAY)
    PoolRound.objects.create(
        campaign=campaign,
        number=1,
        runs=0,
        added=0,
        unfinished=True,
        step_at=timezone.now() + DAY,
        made_by=None,
    )
    found = begin_round(campaign, PoolRound(made_by=None), lambda *_: None)
    assert found
    assert found.turn == 1
    clear_abandoned("another")
    assert not type(left)._base_manager.filter(pk=left.pk).exists()
    make_campaign("alive", importing=timezone.now())
    with pytest.raises(Refused, match="is being imported"):
        clear_abandoned("alive")


def test_no_day_is_sealed_by_a_clock_that_jumped(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tasks, "_clock", SteadyClock())
    asked: list[bool] = []
    monkeypatch.setattr(tasks, "seal_when_due", lambda: asked.append(True))

    def look() -> int:
        tasks._seal_when_due()
        return len(asked)

    assert [look(), look()] == [0, 1]  # the first look knows of no other
    clock(3 * DAY)
    assert look() == 1
    clock(timedelta(0))
    assert [look(), look()] == [1, 2]
