"""Messages: written with what they tell, signed, in order, tried again, given up, never lost."""

import base64
import json
import re
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from datetime import datetime, timedelta
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings as django_settings
from django.db import transaction
from django.utils import timezone

from assessment.campaigns.models import Campaign
from assessment.jobs.models import Job
from assessment.jobs.services import lifecycle
from assessment.jobs.services.runner import run_job
from assessment.judging.services.questions import finish
from assessment.notices.models import Notice, NoticeKind
from assessment.people.models import Account, Event
from assessment.people.services.events import record_event
from assessment.results.services.scores import score
from assessment.webhooks.models import CHOOSABLE, Delivery, DeliveryState, Failure, Webhook
from assessment.webhooks.services import courier, sending
from assessment.webhooks.services import post as posting
from assessment.webhooks.services.sending import deliver, forget_old, give_up_late
from assessment.webhooks.services.signing import secret_of, signed
from assessment.webhooks.services.webhooks import add_webhook, rotate_secret, send_again, send_trial
from tests.databases import new_database
from tests.factory import make_account, make_assignment, make_campaign, make_items, make_questions
from tests.results.golden import imported
from tests.webhooks.receiver import Receiver, listening

DOC = Path(django_settings.BASE_DIR, "docs", "webhooks.md")


def _later(**ago: float) -> None:
    """Let time pass: what is tried again later, and what waits, was made that much earlier."""
    past = timedelta(**ago)
    for row in Delivery.objects.all():
        row.next_at, row.expires_at, row.made_at = (
            row.next_at - past,
            row.expires_at - past,
            row.made_at - past,
        )
        row.ended_at = row.ended_at and row.ended_at - past
        row.save()
    for hook in Webhook.objects.all():
        hook.paused_until = hook.paused_until and hook.paused_until - past
        hook.save()


def _verifier(secrets: list[str], monkeypatch: pytest.MonkeyPatch) -> Callable[[Receiver], Any]:
    """The receiver of the documentation."""
    (code,) = re.findall(r"```python\n(.*?)```", DOC.read_text("utf-8"), re.DOTALL)
    assert len([line for line in code.splitlines() if line.strip()]) <= 15
    monkeypatch.setenv("WEBHOOK_SECRETS", " ".join(secrets))
    names: dict[str, Any] = {}
    exec(code, names)

    def handler(_: Receiver) -> type[BaseHTTPRequestHandler]:
        names["Receiver"].log_message = lambda *_: None
        found: type[BaseHTTPRequestHandler] = names["Receiver"]
        return found

    return handler


def test_the_signature_is_that_of_the_specification() -> None:
    key = base64.b64decode("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")
    assert signed([key], "msg_p5jXN8AQM9LWM0D4loKWxJek", 1614265330, b'{"test": 2432232314}') == (
        "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="
    )


