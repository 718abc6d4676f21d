"""The campaign's board: its steps, progress, alarms, and a fixed number of queries."""

import re

import pytest

from assessment.campaigns.models import Campaign, Question, State
from assessment.people.services.events import record_event
from assessment.submissions.models import PoolItem
from tests.client import Client
from tests.factory import make_campaign, make_items, make_member, make_questions

pytestmark = pytest.mark.django_db


def _steps(page: str) -> list[str]:
    return [part.split('"')[0] for part in page.split('<ol class="steps"')[1].split('<li class="')[1:12]]


def test_an_empty_campaign_says_what_to_do_first(client: Client) -> None:
    campaign = make_campaign("trial")
    client.force_login(make_member(campaign, "olga", "organizer"))
    page = client.get("/campaigns/trial/").content.decode()
    assert _steps(page)[0] == "now"
    assert set(_steps(page)[1:]) == {"todo"}
    assert "Nothing is assigned yet" in page
    assert "No scores yet" not in page
    Campaign.objects.update(state=State.OPEN)
    assert "No scores yet" in client.get("/campaigns/trial/").content.decode()


def test_the_step_of_the_next_act_is_the_one_to_do(client: Client) -> None:
    campaign = make_campaign("trial")
    make_questions(campaign, "1", "2", type="factoid")
    client.force_login(make_member(campaign, "olga", "organizer"))
    assert _steps(client.get("/campaigns/trial/").content.decode())[:5] == [
        "done",
        "todo",
        "todo",
        "todo",
        "now",
    ]
    Campaign.objects.update(state=State.RELEASED)
    assert _steps(client.get("/campaigns/trial/").content.decode())[10] == "done"


def test_disputes_of_dropped_questions_wait_for_nobody(client: Client) -> None:
    campaign = make_campaign("trial")
    for question in make_questions(campaign, "1", "2", type="factoid"):
        (item,) = make_items(question, ("D1", "a ferry"))
        PoolItem.objects.filter(pk=item.pk).update(disputed=True)
    client.force_login(make_member(campaign, "olga", "organizer"))
    waiting = re.compile(r"waiting for a decision</a></td><td class=\"r\">(\d+)<")
    assert waiting.findall(client.get("/campaigns/trial/").text) == ["2"]
    Question.objects.filter(qid="2").update(drop_reason="two readings")
    assert waiting.findall(client.get("/campaigns/trial/").text) == ["1"]


@pytest.mark.parametrize("role", ["assessor", "participant"])
def test_those_who_must_not_know_do_not_see_it(client: Client, role: str) -> None:
    client.force_login(make_member(make_campaign("trial"), "someone", role))
    assert client.get("/campaigns/trial/").status_code == 404


def test_adjudicators_do_not_read_whom_organizers_wrote_to_or_relieved_and_why(client: Client) -> None:
    campaign = make_campaign("trial")
    for verb in ("message:sent", "invitation:made", "assignment:relieved", "guidelines:written"):
        record_event(by=None, campaign=campaign, verb=verb, subject=verb.title(), reason=f"why {verb}")
    for name, number in (("organizer", 4), ("adjudicator", 1)):
        client.force_login(make_member(campaign, f"the-{name}", name))
        page = client.get("/campaigns/trial/").text
        assert len(re.findall(r": why [a-z]+:", page)) == number, name
        assert "Guidelines:Written" in page
