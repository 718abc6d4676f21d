"""The results pages: what they show, what their buttons do, and how many queries they take."""

import csv
import io
import re
from collections.abc import Iterator
from typing import Any
from xml.etree import ElementTree

import pytest

from assessment.campaigns.models import Campaign
from assessment.judging.models import Adjudication, Judgment
from assessment.results.models import QrelsSnapshot, Release, RunScore, ScoreSet
from assessment.results.services.scores import score
from assessment.submissions.models import Run
from assessment.submissions.services.runs import withdraw_run
from tests.client import Client
from tests.factory import make_campaign, make_member, make_questions
from tests.query_counts import QueryCount
from tests.results.golden import imported
from tests.results.settled import settle_everything
from tests.scenes import Kept, as_built

pytestmark = pytest.mark.django_db
START = "/campaigns/trec8_small/results/"


@pytest.fixture(scope="module", autouse=True)
def built(kept: Kept) -> Iterator[Campaign]:
    with kept():
        yield imported("trec8_small")


@pytest.fixture
def campaign(db: None, built: Campaign) -> Campaign:
    return as_built(built)


@pytest.fixture
def organizer(campaign: Campaign, client: Client) -> Client:
    client.force_login(make_member(campaign, "olga", "organizer"))
    return client


def text_of(response: Any) -> str:
    """The page's words, without markup."""
    words = re.sub(r"<[^>]+>", " ", response.content.decode())
    return re.sub(r"\s+", " ", words)


def test_a_page_without_scores_says_what_to_do(organizer: Client) -> None:
    page = text_of(organizer.get(START))
    assert "No scores yet" in page
    assert "Freeze and score" in page


def test_a_campaign_without_runs_and_judgments_is_scored_too(client: Client) -> None:
    campaign = make_campaign("bare")
    make_questions(campaign, "1", type="factoid")
    client.force_login(make_member(campaign, "olga", "organizer"))
    page = text_of(client.post("/campaigns/bare/results/", {"form": "union"}, follow=True))
    assert "No current runs" in page
    assert "There are no runs." in text_of(
        client.post("/campaigns/bare/results/release/", {"audience": "all"})
    )


def test_freeze_and_score_shows_every_score_with_what_it_rests_on(organizer: Client) -> None:
    response = organizer.post(START, {"form": "union", "seed": "1"}, follow=True)
    assert response.redirect_chain[-1][0] == f"{START}1/"
    page = text_of(response)
    score_set = ScoreSet.objects.get()
    for row in RunScore.objects.filter(score_set=score_set):
        assert row.run.run_id in page
        assert f"{row.score:.3f}".removeprefix("0") in page
        assert f"{row.judged} {row.unjudged} " in page
    assert "Unjudged responses count as not correct" in page
    late = RunScore.objects.get(run__run_id="late1")
    assert f"{late.bounds['low']:.3f} to {late.bounds['high']:.3f}".replace("0.", ".") in page
    assert score_set.qrels.sha256[:7] in page
    assert "software Assize" in page
    assert "olga" in page
    assert "Nothing changed since version 1" in text_of(
        organizer.post(START, {"form": "union", "seed": "1"}, follow=True)
    )


def test_unjudged_responses_are_counted_on_the_leaderboard_and_the_board(organizer: Client) -> None:
    organizer.post(START, {"form": "union", "seed": "1"})
    late = RunScore.objects.get(run__run_id="late1")
    assert late.unjudged > 0
    page = organizer.get(f"{START}1/").text
    assert re.search(rf'data-label="Judged">{late.judged}</td>[^/]*wanting[^/]*">{late.unjudged}</td>', page)
    board = organizer.get("/campaigns/trec8_small/").text
    assert f'<td class="r">{late.judged}</td><td class="r">{late.unjudged}</td>' in board


def test_where_all_is_judged_nothing_is_said_of_unjudged_responses(organizer: Client) -> None:
    withdraw_run(by=None, run=Run.objects.get(run_id="late1"), organizer=True)
    organizer.post(START, {"form": "union", "seed": "1"})
    assert not RunScore.objects.exclude(unjudged=0).exists()
    page = text_of(organizer.get(f"{START}1/"))
    assert "Unjudged responses count" not in page
    assert "exact" in page


def test_runs_stand_by_score_and_ties_by_name(organizer: Client) -> None:
    organizer.post(START, {"form": "adjudicated"})
    listed = re.findall(r"/results/1/runs/([^/]+)/", organizer.get(START).content.decode())
    rows = RunScore.objects.all()
    assert listed == [
        row.run.run_id for row in sorted(rows, key=lambda row: (-(row.score or 0), row.run.run_id))
    ]


