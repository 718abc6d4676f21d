"""What became of answers, by the API: agreement and the items behind it, a run's answers, changes between versions."""

import zipfile
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from assessment.campaigns.models import Campaign
from assessment.campaigns.services import drop
from assessment.people.models import Account
from assessment.results.models import RunScore
from assessment.results.services.scores import score
from tests.api.asking import client_of
from tests.client import Client
from tests.factory import make_member
from tests.imports.test_patterns import PATTERNS, lamps, written
from tests.results.golden import imported

assert lamps  # a fixture
pytestmark = pytest.mark.django_db


def browser(account: Account) -> Client:
    client = Client()
    client.force_login(account)
    return client


def one_by_one(client: Client, address: str) -> Iterator[Any]:
    """The rows of a list by pages of one row, as far as the header Link leads."""
    page = client.get(f"{address}&limit=1")
    while True:
        yield from page.json()
        if "Link" not in page:
            return
        page = client.get(page["Link"].partition(">")[0].removeprefix("<"))


def test_agreement_and_the_items_behind_its_table() -> None:
    campaign = imported("trec8_small")
    judy = client_of(make_member(campaign, "judy", "adjudicator"))
    at = f"/api/v1/campaigns/{campaign.slug}/agreement/"
    found = judy.get(at).json()
    grades = found["agreement"]["grades"]
    assert found["agreement"]["questions"]
    assert "fleiss" in grades
    yes, no = (grades["labels"].index(label) for label in ("yes", "no"))
    pair = grades["pairs"][0]
    asked = f"{at}items/?a={pair['first']}&b={pair['second']}&first=yes&second=no"
    items = judy.get(asked).json()
    assert len(items) == pair["table"][yes][no]
    assert {one["grade"] for row in items for one in row["given"]} == {"yes", "no"}
    two = f"{at}items/?first=yes&second=no"  # of any two people
    assert len(judy.get(two).json()) > 2
    assert list(one_by_one(judy, two)) == judy.get(two).json()
    assert judy.get(f"{at}items/?a=zoe&b=%00&first=yes&second=no").status_code in (200, 400)
    for missing in ("", "?first=yes", "?first=yes&second="):
        refused = judy.get(f"{at}items/{missing}")
        assert (refused.status_code, len(refused.json()["wrong"])) == (400, 1), missing
    assert client_of(make_member(campaign, "eve", "assessor")).get(at).status_code == 404


def test_the_answers_of_a_run_and_what_changed_since_an_earlier_version() -> None:
    campaign = imported("series_small")
    score(campaign=campaign, rule="adjudicated", by=None)
    olga = client_of(make_member(campaign, "olga", "organizer"))
    at = f"/api/v1/campaigns/{campaign.slug}/scores/"
    row = RunScore.objects.select_related("run").order_by("run__run_id")[0]
    run = f"{at}1/runs/{row.run.run_id}/answers/"
    rows = olga.get(run).json()
    assert {one["qid"] for one in rows} == set(row.questions)
    graded = [one for question in rows for one in question["answers"] if one["grade"]]
    assert graded
    assert {"rank", "docid", "answer_class", "nuggets"} <= graded[0].keys()
    page = olga.get(f"{run}?limit=1")
    assert (page.json(), 'rel="next"' in page["Link"]) == (rows[:1], True)
    packed = b"".join(olga.get(f"{at}1/judged-runs/"))
    assert any(row.run.run_id in name for name in zipfile.ZipFile(BytesIO(packed)).namelist())
    assert olga.get(f"{at}1/changes/").json()["since"] is None
    drop(campaign=campaign, identifier="1.1", reason="unclear", by=None)
    score(campaign=campaign, rule="adjudicated", by=None)
    found = olga.get(f"{at}2/changes/").json()
    assert (found["since"], "dropped: unclear" in [one["reason"] for one in found["left"]]) == (1, True)
    assert found["runs"] or found["still"]
    assert olga.get(f"{at}2/changes/?since=7").status_code == 404


def test_who_decides_compares_no_version_by_a_machine(lamps: Campaign, tmp_path: Path) -> None:
    call_command("import_patterns", "lamps", written(tmp_path, "patterns", PATTERNS), "--machine", "v1")
    for rule in ("assessor:patterns", "union"):
        score(campaign=lamps, rule=rule, by=None)
    judy, olga = make_member(lamps, "judy", "adjudicator"), make_member(lamps, "olga", "organizer")
    api, page = "/api/v1/campaigns/lamps/scores/2/changes/", "/campaigns/lamps/results/2/changes/"
    assert client_of(olga).get(f"{api}?since=1").json()["since"] == 1
    assert browser(olga).get(f"{page}?since=1").status_code == 200
    assert client_of(judy).get(api).json()["since"] is None
    for found in (client_of(judy).get(f"{api}?since=1"), browser(judy).get(f"{page}?since=1")):
        assert found.status_code == 404
    assert "assessor:patterns" not in browser(judy).get(page).content.decode()
