"""What organizers do with webhooks, by page, by API and by command."""

import html
import json
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from assessment.campaigns.models import Campaign
from assessment.campaigns.services.archiving import archive
from assessment.people.models import Account, Event, KeptAnswer
from assessment.people.services.tokens import make_token
from assessment.webhooks.models import Delivery, Webhook
from assessment.webhooks.selectors import due_webhooks
from assessment.webhooks.services.sending import deliver
from tests.client import Client
from tests.factory import make_member
from tests.webhooks.receiver import Receiver

LIST = "/campaigns/trial/webhooks/"
API = "/api/v1/campaigns/trial/webhooks/"


def _secret_in(text: str) -> str:
    (secret,) = {
        part
        for part in html.unescape(text).replace("<", " ").replace(">", " ").split()
        if part[:6] == "whsec_"
    }
    return secret


@pytest.mark.both_databases
def test_a_webhook_by_its_pages(
    campaign: Campaign, olga: Account, receiver: Receiver, client: Client
) -> None:
    client.force_login(olga)
    assert LIST in client.get("/campaigns/trial/settings/").content.decode()
    refused = client.post(LIST, {"url": "ftp://example.org/", "happenings": ["job.done"]})
    assert (refused.status_code, Webhook.objects.count()) == (422, 0)
    assert client.post(LIST, {"url": receiver.url}).status_code == 422
    added = client.post(LIST, {"url": receiver.url, "happenings": ["scores.made"]})
    secret = _secret_in(added.content.decode())
    (webhook,) = Webhook.objects.all()
    assert secret not in json.dumps(list(Webhook.objects.values()), default=str)
    page = f"{LIST}{webhook.pk}/"
    for address in (page, LIST):
        shown = client.get(address).content.decode()
        assert receiver.url in shown
        assert "whsec_" not in shown
    client.post(f"{page}trial/")
    assert 'data-refresh="' in client.get(page).content.decode()
    assert deliver(webhook=webhook) == 1
    shown = client.get(f"{page}messages/").content.decode()
    assert "Delivered" in shown
    assert "answered 204" in shown
    assert "data-refresh" not in shown
    (message,) = Delivery.objects.all()
    client.post(f"{page}{message.pk}/send/")
    assert deliver(webhook=webhook) == 1
    assert receiver.ids == [message.event_id] * 2
    client.post(page, {"happenings": ["job.done", "job.failed"]})
    webhook.refresh_from_db()
    assert webhook.happenings == ["job.done", "job.failed"]
    rotated = client.post(f"{page}secret/").content.decode()
    assert _secret_in(rotated) != secret
    client.post(f"{page}switch/")
    assert "This webhook is switched off" in client.post(f"{page}trial/", follow=True).content.decode()
    assert due_webhooks(message.made_at) == []
    client.post(f"{page}switch/", {"on": "1"})
    client.post(f"{page}remove/")
    assert not Webhook.objects.exists()
    verbs = list(
        Event.objects.filter(verb__startswith="webhook:").order_by("pk").values_list("verb", "subject")
    )
    assert [verb.partition(":")[2] for verb, _ in verbs] == [
        *("added", "changed", "rotated", "changed", "changed", "removed")
    ]
    assert {subject for _, subject in verbs} == {receiver.url.removeprefix("http://").removesuffix("/hook")}


def test_an_archived_campaign_keeps_its_webhooks_as_they_are(
    campaign: Campaign, olga: Account, webhook: Webhook, client: Client
) -> None:
    archive(campaign=campaign, by=olga)
    client.force_login(olga)
    page = f"{LIST}{webhook.pk}/"
    assert "Switch off" not in client.get(page).content.decode()
    for act in ("trial/", "secret/", "switch/", "remove/"):
        assert "archived" in client.post(f"{page}{act}", follow=True).content.decode()
    assert Webhook.objects.get().is_on
    assert not Delivery.objects.exists()


