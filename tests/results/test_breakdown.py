"""The pages of questions and runs: every figure of the formulas, and what a version rests on for good."""

import re
from typing import Any

import pytest

from assessment.campaigns.models import Campaign
from assessment.judging.models import AnswerClass, Judgment, Nugget, NuggetMatch, NuggetVote
from assessment.results.models import QrelsSnapshot, QuestionKey, RunScore, ScoreSet
from assessment.results.services.scores import score
from assessment.results.templatetags.results import measure
from tests.client import Client
from tests.factory import make_member
from tests.query_counts import QueryCount
from tests.results.golden import imported

pytestmark = pytest.mark.django_db
SERIES = "/campaigns/series_small/results/1/"
TAC = "/campaigns/tac_small/results/1/"


def opened(client: Client, name: str) -> Campaign:
    """A scored campaign, with its organizer signed in."""
    campaign = imported(name)
    client.force_login(make_member(campaign, "olga", "organizer"))
    score(campaign=campaign, rule="adjudicated", by=None)
    return campaign


def words(client: Client, address: str) -> str:
    """A page's words, without markup."""
    response = client.get(address)
    assert response.status_code == 200
    text = re.sub(r"<[^>]+>", " ", response.content.decode())
    return re.sub(r"\s+", " ", text.replace("&#x27;", "'").replace("&amp;", "&"))


def written(row: RunScore, qid: str, *names: str) -> str:
    """The figures of a run on a question, as a row of the table has them."""
    figures: dict[str, Any] = row.figures[qid]
    value = next(iter(row.questions[qid].values()))
    return " ".join(measure(figures[name]) for name in names) + f" {measure(value)} "


def test_a_list_question_shows_every_figure_of_every_run(client: Client) -> None:
    opened(client, "series_small")
    page = words(client, f"{SERIES}questions/1.2/")
    rows = RunScore.objects.all()
    assert len(rows) == 3
    for row in rows:
        assert f"{row.run.team} {written(row, '1.2', 'D', 'N', 'S', 'IP', 'IR')}" in page
        run_page = words(client, f"{SERIES}runs/{row.run.run_id}/")
        assert written(row, "1.2", "D", "N", "S", "IP", "IR") in run_page
    assert "F = 2 · IP · IR / (IP + IR)" in page
    assert "section 2.2" in page


def test_the_final_answer_set_stands_with_the_items_of_each_class(client: Client) -> None:
    opened(client, "series_small")
    page = words(client, f"{SERIES}questions/1.2/")
    assert "Final answer set S = 4" in page
    assert "the Aster found in the pool HN-0310 the Aster correct" in page
    assert "HN-0311 Aster correct 1 Merry Maid" not in page
    assert "Grey Gull known from question development; no answer of the pool gives it" in page
    assert "Answers that do not count" in page


def test_a_nugget_question_shows_every_figure_and_who_holds_what(client: Client) -> None:
    opened(client, "series_small")
    page = words(client, f"{SERIES}questions/1.4/")
    names = ("matched", "weight", "total_weight", "length", "allowance", "NR", "NP")
    for row in RunScore.objects.all():
        assert f"{row.run.team} {written(row, '1.4', *names)}" in page
        assert written(row, "1.4", *names) in words(client, f"{SERIES}runs/{row.run.run_id}/")
    assert "4 struck by lightning known from question development vital 0" in page
    assert "2 later acetylene gas okay 1" in page
    assert "its lamp burned whale oil and then acetylene gas 1, 2" in page
    assert "with β = 3" in page


def test_a_pyramid_shows_votes_and_weights(client: Client) -> None:
    opened(client, "tac_small")
    page = words(client, f"{TAC}questions/1.2/")
    assert "1 glass blowers talk to visitors 2 1.000 1" in page
    assert "2 visitors keep their cup 1 .500 1" in page
    assert "TAC 2008 Question Answering Track Guidelines, section IV" in page


