"""A sheet for each run and the book of all: values, who sees which, and that a book of many takes few queries."""

import io
import re
import zipfile
from pathlib import Path
from statistics import median

import pytest
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils.html import escape

from assessment.campaigns.models import Campaign
from assessment.results.models import RunScore, ScoreSet, VersionFile
from assessment.results.selectors.sheets import ALL, FARTHEST, Book
from assessment.results.services.release import release
from assessment.submissions.models import PoolItem, Response, Run
from tests.client import Client
from tests.factory import make_member
from tests.query_counts import QueryCount
from tests.results.test_run_answers import scored

pytestmark = pytest.mark.django_db
EVERY = ["trec8_small", "series_small", "tac_small", "respubliqa_small", "nq_small"]
SECRET = "built on secret heron rules"


def book_of(client: Client, campaign: Campaign) -> str:
    response = client.get(f"/campaigns/{campaign.slug}/results/1/book.html")
    assert response.status_code == 200
    return b"".join(response).decode()


def sections(page: str) -> list[str]:
    return re.findall(r"<section id=.*?</section>", page, re.DOTALL)


@pytest.mark.parametrize("name", EVERY)
def test_every_run_has_a_sheet_in_the_book_and_alone(client: Client, name: str) -> None:
    campaign, _ = scored(client, name)
    page = book_of(client, campaign)
    runs = list(Run.objects.filter(campaign=campaign, scores__isnull=False))
    found = sections(page)
    assert len(found) == len(runs) == page.count("<li><a href=")
    assert "<script" not in page
    for run in runs:
        mine = next(one for one in found if f" {run.run_id}</h2>" in one)
        response = client.get(f"/campaigns/{campaign.slug}/results/1/runs/{run.run_id}/sheet.html")
        alone = sections(response.content.decode())
        assert len(alone) == 1
        assert body(alone[0]) == body(mine)


def body(section: str) -> str:
    """All of a sheet below its number."""
    return re.sub(r"\s+", "", section.partition("</h2>")[2])


def test_values_are_those_of_a_hand_count(client: Client) -> None:
    _, row = scored(client, "trec8_small")
    mrr = [value.measures["mrr"] for value in RunScore.objects.all()]
    sheet = Book(ScoreSet.objects.get(), ALL).sheet_of(row)[1]
    first = sheet.measures[0]
    assert first[1:] == (row.score, median(mrr), max(mrr), min(mrr))
    answered = set(
        Response.objects.filter(run=row.run, question__qid__in=row.questions).values_list("question__qid")
    )
    assert sheet.missing == len(row.questions) - len(answered)
    keys = set(PoolItem.objects.filter(disputed=True).values_list("key", flat=True))
    given = Response.objects.filter(run=row.run).values_list("key", flat=True)
    assert sheet.differing == sum(key in keys for key in given)
    others = [one.questions for one in RunScore.objects.all()]
    apart = {
        qid: found["mrr"] - median(all_of[qid]["mrr"] for all_of in others)
        for qid, found in row.questions.items()
    }
    assert sheet.difference
    assert {str(qid): value for qid, value in sheet.difference.table().rows} == apart
    worst = sorted(value for value in apart.values() if value < 0)[:FARTHEST]
    assert [(one.score or 0) - (one.median or 0) for one in sheet.below] == worst


def test_a_run_that_is_alone_among_those_it_can_be_compared_with_has_no_differences_drawn(
    client: Client,
) -> None:
    campaign, _ = scored(client, "respubliqa_small")
    book = Book(ScoreSet.objects.get(), ALL)
    alone = {sheet.entry.run.run_id: sheet.difference is None for sheet in book.sheets()}
    assert alone == {sheet.entry.run.run_id: sheet.entry.runs == 1 for sheet in book.sheets()}
    assert any(alone.values())
    assert "No other run can be compared with it" in book_of(client, campaign)


def test_what_a_book_asks_does_not_grow_with_its_runs(client: Client, query_count: QueryCount) -> None:
    campaign, _ = scored(client, "series_small")
    with CaptureQueriesContext(connection) as of_all:
        book_of(client, campaign)
    with query_count("results: book of runs"):
        book_of(client, campaign)
    assert RunScore.objects.count() > 1
    RunScore.objects.order_by("pk")[0].delete()
    VersionFile.objects.all().delete()
    with CaptureQueriesContext(connection) as of_fewer:
        book_of(client, campaign)
    assert len(of_fewer) == len(of_all)


def of_team(campaign: Campaign, run: Run) -> Client:
    member = make_member(campaign, "tessa", "participant")
    run.team.members.add(campaign.members.get(account=member))
    client = Client()
    client.force_login(member)
    return client


