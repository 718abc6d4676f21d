"""Topics judged by two people, each of whom matches the nuggets: by assignment, from there to agreement and one-judge sets."""

import json
from pathlib import Path

import pytest

from assessment.judging.models import Assignment, NuggetMatch
from scoring.evaluations.rag.topics import NUGGETS
from tests.client import Client
from tests.commands import run
from tests.factory import make_member
from tests.journeys.test_cited_answers import by_ann, prepare, rows, submit, write

pytestmark = pytest.mark.django_db


def roles() -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for row in Assignment.objects.filter(question__type=NUGGETS).select_related("member"):
        found.setdefault(row.member.name, set()).add(row.role)
    return found


def assigned(folder: Path, *settings: str) -> None:
    prepare(folder, *settings)
    submit()
    run("close_campaign", "mine")
    run("pool", "mine")
    run("assign", "mine", "--assessors", "ann", "--judges", "1")
    run("assign", "mine", "--assessors", "bo", "--judges", "2", "--new")


def test_the_second_votes_where_nothing_is_said(tmp_path: Path) -> None:
    assigned(tmp_path)
    assert roles() == {"ann": {"primary"}, "bo": {"voter"}}


def test_both_match_where_a_setting_says_so(tmp_path: Path) -> None:
    assigned(tmp_path, "matching=all")
    assert roles() == {"ann": {"primary"}, "bo": {"judge"}}
    people = [row for row in rows("judgments") if row["kind"] == "human"]
    run("import_judgments", "mine", write(tmp_path / "judgments.csv", people))
    votes = {(row["qid"], row["nugget"]): row["vote"] for row in rows("votes")}
    known = [
        {"qid": row["qid"], "text": row["text"], "vote": votes[row["qid"], row["nugget"]]}
        for row in rows("nuggets")
    ]
    run("import_development", "mine", write(tmp_path / "known.csv", known), "--format", "nuggets")
    bo = [{**row, "assessor": "bo", "label": "not_support"} for row in by_ann("matches")]
    run("import_matches", "mine", write(tmp_path / "matches.csv", [*by_ann("matches"), *bo]))
    assert set(NuggetMatch.objects.values_list("member__name", flat=True)) == {"ann", "bo"}
    run("finish_judged", "mine", "--nothing-found")
    for name, expected in {"ann": 0.7083, "bo": 0.0}.items():
        run("score", "mine", "--rule", f"assessor:{name}", "--json", str(tmp_path / "scores.json"))
        found = json.loads((tmp_path / "scores.json").read_text())["runs"]["lake1"]["measures"]["a_strict"]
        assert round(found, 4) == expected
    run("adjudicate", "mine", write(tmp_path / "decisions.csv", rows("adjudications")))
    run("score", "mine")
    run("study", "mine", "--json", str(tmp_path / "study.json"))
    found = json.loads((tmp_path / "study.json").read_text())
    assert found["agreement_coefficients"]["matches"]["judged_twice"] > 0
    assert (found["one_judge"]["lake1"]["exact_min"], found["one_judge"]["lake1"]["exact_max"]) == (0.0, 1.0)
    client = Client()
    campaign = Assignment.objects.all()[0].question.campaign
    client.force_login(make_member(campaign, "voorhees", "adjudicator"))
    page = client.get("/campaigns/mine/agreement/").content.decode()
    assert "Nuggets: marked in items" in page
