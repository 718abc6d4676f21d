"""Without a value there is no rank and no tau, on any page and in any file; equal values share a rank."""

import csv
import io
import json
from pathlib import Path

import pytest
from django.core.management import call_command

from assessment.campaigns.models import Campaign
from assessment.judging.models import Nugget
from assessment.results.models import RunScore, ScoreSet
from assessment.results.services.scores import score
from scoring.evaluate.grouped import grouped
from tests.client import Client
from tests.factory import make_member
from tests.results.golden import imported
from tests.results.test_breakdown import words

pytestmark = pytest.mark.django_db
START = "/campaigns/series_small/results/"
WHY = "no series has a value, because a required part has none"


@pytest.fixture
def campaign() -> Campaign:
    """A campaign none of whose Other questions has a vital nugget."""
    made = imported("series_small")
    Nugget.objects.update(removed=True)
    return made


@pytest.fixture
def organizer(campaign: Campaign, client: Client) -> Client:
    client.force_login(make_member(campaign, "olga", "organizer"))
    score(campaign=campaign, rule="adjudicated", by=None)
    return client


def test_runs_without_a_score_have_no_rank_and_no_tau(organizer: Client) -> None:
    assert not RunScore.objects.exclude(score=None).exists()
    page = organizer.get(START).text
    assert page.count('<td class="r muted rank">–</td>') == RunScore.objects.count()
    assert '<td class="r muted rank">1</td>' not in page
    said = words(organizer, START)
    assert f"A run without a score has no rank: {WHY}." in said
    assert (
        "There is no Kendall’s tau-b between the two orders: fewer than two runs have both scores, or all are equal."
        in said
    )
    assert ScoreSet.objects.get().report["tau_b_by_type"] is None


def test_no_file_has_a_rank_either(organizer: Client) -> None:
    rows = list(csv.DictReader(io.StringIO(organizer.get(f"{START}1/leaderboard.csv").content.decode())))
    assert {(row["score"], row["rank"]) for row in rows} == {("", "")}
    for address in (f"{START}1/leaderboard.json", "/api/v1/campaigns/series_small/scores/"):
        found = json.loads(organizer.get(address).content)
        assert found["tau_b_by_type"] is None
        assert {run["score"] for run in found["runs"].values()} == {None}


def test_a_run_says_why_it_has_no_score(organizer: Client) -> None:
    run_id = RunScore.objects.select_related("run")[0].run.run_id
    assert f"no score: {WHY}" in words(organizer, f"{START}1/runs/{run_id}/")


def test_what_changed_gives_no_places(organizer: Client, campaign: Campaign) -> None:
    score(campaign=campaign, rule="union", by=None)
    assert "→" not in words(organizer, f"{START}2/changes/")


def test_the_command_prints_the_runs_without_ranks(
    campaign: Campaign, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    call_command("score", "series_small", "--json", str(tmp_path / "scores.json"))
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].split() == ["#", "run", "score", "95", "%", "interval", "judged", "unjudged", "bounds"]
    assert all(line.split()[0] == "-" for line in lines[1:-2] if line)
    assert json.loads((tmp_path / "scores.json").read_text())["tau_b_by_type"] is None


def test_the_command_prints_the_leaderboard(capsys: pytest.CaptureFixture[str]) -> None:
    imported("trec8_small")
    call_command("score", "trec8_small", "--rule", "union")
    lines = capsys.readouterr().out.splitlines()
    assert lines[-1].startswith("Scored ")
    rows = {cells[1]: cells for line in lines[1:-1] if (cells := line.split())}
    for row in RunScore.objects.select_related("run"):
        shown = rows[row.run.run_id]
        assert shown[2] == f"{row.score:.4f}"
        assert str(row.unjudged) in shown


def test_equal_scores_share_a_rank(client: Client) -> None:
    campaign = imported("trec8_small")
    client.force_login(make_member(campaign, "otto", "organizer"))
    score(campaign=campaign, rule="union", by=None)
    first, second, *rest = RunScore.objects.order_by("-score", "run__run_id")
    assert rest
    RunScore.objects.filter(pk=second.pk).update(score=first.score)
    text = client.get("/campaigns/trec8_small/results/1/leaderboard.csv").content.decode()
    places = [row["rank"] for row in csv.DictReader(io.StringIO(text))]
    assert places[:3] == ["1", "1", "3"]


def test_warnings_of_one_kind_are_one() -> None:
    groups = grouped(
        [
            "Question 1.3 is left out: it has none.",
            "Question 2.3 is left out: it has none.",
            "No primary for “a b”.",
        ]
    )
    assert [(group.first, len(group.rest)) for group in groups] == [
        ("Question 1.3 is left out: it has none.", 1),
        ("No primary for “a b”.", 0),
    ]
    assert groups[0].line.endswith("(and 1 more like it)")