def test_a_webhook_by_the_api(campaign: Campaign, olga: Account, receiver: Receiver) -> None:
    token = make_token(account=olga, by=None).token
    client = Client(headers={"Authorization": f"Bearer {token}"})

    def send(method: str, path: str, body: Any = None, **headers: str) -> Any:
        call = getattr(client, method)
        return call(API + path, body or {}, content_type="application/json", headers=headers)

    wanted = {"url": receiver.url, "events": ["scores.made"]}
    added = send("post", "", wanted, **{"Idempotency-Key": "one"})
    assert added.status_code == 201
    assert added.json()["secret"].startswith("whsec_")
    assert not KeptAnswer.objects.exists()
    again = send("post", "", wanted, **{"Idempotency-Key": "one"})
    assert (again.status_code, again.json()["code"]) == (422, "webhook_exists")
    one = f"{added.json()['id']}/"
    assert client.get(API + one).json() == {
        key: value for key, value in added.json().items() if key != "secret"
    }
    unknown = send("patch", one, {"events": ["scores.made", "job.donne"]})
    assert (unknown.status_code, "job.donne" in unknown.json()["detail"]) == (400, True)
    assert send("patch", one, {"events": []}).json()["code"] == "webhook_events"
    assert send("patch", one, {"is_on": False}).json()["is_on"] is False
    assert send("post", f"{one}trial/").json()["code"] == "webhook_off"
    assert send("patch", one, {"is_on": True}).json()["events"] == ["scores.made"]
    trial = send("post", f"{one}trial/")
    assert (trial.status_code, trial.json()["state"], trial.json()["event"]) == (
        202,
        "waiting",
        "webhook.trial",
    )
    assert deliver(webhook=Webhook.objects.get()) == 1
    (listed,) = client.get(f"{API}{one}deliveries/").json()
    assert (listed["state"], listed["status"], listed["next_at"]) == ("delivered", 204, None)
    assert send("post", f"{one}deliveries/{listed['id']}/").status_code == 202
    assert send("post", f"{one}secret/").json()["secret"] != added.json()["secret"]
    ada = make_token(account=make_member(campaign, "ada", "adjudicator"), by=None).token
    assert client.get(API, headers={"Authorization": f"Bearer {ada}"}).status_code == 404
    assert send("delete", one).status_code == 204
    assert client.get(API).json() == []


def test_a_webhook_by_commands(campaign: Campaign, receiver: Receiver) -> None:
    def run(*words: str) -> Any:
        out = StringIO()
        call_command(*words, "--json", stdout=out)
        return json.loads(out.getvalue())

    added = run("add_webhook", "trial", receiver.url, "--events", "job.done")
    number = str(added["webhook"])
    assert added["secret"].startswith("whsec_")
    assert run("change_webhook", "trial", number, "--events", "job.failed", "scores.made")["ok"]
    message = run("change_webhook", "trial", number, "--trial")["id"]
    receiver.statuses = [503]
    deliver(webhook=Webhook.objects.get())
    out = StringIO()
    call_command("webhooks", "trial", "--of", number, stdout=out)
    assert f"{message} webhook.trial: waiting (answered 503), 1 attempt, next 20" in out.getvalue()
    assert run("webhooks", "trial")["webhooks"][0]["failures"] == 1
    assert run("change_webhook", "trial", number, "--again", message)["id"] == message
    assert deliver(webhook=Webhook.objects.get()) == 1
    assert run("change_webhook", "trial", number, "--new-secret")["secret"] != added["secret"]
    assert run("change_webhook", "trial", number, "--off")["is_on"] is False
    assert run("change_webhook", "trial", number, "--on")["is_on"] is True
    assert run("change_webhook", "trial", number, "--remove")["ok"]
    with pytest.raises(CommandError, match="no webhook"):
        call_command("change_webhook", "trial", number, "--trial", stderr=StringIO())


def test_a_campaign_has_few_and_each_address_once(campaign: Campaign, here: None) -> None:
    for number in range(10):
        call_command("add_webhook", "trial", f"https://example.org/{number}", stdout=StringIO())
    for address, code in (
        ("https://EXAMPLE.org/3", "webhook_exists"),
        ("https://example.org/x", "webhooks_many"),
    ):
        with pytest.raises(CommandError, match=code):
            call_command("add_webhook", "trial", address, stderr=StringIO())
