"""The report of a version of the scores: what is in it, who gets it, and that it is of that version."""

import csv
import io
import re
import zipfile
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from assessment.campaigns.models import Campaign, Guidelines
from assessment.judging.models import Adjudication, Judgment
from assessment.people.models import Member
from assessment.results.services.export import export_bundle
from assessment.results.services.release import release
from assessment.results.services.scores import score
from scoring.__main__ import main
from tests.client import Client
from tests.development.test_query_log import LOG
from tests.query_counts import QueryCount
from tests.results.settled import settle_everything
from tests.studies import scene
from tests.studies.test_report import LOADING, OTHERS, Page

pytestmark = pytest.mark.django_db


def scored(name: str, rule: str = "union") -> Campaign:
    campaign = scene.golden(name)
    score(campaign=campaign, rule=rule, by=None)
    return campaign


def released() -> Campaign:
    campaign = scene.golden("trec8_small")
    settle_everything(campaign)
    score(campaign=campaign, rule="adjudicated", by=None)
    release(campaign=campaign, by=None)
    return campaign


def address(campaign: Campaign, ending: str = "html", version: int = 1) -> str:
    return f"/campaigns/{campaign.slug}/results/{version}/report.{ending}"


def text_of(campaign: Campaign, role: str = "organizer") -> str:
    answer = scene.signed_in(campaign, role).get(address(campaign))
    assert answer.status_code == 200
    return str(answer.text)


def unpacked(campaign: Campaign, client: Client | None = None) -> dict[str, bytes]:
    answer = (client or scene.signed_in(campaign, "site admin")).get(address(campaign, "zip"))
    with zipfile.ZipFile(io.BytesIO(answer.getvalue())) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


@pytest.mark.parametrize("name", scene.NAMES)
def test_every_campaign_has_a_report_that_needs_nothing_else_and_names_nobody(name: str) -> None:
    campaign = scored(name)
    text = text_of(campaign)
    page = Page(text)
    assert {"campaign", "methods", "runs", "questions", "repeat"} <= set(page.titles)
    assert len(page.titles) == len(set(page.titles))
    assert not [tag for tag, _ in page.elements if tag in OTHERS]
    assert not [found for _, found in page.elements if set(found) & set(LOADING)]
    assert not re.search(r"url\(|@import|https?://", text)
    for member in Member.objects.filter(campaign=campaign):
        assert not re.search(rf"(?<![\w-]){re.escape(member.name)}(?!\w)", text), member.name
    assert "None" not in page.text
    assert "{{" not in text
    assert "{%" not in text
    assert "draft, not released" in page.text


def test_methods_have_their_numbers_filled_in() -> None:
    page = Page(text_of(scored("trec8_small")))
    assert (
        "There were 7 questions. 1 question was dropped or not judged. 3 teams submitted 3 runs" in page.text
    )
    assert "hold 33 distinct answers, 5.5 per question" in page.text
    assert "3 assessors gave 93 judgments" in page.text
    assert "under the union judgments" in page.text


def test_it_has_the_sections_of_the_newest_study_of_the_same_inputs() -> None:
    campaign = scored("trec8_small")
    assert "judges" not in Page(text_of(campaign)).titles
    scene.made(campaign, rule="intersection")
    client = scene.signed_in(campaign, "site admin")
    assert "judges" not in Page(client.get(address(campaign)).text).titles
    scene.made(campaign, rule="union")
    page = Page(client.get(address(campaign)).text)
    assert {"judges", "spread", "chance"} <= set(page.titles)
    assert "figures/ranges-0.svg" in unpacked(campaign, client)


