"""Programs that judge by the API: what they are given, what is stored of what they say, and what is refused."""

from typing import Any

import pytest

from assessment.campaigns.models import Campaign, State
from assessment.jobs.models import Job
from assessment.jobs.services.runner import run_job
from assessment.judging.models import Assignment, Judgment, Machine
from assessment.people.services.tokens import make_token
from tests.client import Client
from tests.factory import make_assignment, make_campaign, make_items, make_member, make_questions

ANSWERS = "/api/v1/campaigns/trial/pool-answers/"
SAID = "/api/v1/campaigns/trial/machine-judgments/"
MACHINE = {"name": "judge", "version": "1", "model": "some-model"}

pytestmark = pytest.mark.django_db


@pytest.fixture
def campaign() -> Campaign:
    campaign = make_campaign("trial", "series2004", state=State.OPEN)
    graded, other = make_questions(campaign, "1.1", "1.3", type="FACTOID", series="1")
    other.type = "OTHER"
    other.save()
    make_items(graded, ("D-1", "Halden"), ("D-2", 'with a\nline, and “quotes"'))
    make_items(other, ("D-3", "no grade is asked of it"))
    make_assignment(graded, make_member(campaign, "ada", "assessor"))
    return campaign


def client_of(campaign: Campaign, name: str, role: str) -> Client:
    account = make_member(campaign, name, role)
    return Client(headers={"Authorization": f"Bearer {make_token(account=account, by=None).token}"})


@pytest.fixture
def client(campaign: Campaign) -> Client:
    return client_of(campaign, "olga", "organizer")


def send(client: Client, judgments: list[Any], **facts: Any) -> Any:
    body = {"machine": MACHINE | facts, "judgments": judgments}
    return client.post(SAID, body, content_type="application/json")


def row(item: dict[str, Any], grade: str, **more: Any) -> dict[str, Any]:
    return {name: item[name] for name in ("qid", "docid", "answer")} | {"grade": grade} | more


def test_what_a_program_says_is_stored_under_its_name_alone(client: Client) -> None:
    answers = client.get(ANSWERS).json()
    assert [(one["qid"], one["docid"], one["answer"]) for one in answers] == [
        ("1.1", "D-1", "Halden"),
        ("1.1", "D-2", 'with a\nline, and “quotes"'),
    ]
    assert answers[0]["grades"][0] == "correct"
    said = [row(answers[0], "correct", confidence=1e-5, explanation="why"), row(answers[1], "incorrect")]
    sent = send(client, said)
    assert sent.status_code == 202, sent.content
    assert run_job(sent.json()["id"], heartbeat=False)
    stored = Judgment.ever.order_by("pk").values_list("member__name", "by_program", "grade", "note")
    assert list(stored) == [
        ("judge@1", True, "correct", "confidence 0.00001: why"),
        ("judge@1", True, "incorrect", ""),
    ]
    assert not Assignment.objects.exclude(stage="programs").filter(judged__gt=0).exists()
    assert [one.keys() for one in client.get(ANSWERS).json()] == [one.keys() for one in answers]


def test_a_whole_paragraph_has_the_grades_of_its_own_scale() -> None:
    campaign = make_campaign("acts", "respubliqa2010", state=State.OPEN)
    (question,) = make_questions(campaign, "0001:EN:EN", type="Factoid")
    make_items(question, ("jrc-en", "at dusk"), ("jrc-en", ""))
    organizer = client_of(campaign, "olga", "organizer")
    answers = organizer.get("/api/v1/campaigns/acts/pool-answers/").json()
    grades = {one["answer"]: one["grades"] for one in answers}
    assert grades == {"at dusk": ["R", "X", "M", "W"], "": ["R", "W"]}


def test_everything_wrong_is_told_by_its_place_and_nothing_is_stored(client: Client) -> None:
    first, second = client.get(ANSWERS).json()
    refused = send(
        client, [row(second, "incorrect"), row(first, "maybe"), row(first | {"docid": "D-9"}, "correct")]
    )
    assert refused.status_code == 422
    found = [(one["file"], one["line"], one["code"]) for one in refused.json()["problems"]]
    assert [place for _, place, _ in found] == [2, 3], found
    assert {file for file, _, _ in found} == {"judgments"}
    assert not Job.objects.exists()
    assert not Machine.objects.exists()


@pytest.mark.parametrize(
    ("odd", "message"),
    [
        ("x", "It is no object."),
        ({"qid": "1.1", "docid": "D-1", "answer": "Halden"}, "grade is missing."),
        ({"qid": "1.1", "docid": "D-1", "answer": "Halden", "grade": 1}, "grade is no text."),
        (
            {"qid": "1.1", "docid": "D-1", "answer": "Halden", "grade": "correct", "run": "x"},
            "'run' is no field",
        ),
    ],
)
def test_rows_that_are_none(client: Client, odd: Any, message: str) -> None:
    refused = send(client, [odd])
    assert refused.status_code == 422
    assert message in refused.json()["problems"][0]["message"]


@pytest.mark.parametrize("confidence", [-0.5, 1.5, pytest.param(10**400, id="of 400 digits"), True, "much"])
def test_a_confidence_is_from_0_to_1(client: Client, confidence: Any) -> None:
    first = client.get(ANSWERS).json()[0]
    refused = send(client, [row(first, "correct", confidence=confidence)])
    assert (refused.status_code, refused.json()["problems"][0]["line"]) == (422, 1)


def test_a_version_stays_what_it_is_and_a_person_is_no_program(client: Client, campaign: Campaign) -> None:
    first = client.get(ANSWERS).json()[0]
    assert run_job(send(client, [row(first, "correct")]).json()["id"], heartbeat=False)
    other = send(client, [row(first, "correct")], model="another")
    assert (other.status_code, other.json()["code"]) == (422, "machine_differs")
    assert send(client, [row(first, "correct")], model="another", version="2").status_code == 202
    assert send(client, [row(first, "correct")], name="").status_code == 400
    assert send(client, []).status_code == 422


def test_a_program_is_given_no_questions_whatever_its_role(client: Client, campaign: Campaign) -> None:
    first = client.get(ANSWERS).json()[0]
    assert run_job(send(client, [row(first, "correct")]).json()["id"], heartbeat=False)
    there, program = "/api/v1/campaigns/trial/", campaign.members.get(name="judge@1").pk
    role = {"roles": ["assessor"]}
    assert client.patch(f"{there}people/{program}/", role, content_type="application/json").status_code == 200
    asked = client.post(f"{there}work/", {"assessors": ["judge@1"]}, content_type="application/json")
    assert (asked.status_code, asked.json()["code"]) == (422, "assessor_unknown")
    assert client.post(f"{there}work/", {"judges": 1}, content_type="application/json").status_code == 200
    assert not Assignment.objects.exclude(stage="programs").filter(member_id=program).exists()


def test_only_organizers_have_programs(campaign: Campaign) -> None:
    for role in ("assessor", "adjudicator", "participant"):
        other = client_of(campaign, f"a-{role}", role)
        assert other.get(ANSWERS).status_code == 404
        assert send(other, []).status_code == 404