def test_what_a_version_rests_on_outlives_every_change(client: Client) -> None:
    campaign = opened(client, "series_small")
    addresses = [f"{SERIES}questions/{qid}/" for qid in ("1.2", "1.4")]
    before = [words(client, address) for address in addresses]
    AnswerClass.objects.update(text="something else")
    Judgment.objects.filter(item__question__qid="1.2").update(answer_class=None, grade="incorrect")
    Nugget.objects.filter(name="2").update(removed=True)
    Nugget.objects.filter(name="1").update(text="something else")
    NuggetVote.objects.update(vote="okay")
    NuggetMatch.objects.filter(item__question__qid="1.4").delete()
    Campaign.objects.filter(pk=campaign.pk).update(settings={**campaign.settings, "beta": 5})
    assert [words(client, address) for address in addresses] == before


def test_a_correct_answer_without_a_class_refuses_the_version_and_says_where(client: Client) -> None:
    campaign = imported("series_small")
    client.force_login(make_member(campaign, "olga", "organizer"))
    Judgment.objects.filter(item__question__qid="1.2").update(answer_class=None)
    response = client.post("/campaigns/series_small/results/", {"form": "union"})
    assert response.status_code == 422
    assert "have no answer class" in response.content.decode()
    assert "Question 1.2</a>" in response.content.decode()
    assert not QrelsSnapshot.objects.exists()


def test_an_unscorable_question_says_why(client: Client) -> None:
    opened(client, "series_small")
    assert "This question is left out of the means: it has no known answer." in words(
        client, f"{SERIES}questions/1.3/"
    )
    assert "This question is left out of the means: it has no vital nugget." in words(
        client, f"{SERIES}questions/3.2/"
    )
    assert "is left out of the means" not in words(client, f"{SERIES}questions/1.4/")


def test_versions_from_before_say_what_they_lack(client: Client) -> None:
    opened(client, "series_small")
    QuestionKey.objects.all().delete()
    report = ScoreSet.objects.get().report
    ScoreSet.objects.update(
        report={key: report[key] for key in report if key not in ("formulas", "unscorable")}
    )
    assert "before versions recorded their nuggets" in words(client, f"{SERIES}questions/1.4/")
    page = words(client, f"{SERIES}questions/1.2/")
    assert "before versions recorded their final answer sets" in page
    assert "F = 2 · IP · IR / (IP + IR)" in page
    assert "HN-0310 the Aster correct" in page


def test_a_series_stands_with_its_parts_and_its_weights(client: Client) -> None:
    opened(client, "series_small")
    page = words(client, f"{SERIES}runs/ALFA1/")
    assert "Series Target Accuracy List F Other F Score" in page
    assert "score of a series = .5 · accuracy + .25 · list F + .25 · Other F" in page
    row = RunScore.objects.get(run__run_id="ALFA1")
    first = [row.questions[qid][name] for qid, name in (("1.2", "list_f"), ("1.4", "other_f"))]
    assert (
        f"{measure(1.0)} {measure(first[0])} {measure(first[1])} {measure(row.series['1']['score'])}" in page
    )


def test_the_parts_of_a_tac_series_are_those_of_its_report(client: Client) -> None:
    opened(client, "tac_small")
    for row in RunScore.objects.all():
        page = words(client, f"{TAC}runs/{row.run.run_id}/")
        for result in row.series.values():
            assert (
                f" {measure(result['rigid'])} {measure(result['squishy'])} {measure(result['score'])} "
                in page
            )


def test_breakdowns_take_the_queries_they_are_allowed(client: Client, query_count: QueryCount) -> None:
    opened(client, "series_small")
    with query_count("leaderboard: list question"):
        client.get(f"{SERIES}questions/1.2/")
    with query_count("leaderboard: nugget question"):
        client.get(f"{SERIES}questions/1.4/")
    with query_count("leaderboard: run in series"):
        client.get(f"{SERIES}runs/ALFA1/")
