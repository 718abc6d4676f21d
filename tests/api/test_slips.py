"""Slips of programs: a name or a value that nobody reads is refused and nothing is done, since it was meant to do something."""

import json
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from assessment.campaigns.models import Campaign, State
from assessment.judging.models import Assignment
from assessment.submissions.services import create_team
from tests.api.asking import client_of, send_json
from tests.client import Client
from tests.factory import make_campaign, make_items, make_member, make_questions

THERE = "/api/v1/campaigns/trial/"
RUN = b"1 Q0 D-1 1 5.0 lake1 Ada Novak\n2 Q0 D-2 1 5.0 lake1 1926\n"

pytestmark = pytest.mark.django_db


@pytest.fixture
def campaign() -> Campaign:
    campaign = make_campaign("trial", state=State.OPEN)
    for question in make_questions(campaign, "1", "2", type="factoid"):
        make_items(question, ("D-1", "Halden"))
    return campaign


@pytest.fixture
def olga(campaign: Campaign) -> Client:
    return client_of(make_member(campaign, "olga", "organizer"))


def submit(client: Client, **fields: Any) -> Any:
    file = SimpleUploadedFile("lake1.txt", RUN)
    return client.post(f"{THERE}runs/", {"file": file, "team": "lake", "length_limit": "50", **fields})


def test_a_run_that_was_only_to_be_checked_is_not_submitted(olga: Client, campaign: Campaign) -> None:
    refused = submit(olga, check_onyl="true")
    assert (refused.status_code, list(refused.json()["wrong"])) == (400, ["check_onyl"])
    assert "check_only" in refused.json()["detail"]
    twice = submit(olga, team=["lake", "tern"])
    assert (twice.status_code, twice.json()["wrong"]) == (400, {"team": ["Give it once."]})
    file = SimpleUploadedFile("lake1.txt", RUN)
    beside = olga.post(f"{THERE}runs/?check_only=true", {"file": file, "team": "lake"})
    assert (beside.status_code, list(beside.json()["wrong"])) == (400, ["check_only"])
    assert not campaign.runs.exists()
    assert submit(olga, check_only="true").status_code == 200


def test_whoever_submits_is_told_what_the_check_warns_of(olga: Client, campaign: Campaign) -> None:
    create_team(by=None, campaign=campaign, name="lake")
    file = SimpleUploadedFile("lake1.txt", RUN)
    made = olga.post(f"{THERE}runs/", {"file": file, "team": "lake"}).json()
    assert any("length_undeclared" in warning for warning in made["warnings"])
    assert olga.get(f"{THERE}runs/lake1/").json() == made


def submit_file(client: Client, data: bytes, **fields: Any) -> Any:
    file = SimpleUploadedFile("lake1.txt", data)
    return client.post(f"{THERE}runs/", {"file": file, "team": "lake", "length_limit": "50", **fields})


def codes(found: list[Any]) -> list[str]:
    return [one["code"] for one in found]


def test_a_check_says_what_the_submission_would(olga: Client, campaign: Campaign) -> None:
    for name in ("lake", "tern"):
        create_team(by=None, campaign=campaign, name=name)
    assert submit(olga).status_code == 201
    other = RUN.replace(b"Ada", b"Eva")
    for data, team, code in ((other, "tern", "run_id_taken"), (RUN, "lake", "same_file")):
        checked = submit_file(olga, data, team=team, check_only="true").json()
        refused = submit_file(olga, data, team=team)
        assert codes(checked["problems"]) == [code]
        assert (refused.status_code, refused.json()["code"]) == (409, code)
        assert refused.json()["detail"] == checked["problems"][0]["message"]
    checked = submit_file(olga, other, check_only="true").json()
    assert (checked["problems"], codes(checked["warnings"])[0]) == ([], "run_replaced")
    assert "replaces the run lake1 of lake" in checked["warnings"][0]["message"]
    assert submit_file(olga, other).status_code == 201
    assert campaign.runs.current().count() == 1