@pytest.mark.both_databases
def test_the_receiver_of_the_documentation_takes_ours_and_nobody_elses(
    campaign: Campaign, here: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = "http://127.0.0.1:1/hook"
    made = add_webhook(campaign=campaign, url=address, happenings=["scores.made"], by=None)
    with listening(_verifier([made.secret], monkeypatch)) as receiver:
        Webhook.objects.update(url=receiver.url)
        send_trial(webhook=made.webhook)
        assert deliver(webhook=Webhook.objects.get()) == 1
        rotate_secret(webhook=made.webhook, by=None)  # for a day the former secret signs too
        send_trial(webhook=made.webhook)
        assert deliver(webhook=Webhook.objects.get()) == 1
        Webhook.objects.update(former_until=timezone.now())
        last = send_trial(webhook=made.webhook)
        assert deliver(webhook=Webhook.objects.get()) == 0
    last.refresh_from_db()
    assert (last.status, last.state) == (401, DeliveryState.WAITING)


@pytest.mark.both_databases
def test_new_secrets_verify_at_once_and_old_moments_do_not(
    campaign: Campaign, here: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = add_webhook(campaign=campaign, url="http://127.0.0.1:1/", happenings=["job.done"], by=None)
    new = rotate_secret(webhook=made.webhook, by=None)
    assert new.secret != made.secret
    with listening(_verifier([new.secret], monkeypatch)) as receiver:
        Webhook.objects.update(url=receiver.url)
        delivery = send_trial(webhook=made.webhook)
        webhook = Webhook.objects.get()
        now = timezone.now()
        assert sending.send(webhook, delivery, now).status == 204
        assert sending.send(webhook, delivery, now - timedelta(minutes=10)).status == 401
        delivery.body += " "
        assert sending.send(webhook, delivery, now).status == 204  # signed as it is sent
    assert new.secret == secret_of(webhook.secret_seed)


@pytest.mark.both_databases
def test_what_is_told_and_what_is_not(campaign: Campaign, webhook: Webhook, olga: Account) -> None:
    (question,) = make_questions(campaign, "1", type="factoid")
    make_items(question, ("D1", "a ferry"))
    works = [make_assignment(question, make_account(name)) for name in ("ada", "ben")]
    for work in works:
        work.judged = 1
        work.save()
    finish(by=works[0].member.account, assignment_id=works[0].pk, no_answer_found=True)
    done, bad, dropped = (
        lifecycle.enqueue(kind="results.score", by=olga, campaign=campaign, arguments=arguments)
        for arguments in ({"rule": "majority"}, {"rule": "nonsense"}, {"rule": "union"})
    )
    site = lifecycle.enqueue(kind="notices.send", by=None)
    lifecycle.cancel(job=dropped, by=olga)
    Job.objects.filter(pk=done.pk).update(kind="results.none")  # known to no version: it fails, too
    for job in (done, bad, site):
        run_job(job.pk, heartbeat=False)
    found = [json.loads(one.body) for one in Delivery.objects.order_by("pk")]
    site_url = "http://127.0.0.1:8000/api/v1/campaigns/trial"
    jobs = [
        (dropped, "results.score", "cancelled"),
        (done, "results.none", "failed"),
        (bad, "results.score", "failed"),
    ]
    assert [(one["type"], one["data"]) for one in found] == [
        (
            "question.finished",
            {
                "campaign": "trial",
                "question": "1",
                "finished": 1,
                "assignments": 2,
                "url": f"{site_url}/questions/",
            },
        ),
        *(
            (
                "job.failed",
                {
                    "campaign": "trial",
                    "job": job.pk,
                    "kind": kind,
                    "state": state,
                    "url": f"{site_url}/jobs/{job.pk}/",
                },
            )
            for job, kind, state in jobs
        ),
    ]
    assert all(datetime.fromisoformat(one["timestamp"]).tzinfo for one in found)


@pytest.mark.django_db
def test_scores_are_told_by_version_without_their_rule(here: None) -> None:
    campaign = imported("trec8_small")
    told = ["scores.made", "job.done"]
    add_webhook(campaign=campaign, url="http://127.0.0.1:1/", happenings=told, by=None)
    score(campaign=campaign, rule="union", by=None)
    score(campaign=campaign, rule="union", by=None)  # nothing new
    job = lifecycle.enqueue(kind="notices.send", by=None, campaign=campaign)
    run_job(job.pk, heartbeat=False)
    (scores, done) = (json.loads(one.body) for one in Delivery.objects.order_by("pk"))
    assert (done["type"], done["data"]["state"]) == ("job.done", "done")
    url = f"http://127.0.0.1:8000/api/v1/campaigns/{campaign.slug}/scores/?version=1"
    runs = campaign.runs.current().count()
    assert scores["data"] == {"campaign": campaign.slug, "version": 1, "runs": runs, "url": url}
    assert "union" not in json.dumps(scores)


def test_what_is_rolled_back_is_not_told(campaign: Campaign, webhook: Webhook, receiver: Receiver) -> None:
    make_questions(campaign, "1", type="factoid")

    def tell() -> None:
        record_event(by=None, campaign=campaign, verb="question:finished", subject="1", assessor="ada")

    with transaction.atomic():
        tell()
        assert Delivery.objects.count() == 1
        transaction.set_rollback(True)
    assert deliver(webhook=webhook) == 0
    tell()
    assert deliver(webhook=webhook) == 1
    assert [json.loads(one.body)["type"] for one in receiver.got] == ["question.finished"]


@pytest.mark.both_databases
def test_a_message_is_tried_again_under_its_id_and_later_ones_wait(
    webhook: Webhook, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    receiver.statuses = [500]
    first, second = (send_trial(webhook=webhook) for _ in range(2))
    assert deliver(webhook=webhook) == 0
    first.refresh_from_db()
    webhook.refresh_from_db()
    assert (first.attempts, first.status, first.state, webhook.failures) == (1, 500, "waiting", 1)
    assert webhook.paused_until
    assert first.next_at <= webhook.paused_until
    assert deliver(webhook=webhook) == 0  # not yet
    _later(seconds=6)
    assert deliver(webhook=webhook) == 2
    assert receiver.ids == [first.event_id, first.event_id, second.event_id]
    assert receiver.got[0].body == receiver.got[1].body
    webhook.refresh_from_db()
    assert (webhook.failures, webhook.owner) == (0, "")
    assert webhook.paused_until is None


def test_one_that_always_fails_holds_up_the_others_for_five_tries(
    webhook: Webhook, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    bad, good = (send_trial(webhook=webhook) for _ in range(2))
    receiver.statuses = [422] * 5
    for _ in range(5):
        assert deliver(webhook=webhook) == 0
        _later(hours=1)
    receiver.statuses = [204, 422]
    assert deliver(webhook=webhook) == 1
    assert receiver.ids == [bad.event_id] * 5 + [good.event_id, bad.event_id]


@pytest.mark.both_databases
def test_no_answer_in_time_is_a_failure(
    webhook: Webhook, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(posting, "SECONDS", 0.2)
    receiver.held = threading.Event()
    delivery = send_trial(webhook=webhook)
    assert deliver(webhook=webhook) == 0
    delivery.refresh_from_db()
    assert (delivery.status, delivery.failure, delivery.attempts) == (None, Failure.TIME, 1)


@pytest.mark.both_databases
def test_after_a_day_it_is_given_up_and_the_organizers_are_told_once(
    campaign: Campaign, webhook: Webhook, olga: Account, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    receiver.statuses = [500] * 40
    delivery = send_trial(webhook=webhook)
    attempts = 0
    while delivery.is_waiting and attempts < 40:
        deliver(webhook=webhook)
        _later(hours=3)
        give_up_late()
        delivery.refresh_from_db()
        attempts += 1
    assert (delivery.state, attempts) == (DeliveryState.GIVEN_UP, 8)
    send_trial(webhook=webhook)
    _later(hours=25)
    assert give_up_late() == 1
    (notice,) = Notice.objects.filter(kind=NoticeKind.WEBHOOK_FAILS)
    assert notice.account == olga
    assert "has accepted no message of" in notice.text
    assert Event.objects.filter(verb="webhook:failing").count() == 1
    receiver.statuses = []
    assert send_again(delivery=delivery).is_waiting
    assert deliver(webhook=webhook) == 1
    assert receiver.ids[-1] == delivery.event_id
    webhook.refresh_from_db()
    assert webhook.reported_at is None
    _later(days=15)
    forget_old()
    assert not Delivery.objects.exists()


@pytest.mark.both_databases
def test_who_is_gone_is_asked_no_more(webhook: Webhook, receiver: Receiver, olga: Account) -> None:
    receiver.statuses = [410]
    send_trial(webhook=webhook)
    deliver(webhook=webhook)
    webhook.refresh_from_db()
    assert not webhook.is_on
    assert "was switched off" in Notice.objects.get(kind=NoticeKind.WEBHOOK_FAILS).text


@pytest.mark.both_databases
def test_a_lease_keeps_two_who_deliver_apart(webhook: Webhook, receiver: Receiver) -> None:
    send_trial(webhook=webhook)
    Webhook.objects.update(owner="another", lease_until=timezone.now() + timedelta(seconds=30))
    assert deliver(webhook=webhook) == 0
    Webhook.objects.update(lease_until=timezone.now() - timedelta(seconds=1))
    assert deliver(webhook=webhook) == 1


@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
def test_dead_receivers_delay_no_other(here: None) -> None:
    campaign = make_campaign("trial")
    every = [one.value for one in CHOOSABLE]
    with listening() as dead, listening() as quick:
        dead.held = threading.Event()
        for number in range(6):  # more than may fail at once
            url = f"{dead.url}/{number}"
            hook = add_webhook(campaign=campaign, url=url, happenings=every, by=None).webhook
            Webhook.objects.filter(pk=hook.pk).update(failures=1)
            send_trial(webhook=hook)
        send_trial(webhook=add_webhook(campaign=campaign, url=quick.url, happenings=every, by=None).webhook)
        try:
            courier.look()
            assert quick.came.wait(60)
            assert dead.came.wait(60)
            assert not dead.held.is_set()  # nobody who is dead has answered
            assert len(courier.busy) <= 4
        finally:
            dead.held.set()
            for thread in courier.busy.values():
                thread.join()
    assert Delivery.objects.filter(webhook__url=quick.url, state=DeliveryState.DELIVERED).count() == 1


SCENE = """
import django
django.setup()
from assessment.webhooks.services.webhooks import add_webhook, send_trial
from tests.factory import make_campaign
send_trial(webhook=add_webhook(campaign=make_campaign("trial"), url="{url}", happenings=["job.done"], by=None).webhook)
"""
WORK = """
import django
django.setup()
from assessment.webhooks.models import Webhook
from assessment.webhooks.services.sending import deliver
print(deliver(webhook=Webhook.objects.get()))
"""
LEASE_ENDED = """
import django
django.setup()
from django.utils import timezone
from assessment.webhooks.models import Webhook
assert Webhook.objects.exclude(owner="").update(lease_until=timezone.now()) == 1
"""


@pytest.mark.on_postgresql
@pytest.mark.django_db
def test_killed_between_sending_and_marking_it_is_sent_again_under_the_same_id(tmp_path: Path) -> None:
    on_postgres = "postgres" in str(django_settings.DATABASES["default"]["ENGINE"])
    environment = {
        "PATH": "/usr/bin:/bin",
        "DJANGO_SETTINGS_MODULE": "assize.settings",
        "ASSIZE_SECRET_KEY": "the tests need no secret",
        "ASSIZE_DATA_DIR": str(tmp_path),
        "ASSIZE_DATABASE_URL": new_database(tmp_path, postgres=on_postgres),
        "ASSIZE_WEBHOOK_HTTP": "1",
        "ASSIZE_WEBHOOK_NETWORKS": "127.0.0.0/8",
    }

    def start(code: str) -> "subprocess.Popen[str]":
        return subprocess.Popen(
            [sys.executable, "-c", code],
            cwd=django_settings.BASE_DIR,
            env=environment,
            stdout=subprocess.PIPE,
            text=True,
        )

    def run(code: str) -> str:
        process = start(code)
        said, _ = process.communicate()
        assert process.returncode == 0
        return said.strip()

    with listening() as receiver:
        run(SCENE.format(url=receiver.url))
        receiver.held = threading.Event()
        process = start(WORK)
        assert receiver.came.wait(120)
        process.kill()
        process.communicate()
        receiver.held.set()
        # Whoever died holds the lease for a while; behind it the message is sent once.
        assert run(WORK + LEASE_ENDED + WORK + WORK).split() == ["0", "1", "0"]
        assert len(receiver.got) == 2
        assert len(set(receiver.ids)) == 1
        assert time.time() - int(receiver.got[1].headers["webhook-timestamp"]) < 300