def test_the_files_hold_the_same_tables_as_the_page_the_bundle_and_the_api(tmp_path: Path) -> None:
    campaign = scored("series_small")
    files = unpacked(campaign)
    page = files["report.html"].decode()
    tables = {name for name in files if name.startswith("tables/")}
    assert page.count("<caption>Agreement per question</caption>") == 1
    export_bundle(campaign=campaign, folder=tmp_path / "bundle", by=None)
    assert main(["overview", str(tmp_path / "bundle"), str(tmp_path / "own"), "--rule", "union"]) == 0
    for name in tables:
        assert files[name] == (tmp_path / "own" / name).read_bytes(), name
    answer = scene.signed_in(campaign, "organizer").get(f"/api/v1/campaigns/{campaign.slug}/scores/1/report/")
    found = {one["name"]: one for theme in answer.json()["themes"] for one in theme["tables"]}
    assert {f"tables/{name}.csv" for name in found} == {name for name in tables if name.endswith("csv")}
    rows = list(csv.reader(io.StringIO(files["tables/runs.csv"].decode(), newline="")))
    assert rows[0] == [one["title"] for one in found["runs"]["columns"]]
    assert [row[1] for row in rows[1:]] == [row[1] for row in found["runs"]["rows"]]
    assert files["figures/top-teams.svg"].startswith(b"<svg")
    assert b"Scores of all runs by series" in files["figures/boxes-0.svg"]


def test_the_command_writes_what_the_page_gives(tmp_path: Path) -> None:
    campaign = scored("nq_small")
    call_command("overview", campaign.slug, str(tmp_path / "paper"), "--of-version", "1")
    written = {
        path.relative_to(tmp_path / "paper").as_posix(): path.read_bytes()
        for path in (tmp_path / "paper").rglob("*")
        if path.is_file()
    }
    assert written == unpacked(campaign)
    assert "figures/decision-flow.svg" in written
    with pytest.raises(CommandError):
        call_command("overview", campaign.slug, str(tmp_path / "paper"))
    with pytest.raises(CommandError):
        call_command("overview", campaign.slug, str(tmp_path / "other"), "--of-version", "9")
    assert not (tmp_path / "other").exists()


def test_guidelines_are_in_it_with_the_days_on_which_they_changed() -> None:
    campaign = scored("trec8_small")
    Guidelines.objects.create(campaign=campaign, version=1, text="Judge early.")
    Guidelines.objects.create(campaign=campaign, version=2, text="Judge *late* <b>and</b> well.")
    text = text_of(campaign)
    assert "<em>late</em>" in text
    assert "<b>and</b>" not in text
    assert "Judge early." not in text
    assert text.count("UTC</td>") == 2


def test_what_a_query_log_came_to_is_in_it_once_its_queries_are_candidates(tmp_path: Path) -> None:
    campaign = scored("trec8_small")
    (tmp_path / "log").write_text(LOG)
    call_command("query_log", campaign.slug, str(tmp_path / "log"), "--check")
    assert "Filters of a query log" not in text_of(campaign)
    call_command(
        "query_log", campaign.slug, str(tmp_path / "log"), "--source", "harbour log", "--own", "how=^how"
    )
    files = unpacked(campaign)
    rows = list(csv.reader(io.StringIO(files["tables/query-log.csv"].decode(), newline="")))
    assert rows[0] == ["Filter", "Asks for", "Queries", "Only this filter", "Example"]
    asked = "how far is sow rock from the halden harbour"
    assert {row[0]: row[2:] for row in rows[1:]} == {
        "1a": ["1", "1", "where does the halden observatory get its money"],
        "1b": ["1", "1", "who is the comet of the harbour named after"],
        "2": ["1", "1", "who owned most of the tide mills in the 1800s"],
        "3": ["1", "0", asked],
        "4": ["1", "0", "american comedian on have i got news for you"],
        "5": ["1", "0", "american comedian on have i got news for you"],
        "how": ["1", "0", asked],
    }
    assert (rows[1][1], rows[7][1]) == ("who, when or where, then a form of do or a modal verb", "^how")
    note = "harbour log: 8 different queries, 6 of them long and frequent enough, 5 fit a filter; 5 became candidates."
    page = files["report.html"].decode()
    assert note in page
    assert "Natural Questions, Table 1" in page