def test_the_figure_is_drawn_alike_in_every_language(organizer: Client) -> None:
    organizer.post(START, {"form": "adjudicated"})
    figures = [
        re.findall(
            r"<(?:circle|line|text)[^>]*>",
            organizer.get(START, headers={"accept-language": tongue}).content.decode(),
        )
        for tongue in ("en", "de", "ar")
    ]
    assert figures[0] == figures[1] == figures[2]
    assert any("%" in mark for mark in figures[0])
    drawn = ElementTree.fromstring(
        organizer.get(f"{START}1/leaderboard.svg", headers={"accept-language": "de"}).content
    )
    circles = drawn.findall(".//{http://www.w3.org/2000/svg}circle")
    assert all(0 < float(circle.get("cx", "")) < 860 for circle in circles)
    assert len(circles) == 3


@pytest.mark.parametrize(
    ("fields", "rule"),
    [
        ({"form": "assessor", "assessor": "ann"}, "assessor:ann"),
        ({"form": "assessor", "assessor": "bo", "partial": "on"}, "assessor:bo"),
        ({"form": "random", "seed": "7"}, "random:7"),
        ({"form": "intersection"}, "intersection"),
    ],
)
def test_every_form_of_rule_can_be_chosen(organizer: Client, fields: dict[str, str], rule: str) -> None:
    assert organizer.post(START, fields).status_code == 302
    assert QrelsSnapshot.objects.get().rule == rule


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"form": "assessor"}, "Name the assessor."),
        ({"form": "random"}, "Give the seed"),
        ({"form": "assessor", "assessor": "nobody"}, "Select a valid choice"),
        ({"form": "best"}, "Select a valid choice"),
    ],
)
def test_a_rule_half_chosen_is_asked_for_again(organizer: Client, fields: dict[str, str], words: str) -> None:
    response = organizer.post(START, fields)
    assert response.status_code == 422
    assert words in text_of(response)
    assert not QrelsSnapshot.objects.exists()


def test_a_rule_that_fails_leads_to_the_questions_to_adjudicate(organizer: Client) -> None:
    response = organizer.post(START, {"form": "majority"})
    assert response.status_code == 422
    assert "1 item has no grade that more than half gave." in text_of(response)
    assert "/campaigns/trec8_small/adjudicate/4/" in response.content.decode()
    assert not QrelsSnapshot.objects.exists()


def test_four_rules_are_scored_at_once_and_stand_side_by_side(organizer: Client) -> None:
    response = organizer.post(f"{START}compare/", follow=True)
    page = text_of(response)
    assert set(QrelsSnapshot.objects.values_list("rule", flat=True)) == {
        "adjudicated",
        "union",
        "intersection",
    }
    assert "Not scored by the rule majority: 1 item has no grade that more than half gave." in page
    assert "not made from the same state" not in page
    newest = QrelsSnapshot.objects.order_by("version").last()
    assert newest is not None
    assert newest.rule == "adjudicated"  # the page opens with it
    Adjudication.objects.filter(item__question__qid="1").update(grade="yes")
    organizer.post(START, {"form": "adjudicated"})
    assert "not made from the same state" in text_of(organizer.get(START))


def test_old_versions_are_read_as_they_were(organizer: Client) -> None:
    organizer.post(START, {"form": "adjudicated"})
    before = organizer.get(f"{START}1/leaderboard.csv").content
    Adjudication.objects.filter(item__question__qid="1").update(grade="yes")
    organizer.post(START, {"form": "adjudicated"})
    assert organizer.get(f"{START}1/leaderboard.csv").content == before
    assert organizer.get(f"{START}2/leaderboard.csv").content != before
    assert "Results, version 1" in text_of(organizer.get(f"{START}1/"))


def test_a_leaderboard_as_table_holds_numbers_in_full(organizer: Client) -> None:
    organizer.post(START, {"form": "adjudicated"})
    rows = list(csv.DictReader(io.StringIO(organizer.get(f"{START}1/leaderboard.csv").content.decode())))
    stored = {row.run.run_id: row for row in RunScore.objects.all()}
    assert [float(row["score"]) for row in rows] == sorted(
        (row.score or 0 for row in stored.values()), reverse=True
    )
    assert {row["run_id"]: int(row["no_correct"]) for row in rows} == {
        run_id: row.measures["no_correct"] for run_id, row in stored.items()
    }


def test_a_run_is_held_against_the_median_and_the_best(organizer: Client) -> None:
    organizer.post(START, {"form": "adjudicated"})
    page = text_of(organizer.get(f"{START}1/runs/beta1/"))
    row = RunScore.objects.get(run__run_id="beta1")
    ranks = [round(1 / part["mrr"]) if part["mrr"] else "–" for part in row.questions.values()]
    for (qid, part), rank in zip(row.questions.items(), ranks, strict=True):
        assert re.search(rf" {qid} [^?]+\? {shown(part['mrr'])} {rank} \d?\.\d{{3}} \d?\.\d{{3}} ", page)
    assert f"{row.judged} judged, {row.unjudged} unjudged" in page


