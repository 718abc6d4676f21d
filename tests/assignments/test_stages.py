"""Who does what: stages of a question that wait for each other, and who is its primary assessor, whatever happens to them."""

import json
import zipfile
from io import BytesIO

import pytest

from assessment.assignments.services.handover import add_assessor
from assessment.campaigns.models import Campaign
from assessment.judging.models import Assignment, Nugget
from assessment.people.models import Account
from tests.api.asking import client_of
from tests.assignments.test_moves import command, state
from tests.client import Client
from tests.factory import make_campaign, make_items, make_member, make_questions

pytestmark = pytest.mark.django_db
NAMES = ("ada", "ben", "cy")


@pytest.fixture
def campaign() -> Campaign:
    """A list of nuggets to write and a list of answers; of both ada was given her part first, then ben and cy."""
    campaign = make_campaign(track="series2004")
    people = [make_member(campaign, name, "assessor") for name in NAMES]
    for series, kind in (("1", "OTHER"), ("2", "LIST")):
        (question,) = make_questions(campaign, f"{series}.1", type=kind, series=series)
        make_items(question, ("D1", "a lamp"))
        for person in people:
            add_assessor(question=question, member=campaign.members.get(account=person), by=None)
    return campaign


def roles(campaign: Campaign, qid: str) -> dict[str, str]:
    """What everybody who counts is called."""
    rows = Assignment.objects.counting().filter(question__campaign=campaign, question__qid=qid)
    return {row.member.name: row.role for row in rows.select_related("member")}


def test_the_first_writes_the_list_and_the_others_vote(campaign: Campaign) -> None:
    assert roles(campaign, "1.1") == {"ada": "primary", "ben": "voter", "cy": "voter"}
    assert roles(campaign, "2.1") == {"ada": "primary", "ben": "judge", "cy": "judge"}


@pytest.mark.both_databases
def test_who_votes_waits_for_whoever_writes_the_list(campaign: Campaign) -> None:
    said = command("progress", campaign)
    assert "ben waits for ada: the list of nuggets of 1.1" in said
    assert "cy waits for ada: the list of nuggets of 1.1" in said
    assert "2.1" not in said  # lists of answers are everybody's own
    writing = Assignment.objects.filter(member__name="ada", question__qid="1.1")
    writing.update(judged=1, finished_at="2130-01-01T00:00:00Z")
    assert "waits" not in command("progress", campaign)


@pytest.mark.both_databases
def test_the_first_who_votes_writes_the_list_once_nobody_does_and_no_longer_when_it_is_given_back(
    campaign: Campaign,
) -> None:
    Nugget.objects.create(question=campaign.questions.get(qid="1.1"), name="1", text="a lamp", position=1)
    command("recount", campaign, "--fix")
    before = state(campaign)
    command("relieve", campaign, "--assessor", "ada")
    assert roles(campaign, "1.1") == {"ben": "primary", "cy": "voter"}
    assert roles(campaign, "2.1") == {"ben": "primary", "cy": "judge"}
    command("hand_over", campaign, "--from", "ada", "--give-back")
    assert state(campaign) == before
    assert "right" in command("recount", campaign)


@pytest.mark.both_databases
def test_whoever_judges_comes_before_whoever_votes(campaign: Campaign) -> None:
    Assignment.objects.filter(member__name="cy", question__qid="1.1").update(stage="nuggets")
    command("relieve", campaign, "--assessor", "ada")
    assert roles(campaign, "1.1") == {"ben": "voter", "cy": "primary"}


def test_nobody_becomes_primary_while_somebody_is(campaign: Campaign) -> None:
    command("relieve", campaign, "--assessor", "ben")
    assert roles(campaign, "1.1") == {"ada": "primary", "cy": "voter"}
    assert roles(campaign, "2.1") == {"ada": "primary", "cy": "judge"}


def test_the_api_and_the_copy_of_ones_data_have_one_word_for_it(client: Client, campaign: Campaign) -> None:
    ben = Account.objects.get(username="ben")
    client.force_login(ben)
    page = client_of(ben).get(f"/api/v1/campaigns/{campaign.slug}/assignments/").json()
    told = {row["qid"]: row["role"] for row in page}
    assert told == {"1.1": "voter", "2.1": "judge"}
    packed = zipfile.ZipFile(BytesIO(b"".join(client.get("/account/data/file/"))))
    rows = json.loads(packed.read(f"campaigns/{campaign.slug}/questions.json"))
    assert {row["question_qid"]: row["role"] for row in rows} == told