def test_a_draft_is_for_organizers_and_a_release_for_all_who_see_every_score() -> None:
    campaign = released()
    assert "released" in text_of(campaign, "adjudicator")
    assert "draft" not in text_of(campaign, "organizer")
    for role in ("assessor", "participant", "stranger"):
        client = scene.signed_in(campaign, role)
        assert client.get(address(campaign)).status_code == 404, role
        assert client.get(address(campaign, "zip")).status_code == 404, role


def test_an_adjudicator_has_no_report_of_a_draft() -> None:
    campaign = scored("trec8_small")
    client = scene.signed_in(campaign, "adjudicator")
    assert client.get(address(campaign)).status_code == 404
    assert client.get(f"/api/v1/campaigns/{campaign.slug}/scores/1/report/").status_code == 404


def test_it_is_of_the_version_or_not_at_all() -> None:
    campaign = scored("trec8_small")
    first = Judgment.objects.filter(item__question__campaign=campaign).first()
    assert first
    Judgment.objects.filter(pk=first.pk).update(grade="no" if first.grade == "yes" else "yes")
    client = scene.signed_in(campaign, "organizer")
    page = client.get(address(campaign), follow=True)
    assert "Judgments, runs or questions changed since version 1 was scored." in page.text
    answer = client.get(f"/api/v1/campaigns/{campaign.slug}/scores/1/report/")
    assert answer.status_code == 422
    assert answer.json()["code"] == "changed_meanwhile"


def test_scores_by_one_person_have_none() -> None:
    campaign = scene.golden("trec8_small")
    name = "ann"
    score(campaign=campaign, rule=f"assessor:{name}", partial=True, by=None)
    page = scene.signed_in(campaign, "organizer").get(address(campaign), follow=True)
    assert "A report names nobody who judged" in page.text


def test_it_reads_the_same_in_every_language() -> None:
    campaign = scored("nq_small")
    client = scene.signed_in(campaign, "organizer")
    found: list[Any] = [
        client.get(address(campaign), headers={"accept-language": language}).content
        for language in ("en", "de", "ar")
    ]
    assert found[0] == found[1] == found[2]


def test_it_is_read_at_a_fixed_cost(query_count: QueryCount) -> None:
    campaign = scored("trec8_small")
    scene.made(campaign, rule="union")
    client = scene.signed_in(campaign, "organizer")
    client.get(address(campaign))
    with query_count("report of a version"):
        client.get(address(campaign))


def test_the_page_of_the_version_leads_to_it() -> None:
    campaign = scored("trec8_small")
    page = scene.signed_in(campaign, "organizer").get(f"/campaigns/{campaign.slug}/results/1/").text
    assert address(campaign) in page
    assert address(campaign, "zip") in page
    assert (
        address(campaign)
        not in scene.signed_in(campaign, "adjudicator").get(f"/campaigns/{campaign.slug}/results/1/").text
    )


def test_declared_lengths_are_said_wherever_runs_are_ranked() -> None:
    campaign = scored("trec8_small")
    scene.made(campaign, rule="union")
    client = scene.signed_in(campaign, "organizer")
    for page in (
        f"/campaigns/{campaign.slug}/results/1/",
        scene.address(campaign, "1/assessors/"),
        scene.address(campaign, "1/report.html"),
        address(campaign),
    ):
        text = " ".join(re.sub(r"<[^>]+>", " ", client.get(page).text).split())
        within = (
            "within each declared length" in text and "50 bytes 2 –" in text and "All runs 3 1.0000" in text
        )
        assert within == ("results" not in page or "report" in page), page
        assert "alpha1 50 bytes" in text or "alpha1 alpha 50 bytes" in text, page
    values = client.get(scene.address(campaign, "1/figures/ranges-0.csv")).text
    assert "beta1 (250 bytes)" in values


def test_a_version_whose_rule_can_no_longer_be_followed_says_so() -> None:
    campaign = scene.golden("trec8_small")
    settle_everything(campaign)
    score(campaign=campaign, rule="adjudicated", by=None)
    Adjudication.objects.filter(item__question__campaign=campaign).delete()
    page = scene.signed_in(campaign, "organizer").get(address(campaign), follow=True)
    assert "Judgments, runs or questions changed since version 1 was scored." in page.text