def test_a_team_sees_its_sheet_after_the_release_to_teams_and_no_other(client: Client) -> None:
    campaign, row = scored(client, "trec8_small")
    other = RunScore.objects.exclude(run__team=row.run.team).select_related("run").order_by("pk")[0]
    tessa = of_team(campaign, row.run)
    start = f"/campaigns/{campaign.slug}/results/1/"
    own, book = f"{start}runs/{row.run.run_id}/sheet.html", f"{start}book.html"
    assert [tessa.get(address).status_code for address in (own, book)] == [404, 404]
    release(campaign=campaign, by=None, audience="teams", leave_out=[])
    assert tessa.get(own).status_code == 200
    assert tessa.get(f"{start}runs/{other.run.run_id}/sheet.html").status_code == 404
    team = RunScore.objects.filter(run__team=row.run.team)
    assert len(sections(book_of(tessa, campaign))) == team.count()


@pytest.mark.parametrize("judged", ["none", "own", "all"])
def test_other_runs_are_numbers_and_tell_no_more_than_was_given_out(client: Client, judged: str) -> None:
    campaign, row = scored(client, "trec8_small")
    others = Run.objects.exclude(team=row.run.team)
    others.update(description=SECRET)
    tessa = of_team(campaign, row.run)
    Campaign.objects.update(judged_runs=judged)
    release(campaign=campaign, by=None, audience="all", leave_out=[])
    page = book_of(tessa, campaign)
    assert SECRET not in page
    assert not [run.run_id for run in others if re.search(rf"\b{run.run_id}\b", page)]
    foreign = [one for one in sections(page) if re.search(r"Run \d+</h2>", one)]
    assert len(foreign) == others.filter(scores__isnull=False).count()
    told = "Questions without an answer"
    assert {told in one for one in foreign} == {judged == "all"}
    assert ("Answers judged differently" in page) == (judged != "none")
    Campaign.objects.update(team_names=True)
    named = book_of(tessa, campaign)
    assert SECRET not in named
    assert all(f" {run.run_id}</h2>" in named for run in others.filter(scores__isnull=False))


def test_the_command_writes_the_book_and_a_page_for_each_run(client: Client, tmp_path: Path) -> None:
    campaign, _ = scored(client, "trec8_small")
    Run.objects.update(description=SECRET)
    call_command("sheets", campaign.slug, str(tmp_path / "named"))
    runs = sorted(path.stem for path in (tmp_path / "named" / "runs").iterdir())
    assert runs == sorted(RunScore.objects.values_list("run__run_id", flat=True))
    assert SECRET in (tmp_path / "named" / "book.html").read_text("utf-8")
    call_command("sheets", campaign.slug, str(tmp_path / "blind"), "--blind", "--of-version", "1")
    for path in (tmp_path / "blind").rglob("*.html"):
        text = path.read_text("utf-8")
        assert SECRET not in text
        assert not [name for name in runs if re.search(rf"\b{name}\b", text)]


def test_words_of_teams_are_text(client: Client) -> None:
    hostile = "<script>alert(1)</script>{{ x }}"
    campaign, row = scored(client, "trec8_small")
    Run.objects.filter(pk=row.run_id).update(description=hostile)
    page = book_of(client, campaign)
    assert hostile not in page
    assert escape(hostile) in page


@pytest.mark.parametrize(("judged", "qrels"), [("none", False), ("own", True)])
def test_a_team_gets_all_that_it_may_see_in_one_file(client: Client, judged: str, *, qrels: bool) -> None:
    campaign, row = scored(client, "trec8_small")
    tessa = of_team(campaign, row.run)
    address = f"/campaigns/{campaign.slug}/results/1/own-runs.zip"
    assert tessa.get(address).status_code == 404
    Campaign.objects.update(judged_runs=judged, qrels_for_teams=qrels)
    release(campaign=campaign, by=None, audience="all", leave_out=[])
    packed = tessa.get(address).getvalue()
    archive = zipfile.ZipFile(io.BytesIO(packed))
    mine = RunScore.objects.filter(run__team=row.run.team).values_list("run__run_id", flat=True)
    expected = {f"{run_id}/sheet.html" for run_id in mine}
    expected |= {f"{run_id}/answers.csv" for run_id in mine if judged != "none"}
    assert set(archive.namelist()) == expected | ({"qrels.txt"} if qrels else set())
    start = address.removesuffix("own-runs.zip")
    if judged != "none":
        table = tessa.get(f"{start}runs/{row.run.run_id}/answers.csv").content
        assert archive.read(f"{row.run.run_id}/answers.csv") == table
    assert client.get(address).status_code == 404  # an organizer has no runs
    api = b"".join(tessa.get(f"/api/v1/campaigns/{campaign.slug}/scores/1/own-runs/"))
    assert api == packed