def test_a_team_whose_file_is_there_already_is_not_told_whose_it_is(olga: Client, campaign: Campaign) -> None:
    submit(olga, team="tern", run_id="tern7")
    tom = make_member(campaign, "tom", "participant")
    create_team(by=None, campaign=campaign, name="lake", members=[campaign.members.get(account=tom)])
    checked = submit(client_of(tom), check_only="true")
    assert (checked.status_code, codes(checked.json()["problems"])) == (200, ["same_file"])
    assert "tern7" not in checked.content.decode()


def test_whoever_misspells_a_team_is_told_that_it_is_new(olga: Client, campaign: Campaign) -> None:
    create_team(by=None, campaign=campaign, name="alpha")
    assert "team_new" not in codes(submit(olga, team="Alpha", check_only="true").json()["warnings"])
    checked = submit(olga, team="alhpa", check_only="true").json()
    assert (checked["problems"], codes(checked["warnings"])[0]) == ([], "team_new")
    made = submit(olga, team="alhpa").json()
    assert "There is no team alhpa yet" in made["warnings"][0]
    again = submit_file(olga, RUN + b"\n", team="alhpa").json()
    assert again["warnings"] == made["warnings"][1:]


def test_work_is_not_given_to_all_where_some_were_meant(olga: Client, campaign: Campaign) -> None:
    for name in ("ada", "ben"):
        make_member(campaign, name, "assessor")
    refused = send_json(olga, f"{THERE}work/", {"assesors": ["ada"], "judges": "many"})
    assert (refused.status_code, sorted(refused.json()["wrong"])) == (400, ["assesors", "judges"])
    assert not Assignment.objects.exists()
    many = send_json(olga, f"{THERE}work/", {f"{n:060}"[::-1]: n for n in range(1000)})
    assert (many.status_code, len(many.json()["wrong"])) == (400, 20)
    assert send_json(olga, f"{THERE}work/", {"assessors": ["ada"], "judges": 1}).status_code == 200


def test_no_field_of_a_list_in_a_body_goes_unread(olga: Client, campaign: Campaign) -> None:
    change = {"do": "add", "text": "Halden", "doc_id": "D-1"}
    refused = send_json(olga, f"{THERE}known/1/", {"changes": [change]})
    assert (refused.status_code, "doc_id" in refused.json()["detail"]) == (400, True)
    machine = {"name": "judge", "version": "1", "model": "m"}
    said = {"qid": "1", "docid": "D-1", "answer": "Halden", "grade": "yes"}
    for body in (
        {"machine": machine | {"temperature": "0"}, "judgments": [said]},
        {"machine": machine, "judgments": [said], "replace": True},
    ):
        assert send_json(olga, f"{THERE}machine-judgments/", body).status_code == 400
    ada = client_of(make_member(campaign, "ada", "assessor"))
    refused = send_json(ada, f"{THERE}judgments/", {"judgments": [{}], "check_only": True})
    assert (refused.status_code, refused.json()["problems"][0]["code"]) == (422, "field_unknown")


def test_no_parameter_goes_unread(olga: Client, campaign: Campaign) -> None:
    make_member(campaign, "ada", "assessor")
    ada = f"{THERE}people/{campaign.members.get(name='ada').pk}/"
    for method, address, name in (
        ("get", f"{THERE}questions/?lmit=1", "lmit"),
        ("get", f"{THERE}questions/?limit=1&limit=2", "limit"),
        ("get", f"{THERE}teams/?version=1", "version"),
        ("get", f"{THERE}exports/qrels.txt/?rulle=majority", "rulle"),
        ("delete", f"{ada}?reason=left&with_judgements=true", "with_judgements"),
    ):
        refused = getattr(olga, method)(address)
        assert (refused.status_code, list(refused.json()["wrong"])) == (400, [name]), address
    assert campaign.members.filter(name="ada").exists()
    assert olga.get(f"{THERE}questions/?limit=1").status_code == 200
    assert olga.options(f"{THERE}questions/").status_code == 200


