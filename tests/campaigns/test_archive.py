"""An archived campaign is read and never changed, by pages, commands, jobs and judging; it can be taken out again."""

from collections.abc import Callable
from uuid import uuid4

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from assessment.campaigns.models import Campaign
from assessment.jobs.models import Job
from assessment.jobs.services.lifecycle import enqueue
from assessment.judging.models import Judgment
from assessment.people.models import Event
from assessment.shared.errors import Refused
from tests.client import Client
from tests.factory import make_assignment, make_campaign, make_items, make_member, make_questions

Enter = Callable[[Campaign | None, str], Client]


def test_what_is_archived_is_read_and_not_changed(blocks: Campaign, enter: Enter) -> None:
    client = enter(blocks, "organizer")
    assert "is archived" in client.post("/campaigns/harbour/archive/", follow=True).content.decode()
    page = client.get("/campaigns/harbour/settings/").content.decode()
    assert "<b>Archived</b> on" in page
    assert "Un-archive" in page
    assert "Save the settings" not in page
    answer = client.post("/campaigns/harbour/state/", {"to": "open"})
    assert answer.status_code == 422
    assert "was archived on" in answer.content.decode()
    blocks.refresh_from_db()
    assert blocks.state == "draft"
    client.post("/campaigns/harbour/unarchive/")
    assert client.post("/campaigns/harbour/state/", {"to": "open"}).status_code == 302


def test_it_leaves_the_list_until_it_is_asked_for(blocks: Campaign, enter: Enter) -> None:
    client = enter(blocks, "organizer")
    call_command("archive", "harbour")
    listed = client.get("/campaigns/").content.decode()
    assert "Harbour" not in listed
    assert "Show archived campaigns (1)" in listed
    assert "Harbour" in client.get("/campaigns/?archived=1").content.decode()
    assert "Harbour" not in client.get("/").content.decode()


def test_commands_say_it_as_pages_do(blocks: Campaign, capsys: pytest.CaptureFixture[str]) -> None:
    call_command("archive", "harbour")
    assert "harbour is archived: it can be read, not changed." in capsys.readouterr().out
    with pytest.raises(CommandError, match=r"archived: Harbour was archived on .* so nothing of it can be"):
        call_command("drop", "harbour", "1", reason="no")
    with pytest.raises(CommandError, match="is archived already"):
        call_command("archive", "harbour")
    call_command("unarchive", "harbour")
    call_command("drop", "harbour", "1", reason="no")
    with pytest.raises(CommandError, match="is not archived"):
        call_command("unarchive", "harbour")
    verbs = list(Event.objects.filter(campaign=blocks).order_by("pk").values_list("verb", flat=True))
    assert verbs[-3:] == ["campaign:archived", "campaign:unarchived", "question:dropped"]


def test_no_job_begins_and_none_is_cut_off(blocks: Campaign, enter: Enter) -> None:
    job = enqueue(kind="results.compare", by=None, campaign=blocks)
    client = enter(blocks, "organizer")
    page = client.post("/campaigns/harbour/archive/", follow=True).content.decode()
    assert f"(job {job.pk})" in page
    assert "It was not archived." in page
    Job.objects.all().delete()
    call_command("archive", "harbour")
    with pytest.raises(Refused, match="was archived on"):
        enqueue(kind="results.compare", by=None, campaign=Campaign.objects.get())


@pytest.mark.django_db
def test_an_assessor_is_told_and_keeps_what_was_not_saved() -> None:
    campaign = make_campaign(state="closed")
    (question,) = make_questions(campaign, "1", type="factoid")
    (item,) = make_items(question, ("D1", "yes it is"))
    assessor = make_member(campaign, "ada", "assessor")
    assignment = make_assignment(question, assessor)
    client = Client()
    client.force_login(assessor)
    call_command("archive", "trial")
    sent = {"item": item.pk, "grade": "yes", "client_id": str(uuid4()), "seen": 0, "seconds": 3}
    headers = {"X-Assize-Fetch": "1"}
    answer = client.post(f"/judge/{assignment.pk}/save/", sent, headers=headers)
    # 422 in JSON is what the queue of the page keeps as refused, with the words and “Send again” (problems.js).
    assert (answer.status_code, answer.json()["code"]) == (422, "archived")
    assert not Judgment.objects.exists()
    assert "Trial was archived on" in client.get(f"/judge/{assignment.pk}/", follow=True).content.decode()
    call_command("unarchive", "trial")
    assert client.post(f"/judge/{assignment.pk}/save/", sent, headers=headers).status_code == 200
    assert Judgment.objects.count() == 1
