"""Scores by series and by question type: two orders, their likeness, and the page of each series."""

import csv
import io
import re

import pytest

from assessment.campaigns.models import Campaign
from assessment.campaigns.services import drop
from assessment.results.models import RunScore, ScoreSet
from assessment.results.services.scores import score
from assessment.results.templatetags.results import measure
from tests.client import Client
from tests.factory import make_member
from tests.query_counts import QueryCount
from tests.results.golden import imported
from tests.results.test_breakdown import words

pytestmark = pytest.mark.django_db
START = "/campaigns/series_small/results/"


@pytest.fixture
def campaign() -> Campaign:
    made = imported("series_small")
    score(campaign=made, rule="adjudicated", by=None)
    return made


@pytest.fixture
def organizer(campaign: Campaign, client: Client) -> Client:
    client.force_login(make_member(campaign, "olga", "organizer"))
    return client


def listed(client: Client, order: str) -> list[str]:
    page = client.get(f"{START}1/?sort={order}").content.decode()
    return re.findall(r"/results/1/runs/([^/]+)/", page)


def test_runs_stand_by_score_by_type_or_by_the_score_of_one_type(organizer: Client) -> None:
    rows = {row.run.run_id: row for row in RunScore.objects.select_related("run")}
    values = {
        "score": {run_id: row.score for run_id, row in rows.items()},
        "type": {run_id: row.score_by_type for run_id, row in rows.items()},
        **{
            name: {run_id: row.measures[name] for run_id, row in rows.items()}
            for name in ("accuracy", "list_f", "other_f")
        },
    }
    for order, result in values.items():
        assert listed(organizer, order) == sorted(result, key=lambda run_id: (-(result[run_id] or 0), run_id))
    assert listed(organizer, "nonsense") == listed(organizer, "score")


def test_the_order_by_type_stands_beside_the_order_by_series(organizer: Client) -> None:
    page = words(organizer, START)
    rows = sorted(
        RunScore.objects.select_related("run"), key=lambda row: (-(row.score_by_type or 0), row.run.run_id)
    )
    for place, row in enumerate(rows, 1):
        assert f" {measure(row.score_by_type)} {place} " in page
    tau = ScoreSet.objects.get().report["tau_b_by_type"]
    assert f"the order by type is {measure(tau)} : 1 where both order every two runs the same way" in page
    assert "Over fewer than 10 series no interval is given" in page


def test_the_tau_of_a_version_from_before_is_not_called_tau_b(organizer: Client) -> None:
    """It broke ties by run id. The file of the version stays as it was made."""
    made = ScoreSet.objects.get()
    del made.report["tau_b_by_type"]
    made.report["tau_by_type"] = 0.758
    made.save()
    page = words(organizer, START)
    assert "“By type” takes the same weights" in page
    assert "Kendall" not in page
    found = organizer.get(f"{START}1/leaderboard.json").json()
    assert (found["tau_by_type"], found.get("tau_b_by_type")) == (0.758, None)


def test_a_track_without_series_has_one_order(client: Client) -> None:
    campaign = imported("trec8_small")
    client.force_login(make_member(campaign, "otto", "organizer"))
    score(campaign=campaign, rule="adjudicated", by=None)
    page = words(client, "/campaigns/trec8_small/results/")
    assert "By type" not in page
    assert "Over fewer than 10 questions no interval is given" in page
    assert client.get("/campaigns/trec8_small/results/1/series/").status_code == 404


def test_the_table_of_a_leaderboard_holds_the_score_by_type(organizer: Client) -> None:
    rows = list(csv.DictReader(io.StringIO(organizer.get(f"{START}1/leaderboard.csv").content.decode())))
    stored = {row.run.run_id: row.score_by_type for row in RunScore.objects.select_related("run")}
    assert {row["run_id"]: float(row["score_by_type"]) for row in rows} == stored


def test_a_series_shows_all_runs_with_its_parts(organizer: Client) -> None:
    page = words(organizer, f"{START}1/series/1/")
    for row in RunScore.objects.select_related("run__team"):
        parts = (
            row.questions["1.1"]["accuracy"],
            row.questions["1.2"]["list_f"],
            row.questions["1.4"]["other_f"],
        )
        written = " ".join(measure(part) for part in (*parts, row.series["1"]["score"]))
        assert f"{row.run.run_id} {row.run.team} {written} " in page
    assert "unscorable : it has no known answer" in page
    assert ".5 · accuracy + .25 · list F + .25 · Other F" in page
    assert "dropped: the towns were renamed" in words(organizer, f"{START}1/series/2/")
    assert organizer.get(f"{START}1/series/9/").status_code == 404


def test_all_series_are_listed_with_what_the_runs_got(organizer: Client) -> None:
    page = words(organizer, f"{START}1/series/")
    scores = sorted(row.series["1"]["score"] for row in RunScore.objects.all())
    assert f" {measure(scores[1])} {measure(scores[-1])} 0 " in page
    assert "left out of the evaluation" in page
    assert "left out of the evaluation" in words(organizer, f"{START}1/series/3/")


def test_a_dropped_series_has_no_page(organizer: Client, campaign: Campaign) -> None:
    drop(campaign=campaign, identifier="2", reason="out of scope", by=None)
    score(campaign=campaign, rule="adjudicated", by=None)
    assert organizer.get(f"{START}2/series/2/").status_code == 404
    assert "series/2/" not in organizer.get(f"{START}2/series/").content.decode().split("<main", 1)[1]
    assert organizer.get(f"{START}1/series/2/").status_code == 200  # as it was


def test_pages_of_series_take_the_queries_they_are_allowed(
    organizer: Client, query_count: QueryCount
) -> None:
    organizer.get(START)
    with query_count("leaderboard: series"):
        organizer.get(f"{START}1/series/1/")
    with query_count("leaderboard: all series"):
        organizer.get(f"{START}1/series/")
