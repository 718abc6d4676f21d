"""A run's page shows it against all runs: by series or question type, and by its difference from the median."""

import csv
import io
import re
from statistics import median
from xml.etree import ElementTree

import pytest

from assessment.campaigns.models import Campaign
from assessment.results.models import RunScore
from assessment.results.services.scores import score
from tests.client import Client
from tests.factory import make_member
from tests.results.golden import imported

pytestmark = pytest.mark.django_db


def scored(client: Client, name: str) -> Campaign:
    """A scored campaign with its organizer signed in."""
    campaign = imported(name)
    client.force_login(make_member(campaign, "olga", "organizer"))
    score(campaign=campaign, rule="adjudicated", by=None)
    return campaign


def address(campaign: Campaign, run: str, end: str = "") -> str:
    return f"/campaigns/{campaign.slug}/results/1/runs/{run}/{end}"


def rows(client: Client, campaign: Campaign, run: str, name: str) -> list[dict[str, str]]:
    content = client.get(address(campaign, run, f"figures/{name}.csv")).content.decode()
    return list(csv.DictReader(io.StringIO(content)))


def test_series_of_a_run_beside_those_of_all(client: Client) -> None:
    campaign = scored(client, "series_small")
    all_runs = list(RunScore.objects.order_by("run__run_id"))
    own = all_runs[0]
    page = client.get(address(campaign, own.run.run_id)).content.decode()
    assert "The run against all runs, by series" in page
    for row in rows(client, campaign, own.run.run_id, "against"):
        name, *values = row.values()
        others = [one.series[name]["score"] for one in all_runs]
        expected = [own.series[name]["score"], median(others), min(others), max(others)]
        assert [float(value) for value in values if value] == pytest.approx(expected)


def test_every_question_is_in_one_column_of_the_differences(client: Client) -> None:
    campaign = scored(client, "trec8_small")
    for own in RunScore.objects.all():
        found = rows(client, campaign, own.run.run_id, "median")
        assert sum(int(float(list(row.values())[-1])) for row in found) == len(own.questions)
        above = sum(
            int(float(list(row.values())[-1])) for row in found if float(next(iter(row.values()))) >= -1e-9
        )
        middles = {
            qid: median(one.questions[qid]["mrr"] for one in RunScore.objects.all()) for qid in own.questions
        }
        assert above == sum(own.questions[qid]["mrr"] >= middles[qid] for qid in own.questions)


@pytest.mark.parametrize("name", ["trec8_small", "series_small", "tac_small", "respubliqa_small"])
def test_figures_are_drawn_and_others_are_not_there(client: Client, name: str) -> None:
    campaign = scored(client, name)
    for own in RunScore.objects.all():
        page = client.get(address(campaign, own.run.run_id)).content.decode()
        for figure in ("against", "median"):
            response = client.get(address(campaign, own.run.run_id, f"figures/{figure}.svg"))
            assert response.status_code == (200 if f'id="figure-{figure}"' in page else 404)
            if response.status_code == 200:
                ElementTree.fromstring(response.content)
        assert client.get(address(campaign, own.run.run_id, "figures/other.svg")).status_code == 404
        assert client.get(address(campaign, own.run.run_id, "figures/median.png")).status_code == 404


def test_questions_are_listed_a_page_at_a_time_and_figures_are_of_all(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    campaign = scored(client, "series_small")
    row = RunScore.objects.order_by("run__run_id")[0]
    whole = client.get(address(campaign, row.run.run_id)).text
    monkeypatch.setattr("assessment.results.selectors.run_lines.QUESTIONS_A_PAGE", 2)
    seen: list[str] = []
    pages = -(-len(row.questions) // 2)
    for number in range(1, pages + 1):
        page = client.get(address(campaign, row.run.run_id, f"?page={number}")).text
        assert f"page {number} of {pages}" in page
        found = re.findall(r"/results/1/questions/([^/]+)/", page)
        assert len(found) <= 2
        seen += found
        assert page.count("<svg") == whole.count("<svg")
    assert seen == re.findall(r"/results/1/questions/([^/]+)/", whole)
    assert client.get(address(campaign, row.run.run_id, "?page=many")).status_code == 200
