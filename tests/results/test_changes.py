"""What changed between two versions: runs, final answer sets, nuggets, grades, and what is out of the means."""

import pytest

from assessment.campaigns.models import Campaign, Question
from assessment.campaigns.services import drop, restore
from assessment.judging.models import AnswerClass, Judgment, Nugget, NuggetMatch, NuggetVote
from assessment.results.models import RunScore
from assessment.results.services.scores import score
from assessment.results.templatetags.results import measure, signed
from assessment.submissions.models import PoolItem
from assessment.submissions.services.runs import withdraw_run
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
    scored(made)
    return made


@pytest.fixture
def organizer(campaign: Campaign, client: Client) -> Client:
    client.force_login(make_member(campaign, "olga", "organizer"))
    return client


def scored(campaign: Campaign, rule: str = "adjudicated") -> None:
    assert score(campaign=campaign, rule=rule, by=None).is_new


def of_run(version: int, run_id: str) -> float:
    value = RunScore.objects.get(score_set__qrels__version=version, run__run_id=run_id).score
    assert value is not None
    return value


def test_the_first_version_has_nothing_to_be_held_against(organizer: Client) -> None:
    assert "This is the first version of the scores." in words(organizer, f"{START}1/changes/")
    assert organizer.get(f"{START}1/changes/?since=7").status_code == 404


def test_a_merge_and_a_new_known_answer_show_in_the_answer_set_and_in_the_runs(
    organizer: Client, campaign: Campaign
) -> None:
    question = Question.objects.get(campaign=campaign, qid="1.2")
    AnswerClass.objects.create(question=question, name="skua", text="the Skua", origin="development")
    kept, merged = (AnswerClass.objects.get(name=name, member__name="ann") for name in ("aster", "maid"))
    Judgment.objects.filter(answer_class=merged).update(answer_class=kept)
    scored(campaign)
    page = words(organizer, f"{START}2/changes/")
    assert "+ the Skua" in page
    assert "− Merry Maid" in page
    assert "4 answers" in page
    assert "1 item joined, left or changed a class" in page
    for run_id in ("ALFA1", "ALFA2", "Bravo1"):
        before, after = of_run(1, run_id), of_run(2, run_id)
        if before != after:
            assert f"{measure(before)} {measure(after)} {signed(after - before)} " in page
    assert of_run(1, "ALFA1") != of_run(2, "ALFA1")


def test_nuggets_that_were_changed_show_what_became_of_them(organizer: Client, campaign: Campaign) -> None:
    of_other = Nugget.objects.filter(question__campaign=campaign, question__qid="1.4")
    of_other.filter(name="3").update(text="the bay's first light")
    of_other.filter(name="4").update(removed=True)
    NuggetVote.objects.filter(nugget__in=of_other.filter(name="2"), member__name="ann").update(vote="vital")
    item = PoolItem.objects.get(question__qid="1.4", docid="HN-0332")
    member = NuggetMatch.objects.filter(nugget__name="1", member__name="ann").first()
    assert member
    NuggetMatch.objects.create(item=item, nugget=of_other.get(name="2"), member=member.member)
    scored(campaign)
    page = words(organizer, f"{START}2/changes/")
    assert "4 → 3 nuggets" in page
    assert "− struck by lightning" in page
    assert "“first lighthouse of the bay” is now “the bay's first light”" in page
    assert "“later acetylene gas” weighs 1.000, before .000" in page
    assert "1 item with other nuggets" in page


def test_dropped_and_unscorable_questions_come_and_go(organizer: Client, campaign: Campaign) -> None:
    drop(campaign=campaign, identifier="1.4", reason="unfair", by=None)
    scored(campaign)
    page = words(organizer, f"{START}2/changes/")
    assert "1.4 left: dropped: unfair" in page
    assert "series 1 left: a part that it cannot miss has no value" in page
    restore(campaign=campaign, identifier="1.4", by=None)
    Judgment.objects.filter(item__question__qid="1.1").update(grade="incorrect")
    scored(campaign)
    page = words(organizer, f"{START}3/changes/")
    assert "1.4 came back (had left: dropped: unfair)" in page
    assert "Question 1.1: " in page


def test_a_withdrawn_run_is_gone(organizer: Client, campaign: Campaign) -> None:
    withdraw_run(by=None, run=campaign.runs.get(run_id="Bravo1"), organizer=True)
    scored(campaign)
    assert " gone " in words(organizer, f"{START}2/changes/")


def test_versions_are_compared_with_the_newest_of_their_rule_or_with_any(
    organizer: Client, campaign: Campaign
) -> None:
    scored(campaign, "union")
    page = words(organizer, f"{START}2/changes/")
    assert "(union) since version 1 (adjudicated)" in page
    assert "The two versions follow different rules" in page
    drop(campaign=campaign, identifier="1", reason="unfair", by=None)
    scored(campaign)
    assert "(adjudicated) since version 1 (adjudicated)" in words(organizer, f"{START}3/changes/")
    assert "(adjudicated) since version 2 (union)" in words(organizer, f"{START}3/changes/?since=2")
    assert "/results/3/changes/" in organizer.get(START).content.decode()


def test_another_parameter_shows_both_formulas(organizer: Client, campaign: Campaign) -> None:
    Campaign.objects.filter(pk=campaign.pk).update(settings={**campaign.settings, "beta": 5})
    scored(Campaign.objects.get(pk=campaign.pk))
    page = words(organizer, f"{START}2/changes/")
    assert "Another formula" in page
    assert "with β = 3" in page
    assert "with β = 5" in page


def test_equal_scores_are_said_to_be_equal(organizer: Client, campaign: Campaign) -> None:
    drop(campaign=campaign, identifier="3", reason="out of scope", by=None)
    scored(campaign)
    page = words(organizer, f"{START}2/changes/")
    assert "No score moved" in page
    assert "Runs whose score moved 0; 3 did not" in page


def test_the_page_takes_the_queries_it_is_allowed(
    organizer: Client, campaign: Campaign, query_count: QueryCount
) -> None:
    drop(campaign=campaign, identifier="1.4", reason="unfair", by=None)
    scored(campaign)
    with query_count("leaderboard: what changed"):
        organizer.get(f"{START}2/changes/")
