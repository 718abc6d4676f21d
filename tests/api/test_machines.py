"""Machines beside people by the API: compared, tried, a sample drawn and estimated, post-editing declared and withdrawn."""

from pathlib import Path
from typing import Any

from django.core.management import call_command

from assessment.campaigns.models import Campaign
from tests.api.asking import client_of, done, send_json
from tests.client import Client
from tests.factory import make_member
from tests.imports.test_patterns import PATTERNS, lamps, written
from tests.studies.test_sample import people_judge, tables

assert lamps, tables  # fixtures


def program(campaign: Campaign, name: str, *roles: str) -> Client:
    return client_of(make_member(campaign, name, *roles))


def at(campaign: Campaign, rest: str) -> str:
    return f"/api/v1/campaigns/{campaign.slug}/{rest}"


def test_a_comparison_says_what_the_command_says_and_hides_what_the_page_hides(
    lamps: Campaign, tmp_path: Path
) -> None:
    olga, judy = program(lamps, "olga", "organizer"), program(lamps, "judy", "adjudicator")
    assert olga.get(at(lamps, "machines/")).json() == []
    assert olga.post(at(lamps, "machines/patterns/comparison/")).status_code == 404
    call_command("import_patterns", "lamps", written(tmp_path, "patterns", PATTERNS), "--machine", "v1")
    (known,) = judy.get(at(lamps, "machines/")).json()
    assert (known["name"], known["model"]) == ("patterns", "")
    one = at(lamps, "machines/patterns/comparison/")
    assert olga.get(one).json() == {"made_at": None, "comparison": None}
    assert judy.post(one).status_code == 404
    assert done(olga, olga.post(one))["state"] == "done"
    found = olga.get(one).json()["comparison"]
    assert found["runs"] == [{"run_id": "r", "by_people": 0.75, "by_machine": 1.0}]
    assert len(found["differences"]) == 2
    assert {row["qid"] for row in found["questions"]} == {"1", "2"}
    theirs = judy.get(one).json()["comparison"]
    assert (theirs["questions"], theirs["differences"]) == (None, None)
    assert theirs["items"] == found["items"]
    trial = at(lamps, "machines/patterns/trial/")
    assert send_json(olga, trial, {"trials": 1}).status_code == 400
    assert olga.get(trial).json() == {"made_at": None, "trial": None}
    failed = done(olga, send_json(olga, trial, {"sizes": [2], "trials": 100}))
    assert failed["error"]["code"] == "cannot_simulate"
    assert program(lamps, "eve", "assessor").get(one).status_code == 404


def test_a_sample_is_drawn_estimated_and_withdrawn(
    tables: tuple[Campaign, list[str]], tmp_path: Path
) -> None:
    campaign, lines = tables
    olga = program(campaign, "olga", "organizer")
    make_member(campaign, "ada", "assessor")
    sample, estimates = at(campaign, "sample/"), at(campaign, "sample/estimates/")
    asked = {"machine": "m@1", "design": "grade", "size": 24, "seed": 7}
    assert olga.get(sample).json() == {"design": None, "strata": []}
    assert send_json(olga, sample, asked | {"machine": "m@9"}).json()["wrong"].keys() == {"machine"}
    assert done(olga, send_json(olga, sample, asked | {"size": 5}))["error"]["code"] == "cannot_sample"
    assert olga.delete(sample).json()["code"] == "no_design"
    done(olga, send_json(olga, sample, asked))
    assert olga.delete(sample).json()["design"] is None
    done(olga, send_json(olga, sample, asked))
    shown = olga.get(sample).json()
    assert (shown["design"]["size"], sum(row["drawn"] for row in shown["strata"])) == (24, 24)
    given = send_json(olga, at(campaign, "work/"), {"judges": 1})
    assert given.status_code == 200, given.content
    drawn = {row["qid"] for row in olga.get(at(campaign, "work/")).json()}
    assert len(drawn) == 24
    people_judge(campaign, tmp_path, [line for line in lines if line.split(",")[0] in drawn])
    assert olga.get(estimates).json() == {"made_at": None, "sentences": [], "estimates": None}
    assert done(olga, olga.post(estimates))["state"] == "done"
    found = olga.get(estimates).json()
    assert (found["estimates"]["runs"][0]["run_id"], found["estimates"]["drawn"]) == ("r3", 24)
    assert "estimated from 24 that people judged" in found["sentences"][0]
    too_late = olga.delete(sample)
    assert (too_late.status_code, too_late.json()["code"]) == (422, "design_too_late")


def test_post_editing_is_declared_before_anything_is_assigned(tables: tuple[Campaign, Any]) -> None:
    campaign, _ = tables
    olga, ada = program(campaign, "olga", "organizer"), program(campaign, "ada", "assessor")
    page = at(campaign, "post-editing/")
    first = olga.get(page).json()
    assert (first["declared"], first["machines"], first["fixed"]) == (None, ["m@1", "m@2"], False)
    asked = {"machine": "m@1", "share": 100, "questions": ["00"]}
    assert send_json(olga, page, {**asked, "machine": "m@9"}).json()["code"] == "machine_unknown"
    assert send_json(ada, page, asked).status_code == 404
    assert send_json(olga, page, asked).status_code == 201
    assert send_json(olga, page, asked).json()["code"] == "post_editing_declared"
    assert olga.delete(page).json()["declared"] is None
    declared = send_json(olga, page, asked).json()["declared"]
    assert (declared["machine"], declared["share"], declared["questions"]) == ("m@1", 100, ["00"])
    send_json(olga, at(campaign, "work/"), {"judges": 1})
    shown = olga.get(page).json()
    conditions = {row["condition"]: row["assigned"] for row in shown["conditions"]}
    assert (shown["fixed"], conditions) == (True, {"blind": 59, "post-editing": 1})
    assert olga.delete(page).json()["code"] == "post_editing_assigned"