def test_of_two_values_of_one_field_none_counts(olga: Client, campaign: Campaign) -> None:
    for body in (
        '{"name": "lake", "name": "tern"}',
        '{"name": "lake", "members": [{"a": 1, "b": 1, "a": 2}]}',
    ):
        refused = olga.post(f"{THERE}teams/", body, content_type="application/json")
        assert (refused.status_code, refused.json()["code"]) == (400, "parse_error")
    assert "two values of 'name'" in olga.post(
        f"{THERE}teams/", '{"name": 1, "name": 1}', content_type="application/json"
    ).content.decode().replace('\\"', '"')
    assert not campaign.teams.exists()


def test_items_are_asked_for_by_people_and_grades_that_there_are(olga: Client, campaign: Campaign) -> None:
    for name in ("ada", "ben"):
        make_member(campaign, name, "assessor")
    there = f"{THERE}agreement/items/"
    for query, wrong in (
        ("first=yes&second=perhaps", {"second": "Give one of yes, no."}),
        ("first=correct&second=no", {"first": "Give one of yes, no."}),
        ("first=yes&second=no&a=ada&b=zoe", {"b": "The campaign has nobody of this name."}),
        ("first=yes&second=no&a=ada", {"b": "Give both assessors, or none of them."}),
    ):
        refused = olga.get(f"{there}?{query}")
        assert (refused.status_code, refused.json()["wrong"]) == (400, wrong), query
    for query in ("first=yes&second=no", "first=no&second=no&a=ada&b=ben"):
        assert olga.get(f"{there}?{query}").json() == []


def test_a_body_may_be_as_large_as_ten_thousand_judgments_are(
    olga: Client, campaign: Campaign, monkeypatch: pytest.MonkeyPatch
) -> None:
    body = json.dumps({"name": "x" * 4_000_000})
    read = olga.post(f"{THERE}teams/", body, content_type="application/json")
    assert (read.status_code, list(read.json()["wrong"])) == (400, ["name"])
    monkeypatch.setattr("assessment.people.api.frame.MOST_JSON", 1_000_000)
    for kind in ("application/json", "Application/JSON", "text/plain"):
        refused = olga.post(f"{THERE}teams/", body, content_type=kind)
        assert (refused.status_code, refused.json()["code"]) == (413, "body_too_large"), kind


def test_without_its_slash_a_request_stays_what_it_is(olga: Client, campaign: Campaign) -> None:
    asked = send_json(olga, f"{THERE}teams", {"name": "lake"})
    assert (asked.status_code, asked["Location"]) == (308, f"{THERE}teams/")
    assert olga.get(f"{THERE}teams?limit=1")["Location"] == f"{THERE}teams/?limit=1"
    assert not campaign.teams.exists()


def test_a_client_may_accept_the_form_of_a_file_alone(olga: Client, campaign: Campaign) -> None:
    for place, kind in (("exports/bundle.zip/", "application/zip"), ("teams-table/", "text/csv")):
        for accepted in (kind, f"{kind}, application/problem+json", "application/pdf"):
            file = olga.get(f"{THERE}{place}", headers={"Accept": accepted})
            assert (file.status_code, bool(file.getvalue())) == (200, True), place
    missing = olga.get(f"{THERE}exports/none/", headers={"Accept": "application/zip"})
    assert (missing.status_code, missing["Content-Type"]) == (404, "application/problem+json")


def test_a_refusal_says_what_to_send(olga: Client, campaign: Campaign) -> None:
    there = f"{THERE}runs/"
    assert "Authorization: Bearer" in Client().get(there).json()["remedy"]
    assert olga.put(there).json()["remedy"] == "There are GET, POST, HEAD, OPTIONS."
    assert send_json(olga, there, {"team": "lake"}).json()["remedy"] == "Send multipart/form-data."
    refused = send_json(olga, f"{THERE}teams/", ["lake"])
    assert (refused.status_code, refused.json()["detail"].startswith("Invalid data.")) == (400, True)


def test_a_rule_is_refused_in_one_sentence_and_kept_as_it_is_meant(olga: Client, campaign: Campaign) -> None:
    refused = send_json(olga, f"{THERE}scores/", {"rule": "majorty"})
    assert len(refused.json()["wrong"]["rule"]) == 1
    asked = send_json(olga, f"{THERE}scores/", {"rule": "random:007"})
    assert campaign.jobs.get(pk=asked.json()["id"]).arguments["rule"] == "random:7"