def shown(value: float) -> str:
    return re.escape(f"{value:.3f}".removeprefix("0"))


def test_a_question_shows_all_runs_and_the_frozen_grades(organizer: Client) -> None:
    organizer.post(START, {"form": "union", "seed": "1"})
    page = text_of(organizer.get(f"{START}1/questions/1/"))
    assert "HN-0001 Mira Dunn yes" in page
    assert all(run_id in page for run_id in ("alpha1", "beta1", "late1"))
    assert organizer.get(f"{START}1/questions/7/").status_code == 404  # dropped


def test_series_stand_on_the_page_of_a_run(client: Client) -> None:
    campaign = imported("series_small")
    client.force_login(make_member(campaign, "olga", "organizer"))
    score(campaign=campaign, rule="union", by=None)
    page = text_of(client.get("/campaigns/series_small/results/1/runs/ALFA1/"))
    row = RunScore.objects.get(run__run_id="ALFA1")
    assert row.series
    for key, part in row.series.items():
        assert re.search(rf" {key} .+? {shown(part['score'])} ", page)
    board = text_of(client.get("/campaigns/series_small/results/"))
    assert "1 series is left out of the evaluation" in board
    assert "Mean over series" in board


def test_release_lists_every_reason_and_then_goes_through(organizer: Client, campaign: Campaign) -> None:
    Adjudication.objects.filter(item__question__qid="2").delete()
    Judgment.objects.filter(item__question__qid="1", item__answer="Mira Dunn").delete()
    Campaign.objects.filter(pk=campaign.pk).update(state="open")
    response = organizer.post(f"{START}release/", {"audience": "all"})
    page = text_of(response)
    assert response.status_code == 422
    assert "The campaign is open for runs." in page
    assert "Question 2: 1 disputed item has no decision." in page
    assert "Question 1: 1 answer of pooled runs is not judged." in page
    assert not Release.objects.exists()
    settle_everything(campaign)
    Campaign.objects.filter(pk=campaign.pk).update(state="closed")
    page = text_of(organizer.post(f"{START}release/", {"audience": "all"}, follow=True))
    assert "Version 1 is released" in page
    campaign.refresh_from_db()
    assert campaign.state == "released"
    assert Release.objects.get().scores.qrels.rule == "adjudicated"
    assert "released already" in text_of(organizer.post(f"{START}release/", {"audience": "all"}, follow=True))


def test_undecided_nil_stands_in_the_way_of_a_release(client: Client) -> None:
    campaign = imported("series_small")
    settle_everything(campaign)
    campaign.questions.update(nil="")
    Judgment.objects.filter(item__question__qid="2.1", grade="correct").update(grade="inexact")
    Adjudication.objects.filter(item__question__qid="2.1").delete()
    client.force_login(make_member(campaign, "olga", "organizer"))
    response = client.post("/campaigns/series_small/results/release/", {"audience": "all"})
    assert response.status_code == 422
    assert "has nearly right answers but no correct one, so NIL is undecided" in text_of(response)
    campaign.questions.update(nil="wrong")
    assert client.post("/campaigns/series_small/results/release/", {"audience": "all"}).status_code == 302


def test_scores_are_taken_back_with_a_reason(organizer: Client, campaign: Campaign) -> None:
    settle_everything(campaign)
    organizer.post(f"{START}release/", {"audience": "all"})
    assert organizer.post(f"{START}take-back/", {"reason": " "}).status_code == 422
    assert Release.objects.get().ended_at is None
    organizer.post(f"{START}take-back/", {"reason": "a wrong decision"})
    row = Release.objects.get()
    assert (row.reason, str(row.ended_by)) == ("a wrong decision", "olga")
    campaign.refresh_from_db()
    assert campaign.state == "closed"
    assert "No scores are released" in text_of(
        organizer.post(f"{START}take-back/", {"reason": "x"}, follow=True)
    )


def test_pages_take_the_queries_they_are_allowed(organizer: Client, query_count: QueryCount) -> None:
    organizer.post(f"{START}compare/")
    organizer.get(START)
    with query_count("leaderboard"):
        organizer.get(START)
    with query_count("leaderboard: run"):
        organizer.get(f"{START}1/runs/beta1/")
    with query_count("leaderboard: question"):
        organizer.get(f"{START}1/questions/1/")
    with query_count("exports"):
        organizer.get("/campaigns/trec8_small/exports/")
