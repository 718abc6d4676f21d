"""A campaign with graded answers through its pages: scores, formulas, a run's figures, sheets, files, agreement, a study."""

import csv
import io
import json
import re
import shutil
from pathlib import Path

import pytest
from django.urls import reverse

from assessment.campaigns.models import Campaign
from assessment.campaigns.models.evaluations import track_under
from assessment.results.models import RunScore, ScoreSet
from assessment.results.selectors.report import report_json
from assessment.results.services.bundle_import import import_folder
from assessment.results.services.scores import score
from scoring import evaluations
from tests.client import Client
from tests.factory import make_member
from tests.judging.graded import graded_site
from tests.results.golden import golden
from tests.scoring.graded import MEASURES, graded_track
from tests.studies.scene import address, made

__all__ = ["graded_site"]
pytestmark = pytest.mark.django_db
WORTH = {"yes": "32", "no": "10"}


@pytest.fixture
def campaign(graded_site: None, tmp_path: Path) -> Campaign:
    """The small campaign of TREC-8 with grades from 3 to 0 in the place of yes and no."""
    folder = tmp_path / "graded_small"
    shutil.copytree(golden("trec8_small"), folder)
    for name in ("MANIFEST.sha256", "adjudications.csv"):
        (folder / name).unlink()
    shutil.rmtree(folder / "qrels")
    facts = json.loads((folder / "campaign.json").read_text("utf-8"))
    facts |= {"slug": "graded_small", "track": "graded"}
    (folder / "campaign.json").write_text(json.dumps(facts), "utf-8")
    rows = list(csv.reader(io.StringIO((folder / "judgments.csv").read_text("utf-8"))))
    for number, row in enumerate(rows[1:]):
        row[5] = WORTH[row[5]][number % 2]
    with (folder / "judgments.csv").open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows(rows)
    return import_folder(folder=folder, slug="", by=None).campaign


@pytest.fixture
def scored(campaign: Campaign, client: Client) -> RunScore:
    client.force_login(make_member(campaign, "olga", "organizer"))
    score(campaign=campaign, rule="union", by=None, partial=True)
    return RunScore.objects.select_related("run").order_by("-score", "run__run_id")[0]


def shown(client: Client, address: str) -> str:
    response = client.get(address)
    assert response.status_code == 200
    return b"".join(response).decode() if response.streaming else response.content.decode()


def test_the_leaderboard_has_each_measure_by_its_own_name(
    client: Client, campaign: Campaign, scored: RunScore
) -> None:
    page = shown(client, f"/campaigns/{campaign.slug}/results/1/")
    heads = re.findall(r"<th[^>]*>\s*(.*?)\s*</th>", page, re.DOTALL)
    for name in MEASURES:
        title = {"success_1": "Success at 1"}.get(name, name.replace("mean_grade", "Mean grade"))
        assert any(title in head for head in heads), name
    table = list(
        csv.DictReader(io.StringIO(shown(client, f"/campaigns/{campaign.slug}/results/1/leaderboard.csv")))
    )
    assert set(MEASURES) <= set(table[0])
    assert float(table[0]["P(rel=2)@5"]) == scored.measures["P(rel=2)@5"]
    assert max(float(row["mean_grade"]) for row in table) > 1


def test_a_run_has_the_formula_and_its_figures(client: Client, campaign: Campaign, scored: RunScore) -> None:
    page = shown(client, f"/campaigns/{campaign.slug}/results/1/runs/{scored.run.run_id}/")
    assert "nDCG = DCG / IDCG" in page
    assert "k = 5" in page
    assert "Järvelin and Kekäläinen" in page
    sheet = shown(client, f"/campaigns/{campaign.slug}/results/1/runs/{scored.run.run_id}/sheet.html")
    assert "P(rel=2)@5" in sheet


def test_the_scores_as_json_are_those_that_were_made(campaign: Campaign, scored: RunScore) -> None:
    report = json.loads(report_json(ScoreSet.objects.get(), whole=True))
    run = report["runs"][scored.run.run_id]
    assert list(run["measures"]) == list(MEASURES)
    assert run["score"] == run["measures"]["nDCG@5"]
    assert set(next(iter(run["questions"].values()))) == {"nDCG@5"}


def test_the_page_of_agreement_weighs_how_far_grades_are_apart(client: Client, campaign: Campaign) -> None:
    client.force_login(make_member(campaign, "jo", "adjudicator"))
    page = shown(client, reverse("judging:agreement", args=[campaign.slug]))
    for name in (
        "Krippendorff’s alpha, of values",
        "Gwet’s AC2, linear",
        "Gwet’s AC2, quadratic",
        "Weighted kappa, linear",
        "Weighted kappa, quadratic",
    ):
        assert name in page


def test_a_study_of_it_shows_them_and_its_report_names_the_measure(
    client: Client, campaign: Campaign
) -> None:
    client.force_login(make_member(campaign, "olga", "organizer"))
    made(campaign, trials=10, rule="union")
    page = shown(client, address(campaign, "1/agreement/"))
    assert "Weighted kappa, quadratic" in page
    assert "Gwet’s AC2, linear" in page
    report = shown(client, address(campaign, "1/report.html"))
    assert "Weighted kappa, linear" in report
    assert "nDCG = DCG / IDCG" in report


def test_figures_reach_as_far_as_grades_do(
    client: Client, campaign: Campaign, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(evaluations.TRACKS, "graded", graded_track(["mean_grade"]))
    track_under.cache_clear()
    client.force_login(make_member(campaign, "olga", "organizer"))
    score(campaign=campaign, rule="union", by=None, partial=True)
    row = RunScore.objects.select_related("run").order_by("-score", "run__run_id")[0]
    assert (row.score or 0) > 1
    page = shown(client, f"/campaigns/{campaign.slug}/results/1/")
    assert "Mean grade" in page
    figure = f"/campaigns/{campaign.slug}/results/1/runs/{row.run.run_id}/figures/median.csv"
    bins = list(csv.reader(io.StringIO(shown(client, figure))))[1:]
    assert float(bins[0][0].replace("−", "-")) < -1
    assert sum(int(one[-1]) for one in bins) == len(row.questions)
