"""Scores, studies and exports by the API: what the pages and commands give, byte for byte."""

import io
import zipfile
from pathlib import Path
from typing import Any

import pytest

from assessment.campaigns.models import Campaign
from assessment.people.models import Event
from tests.api.asking import client_of, done, send_json
from tests.client import Client
from tests.commands import run
from tests.factory import make_member
from tests.results.golden import imported

HERE = "/api/v1/campaigns/trec8_small/"

pytestmark = pytest.mark.django_db


@pytest.fixture
def olga() -> Client:
    return client_of(make_member(imported("trec8_small"), "olga", "organizer"))


def whole(answer: Any) -> bytes:
    assert answer.status_code == 200, answer.getvalue()
    return b"".join(answer.streaming_content)


def test_scores_are_started_and_their_versions_read(olga: Client, tmp_path: Path) -> None:
    scored = done(olga, send_json(olga, f"{HERE}scores/", {}))
    assert scored["state"] == "done", scored
    versions = olga.get(f"{HERE}scores/versions/").json()
    assert [(one["version"], one["rule"], one["official"]) for one in versions] == [(1, "adjudicated", False)]
    run("score", "trec8_small", "--json", str(tmp_path / "scores.json"))
    assert olga.get(f"{HERE}scores/?version=1").content == (tmp_path / "scores.json").read_bytes()
    again = done(olga, send_json(olga, f"{HERE}scores/", {}))
    assert (again["state"], len(olga.get(f"{HERE}scores/versions/").json())) == ("done", 1)
    for rule in ("none", "assessor", "assessor:nobody", "random:x", "majority:3"):
        wrong = send_json(olga, f"{HERE}scores/", {"rule": rule})
        assert (wrong.status_code, wrong.json()["wrong"].keys()) == (400, {"rule"}), rule
    assert send_json(olga, f"{HERE}scores/", {"rule": "random:7"}).status_code == 202


def test_studies_are_started_and_read(olga: Client, tmp_path: Path) -> None:
    few = {"samples": 10, "trials": 1, "resamples": 100}
    made = done(olga, send_json(olga, f"{HERE}studies/", few))
    assert made["state"] == "done", made
    options = ["--samples", "10", "--trials", "1", "--resamples", "100"]
    run("study", "trec8_small", *options, "--json", str(tmp_path / "study.json"))
    assert olga.get(f"{HERE}studies/1/").content == (tmp_path / "study.json").read_bytes()
    asked = done(olga, send_json(olga, f"{HERE}studies/", {"changes": ["rule:union"]}))
    assert asked["state"] == "done", asked
    assert [one["kind"] for one in olga.get(f"{HERE}studies/").json()] == ["what_if", "trust"]
    wrong = send_json(olga, f"{HERE}studies/", {"exclude": ["norun"]})
    assert (wrong.status_code, wrong.json()["wrong"].keys()) == (400, {"exclude"})


def test_exports_are_those_of_the_page(olga: Client, client: Client, tmp_path: Path) -> None:
    names = [one["name"] for one in olga.get(f"{HERE}exports/").json()]
    assert {"bundle.zip", "runs.zip", "qrels.txt", "judgments.csv", "questions.txt"} <= set(names)
    assert not {"judged.zip", "gold.csv", "annotations.jsonl.gz"} & set(names)
    for name in names:
        file = olga.get(f"{HERE}exports/{name}/")
        assert whole(file) or name.endswith(".csv"), name
        assert file["Content-Type"].endswith("charset=utf-8") is name.endswith((".csv", ".txt")), name
    run("export", "trec8_small", str(tmp_path / "bundle"))
    with zipfile.ZipFile(io.BytesIO(whole(olga.get(f"{HERE}exports/bundle.zip/")))) as archive:
        files = {
            file.relative_to(tmp_path / "bundle").as_posix(): file
            for file in (tmp_path / "bundle").rglob("*")
        }
        assert all(archive.read(name) == files[name].read_bytes() for name in archive.namelist())
    union = whole(olga.get(f"{HERE}exports/qrels.txt/?rule=union"))
    client.force_login(make_member(Campaign.objects.get(), "otto", "organizer"))
    assert whole(client.get("/campaigns/trec8_small/exports/qrels/union.txt")) == union
    assert Event.objects.filter(verb="campaign:exported", account__username="olga").count() > len(names)
    assert olga.get(f"{HERE}exports/judged.zip/").status_code == 404
    assert olga.get(f"{HERE}exports/qrels.txt/?rule=mine").status_code == 400


def test_what_is_behind_the_question_mark_is_understood_or_refused(olga: Client) -> None:
    """An empty value, too: a script whose variable is empty would else get the newest version of the scores."""
    done(olga, send_json(olga, f"{HERE}scores/", {}))
    for name, value in (("version", ""), ("version", "one"), ("version", "-1"), ("version", "9" * 20)):
        wrong = olga.get(f"{HERE}scores/?{name}={value}")
        assert (wrong.status_code, wrong.json()["wrong"].keys()) == (400, {name}), value
    assert olga.get(f"{HERE}scores/?version=7").status_code == 404
    assert olga.get(f"{HERE}pattern-file/?documents=yes").json()["wrong"].keys() == {"documents"}
    assert olga.get("/api/v1/%0A/").json()["code"] == "not_found"
