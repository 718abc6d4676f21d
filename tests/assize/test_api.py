"""The API: the same rules as the pages, one shape of errors, a valid schema."""

from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.validation import validate_schema

from assessment.campaigns.models import Campaign, State
from assessment.people.models import Account, Member
from assessment.people.services.tokens import make_token
from assessment.submissions.models import Run, Team
from tests.client import Client
from tests.factory import make_account, make_campaign, make_member, make_questions

pytestmark = pytest.mark.django_db

RIGHT = b"1 Q0 D-1 1 5.0 lake1 Ada Novak\n2 Q0 D-2 1 5.0 lake1 1926\n"
WRONG = b"1 Q0 D-1 9 5.0 lake1 Ada Novak\n7 Q0 D-2 1 5.0 lake1 1926\n"


@pytest.fixture
def campaign() -> Campaign:
    campaign = make_campaign("trial", state=State.OPEN)
    make_questions(campaign, "1", "2", type="factoid")
    return campaign


def _client(account: Account) -> Client:
    key = make_token(account=account, by=account).token
    return Client(headers={"Authorization": f"Token {key}"})


def _team(campaign: Campaign, name: str) -> Client:
    account = make_member(campaign, f"{name}-person", "participant")
    Team.objects.create(campaign=campaign, name=name).members.add(Member.objects.get(account=account))
    return _client(account)


def _submit(client: Client, data: bytes, **fields: Any) -> Any:
    form = {"file": SimpleUploadedFile("lake1.txt", data), "team": "lake", "length_limit": "50"} | fields
    return client.post("/api/v1/campaigns/trial/runs/", form)


def test_strangers_get_nothing(campaign: Campaign) -> None:
    answer = Client().get("/api/v1/campaigns/")
    assert answer.status_code == 401
    assert answer.json()["code"] == "not_authenticated"
    assert _client(make_account("eve")).get("/api/v1/campaigns/").json() == []
    hidden = _client(make_account("mallory")).get("/api/v1/campaigns/trial/")
    assert (hidden.status_code, hidden.json()["code"]) == (404, "not_found")


def test_a_replaced_token_no_longer_works(campaign: Campaign) -> None:
    account = make_account("ada")
    former = _client(account)
    _client(account)
    assert former.get("/api/v1/campaigns/").status_code == 401


def test_a_participant_sees_campaign_and_questions(campaign: Campaign) -> None:
    client = _team(campaign, "lake")
    (row,) = client.get("/api/v1/campaigns/").json()
    assert (row["slug"], row["roles"], row["state"]) == ("trial", ["participant"], "open")
    questions = client.get("/api/v1/campaigns/trial/questions/").json()
    assert [question["qid"] for question in questions] == ["1", "2"]
    assert "suggested_answer" not in questions[0]


def test_an_assessor_sees_neither_questions_nor_runs_nor_scores(campaign: Campaign) -> None:
    client = _client(make_member(campaign, "ada", "assessor"))
    for page in ("questions", "runs", "scores", "qrels"):
        assert client.get(f"/api/v1/campaigns/trial/{page}/").status_code == 404
    assert _submit(client, RIGHT).status_code == 404


def test_a_run_is_checked_then_submitted_and_comes_back_byte_for_byte(campaign: Campaign) -> None:
    client = _team(campaign, "lake")
    checked = _submit(client, RIGHT, check_only="true")
    assert (checked.status_code, checked.json()["problems"], Run.objects.count()) == (200, [], 0)
    stored = _submit(client, RIGHT)
    assert (stored.status_code, stored.json()["run_id"]) == (201, "lake1")
    file = client.get("/api/v1/campaigns/trial/runs/lake1/file/")
    assert file.getvalue() == RIGHT


def test_a_faulty_run_is_refused_with_every_problem(campaign: Campaign) -> None:
    client = _team(campaign, "lake")
    refused = _submit(client, WRONG)
    assert refused.status_code == 422
    problems = refused.json()["problems"]
    assert {problem["code"] for problem in problems} >= {"rank_range", "unknown_question"}
    assert {problem["line"] for problem in problems} >= {1, 2}
    assert all(set(problem) == {"file", "line", "code", "message", "remedy"} for problem in problems)
    assert Run.objects.count() == 0


def test_teams_neither_see_nor_submit_for_each_other(campaign: Campaign) -> None:
    lake, harbor = _team(campaign, "lake"), _team(campaign, "harbor")
    assert _submit(lake, RIGHT).status_code == 201
    assert harbor.get("/api/v1/campaigns/trial/runs/").json() == []
    assert harbor.get("/api/v1/campaigns/trial/runs/lake1/file/").status_code == 404
    foreign = _submit(harbor, RIGHT)
    assert foreign.status_code == 400
    assert "not in a team" in foreign.json()["message"]


def test_scores_and_qrels_come_as_the_commands_write_them(campaign: Campaign) -> None:
    from io import StringIO

    from django.core.management import call_command

    organizer = _client(make_member(campaign, "olga", "organizer"))
    assert organizer.get("/api/v1/campaigns/trial/scores/").status_code == 404
    assert _submit(organizer, RIGHT).status_code == 201
    call_command("score", "trial", "--rule", "union", stdout=StringIO())
    report = organizer.get("/api/v1/campaigns/trial/scores/").json()
    assert (report["rule"], report["runs"]["lake1"]["unjudged"]) == ("union", 2)
    assert report["runs"]["lake1"]["questions"].keys() == {"1", "2"}
    assert organizer.get("/api/v1/campaigns/trial/qrels/").content == b""


def test_the_api_is_described_once_for_everybody(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """It takes long, and who is not signed in may ask for it, too."""
    first = client.get("/api/v1/schema/?lang=en")
    monkeypatch.setattr(SchemaGenerator, "parse", None)
    assert client.get("/api/v1/schema/?lang=en").content == first.content


def test_the_schema_is_valid_and_its_page_opens(client: Client) -> None:
    schema = client.get("/api/v1/schema/", headers={"Accept": "application/json"})
    document = schema.json()
    validate_schema(document)  # type: ignore[no-untyped-call]  # the library has no annotations
    assert "/api/v1/campaigns/{slug}/runs/" in document["paths"]
    assert client.get("/api/v1/docs/").status_code == 200


@pytest.mark.parametrize("method", ["post", "put", "delete"])
def test_the_description_is_only_read(client: Client, method: str) -> None:
    assert getattr(client, method)("/api/v1/schema/").status_code == 405


@pytest.mark.parametrize("page", ["schema", "docs"])
def test_the_description_is_only_read_whatever_a_program_sends(page: str) -> None:
    assert Client().options(f"/api/v1/{page}/").status_code == 405
    assert Client(headers={"Authorization": "Token wrong"}).get(f"/api/v1/{page}/").status_code == 200
