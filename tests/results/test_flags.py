"""What is left out of the means is flagged before release, and release knows which series it goes without."""

import pytest
from django.utils import timezone

from assessment.campaigns.models import Campaign
from assessment.campaigns.models.known import Known
from assessment.development.services.known import add_known, remove_known
from assessment.judging.models import (
    Adjudication,
    AnswerClass,
    Assignment,
    Judgment,
    NuggetMatch,
    NuggetVote,
    Reading,
)
from assessment.people.models import Event
from assessment.results.models import Release
from assessment.results.selectors.flags import Flag, doubts, flags_of
from assessment.results.services.scores import score
from tests.client import Client
from tests.factory import make_member
from tests.query_counts import QueryCount
from tests.results.golden import imported
from tests.results.settled import settle_everything
from tests.results.test_breakdown import words


def unscorable_now(campaign: Campaign) -> list[Flag]:
    return [Flag(doubt.qid, doubt.code) for doubt in doubts(campaign) if doubt.code]


pytestmark = pytest.mark.django_db
HOME = "/campaigns/series_small/"
START = f"{HOME}results/"


@pytest.fixture
def campaign() -> Campaign:
    return imported("series_small")


@pytest.fixture
def organizer(campaign: Campaign, client: Client) -> Client:
    client.force_login(make_member(campaign, "olga", "organizer"))
    return client


def test_the_results_page_names_questions_and_series_that_leave(
    organizer: Client, campaign: Campaign
) -> None:
    score(campaign=campaign, rule="adjudicated", by=None)
    page = words(organizer, START)
    assert "1 series is left out of the evaluation because a required part has no value: 3 ." in page
    assert "1 question is left out of the means (it has no known answer): 1.3 ." in page
    assert "1 question is left out of the means (it has no vital nugget): 3.2 ." in page
    assert "2 questions without a value, 1 series left out" in page
    assert page.count("is left out of the means") == 2  # each said once, not as warnings too
    assert "By this version 2 questions are unscorable. 1 series is left out of the evaluation." in page


@pytest.mark.both_databases
def test_the_board_flags_them_before_anything_is_scored(organizer: Client, campaign: Campaign) -> None:
    assert unscorable_now(campaign) == [("1.3", "no_known_answer"), ("3.2", "no_vital_nugget")]
    page = words(organizer, HOME)
    assert "Unscorable Question 1.3 is left out of the means: it has no known answer." in page
    assert "Question 3.2 is left out of the means: it has no vital nugget." in page
    NuggetVote.objects.filter(nugget__question__qid="1.4").update(vote="okay")
    assert "2 questions are left out of the means: they have no vital nugget (1.4, 3.2)" in words(
        organizer, HOME
    )


@pytest.mark.both_databases
def test_a_list_has_a_known_answer_by_question_development_or_by_a_correct_judgment(
    organizer: Client, campaign: Campaign
) -> None:
    said = "Question 1.3 is left out of the means: it has no known answer."
    asked = campaign.questions.get(qid="1.3")
    assert said in words(organizer, HOME)
    add_known(question=asked, known=[Known("Halden", "HN-0001")], by=None)
    assert said not in words(organizer, HOME)
    assert agree(campaign)
    (known,) = asked.entries.known()
    remove_known(question=asked, uid=known.uid, by=None)
    assert said in words(organizer, HOME)
    assert agree(campaign)
    judged = Judgment.objects.filter(item__question=asked)
    found = AnswerClass.objects.create(question=asked, name="9", text="Halden", member=judged[0].member)
    judged.update(grade="correct", answer_class=found)
    assert "1.3" not in {flag.qid for flag in unscorable_now(campaign)}
    assert agree(campaign)


def agree(campaign: Campaign) -> bool:
    """Whether the board flags what the scores leave out."""
    report = score(campaign=campaign, rule="union", by=None).score_set.report
    return sorted(unscorable_now(campaign)) == sorted(flags_of(report).unscorable)


@pytest.mark.both_databases
def test_questions_that_nobody_finished_are_not_flagged_yet(campaign: Campaign) -> None:
    Assignment.objects.update(finished_at=None)
    assert unscorable_now(campaign) == []
    Assignment.objects.filter(question__qid="3.2").update(finished_at=timezone.now(), stage="votes")
    assert unscorable_now(campaign) == []


@pytest.mark.both_databases
@pytest.mark.parametrize("name", ["series_small", "tac_small"])
def test_flags_of_the_board_are_those_of_the_scores(name: str) -> None:
    campaign = Campaign.objects.filter(slug=name).first() or imported(name)
    Assignment.objects.filter(handed_over_at=None, finished_at=None).update(finished_at=timezone.now())
    report = score(campaign=campaign, rule="adjudicated", by=None).score_set.report
    assert sorted(unscorable_now(campaign)) == sorted(flags_of(report).unscorable)


def unjudge(campaign: Campaign, qid: str) -> None:
    """Take back everything that was said of a nugget question."""
    of_question = {"item__question__campaign": campaign, "item__question__qid": qid}
    NuggetMatch.objects.filter(**of_question).delete()
    Reading.objects.filter(**of_question).delete()
    campaign.questions.get(qid=qid).entries.update(removed=True)
    Assignment.objects.filter(question__qid=qid).update(finished_at=None, judged=0)


def test_release_goes_without_unjudged_series_only_if_it_is_told_to(
    organizer: Client, campaign: Campaign
) -> None:
    settle_everything(campaign)
    unjudge(campaign, "2.4")
    response = organizer.post(f"{START}release/", {"audience": "all"})
    page = response.content.decode()
    assert response.status_code == 422
    assert "Series 2 is left out of the evaluation: nothing of 2.4 is judged." in page
    assert "Release without series 2" in page
    assert not Release.objects.exists()
    response = organizer.post(f"{START}release/", {"audience": "all", "without": "2"}, follow=True)
    assert "is released" in response.content.decode()
    assert Release.objects.get().scores.report["leaving"] == ["2", "3"]
    assert Event.objects.get(verb="scores:released").data["without"] == ["2"]


@pytest.mark.both_databases
def test_the_preview_counts_every_unjudged_question_of_a_series_that_leaves(
    organizer: Client, campaign: Campaign
) -> None:
    settle_everything(campaign)
    unjudge(campaign, "2.4")
    Adjudication.objects.filter(item__question__campaign=campaign, item__question__qid="2.1").delete()
    Judgment.objects.filter(item__question__campaign=campaign, item__question__qid="2.1").delete()
    organizer.post(f"{START}release/preview/", follow=True)
    page = words(organizer, f"{START}release/")
    assert "nothing of 2.1, 2.4 is judged" in page
    assert "2 questions have something that is not judged or not decided" in page


@pytest.mark.both_databases
def test_other_reasons_stand_in_the_way_of_going_without(organizer: Client, campaign: Campaign) -> None:
    settle_everything(campaign)
    unjudge(campaign, "2.4")
    Judgment.objects.filter(item__question__qid="1.2").update(answer_class=None)
    response = organizer.post(f"{START}release/", {"audience": "all", "without": "2"})
    page = response.content.decode()
    assert response.status_code == 422
    assert "Question 1.2: " in page
    assert "Release without" not in page


def test_nothing_is_released_where_every_series_leaves(organizer: Client, campaign: Campaign) -> None:
    settle_everything(campaign)
    for qid in ("1.4", "2.4"):
        unjudge(campaign, qid)
    response = organizer.post(f"{START}release/", {"audience": "all", "without": ["1", "2", "3"]})
    assert response.status_code == 422
    assert "Every series is left out of the evaluation." in response.content.decode()


def test_unread_answers_and_unclassed_ones_are_named(organizer: Client, campaign: Campaign) -> None:
    settle_everything(campaign)
    Judgment.objects.filter(item__question__qid="1.2").update(answer_class=None)
    page = organizer.post(f"{START}release/", {"audience": "all"}).content.decode()
    assert "Question 1.2: correct answers without an answer class: " in page


def test_the_leaderboard_takes_the_queries_it_is_allowed(
    organizer: Client, campaign: Campaign, query_count: QueryCount
) -> None:
    score(campaign=campaign, rule="adjudicated", by=None)
    organizer.get(START)
    with query_count("leaderboard in series"):
        organizer.get(START)


def test_release_waits_for_the_votes_on_pyramids(client: Client) -> None:
    campaign = imported("tac_small")
    client.force_login(make_member(campaign, "olga", "organizer"))
    settle_everything(campaign)
    Assignment.objects.filter(stage="votes").update(finished_at=timezone.now())
    sheet = Assignment.objects.filter(stage="votes", handed_over_at=None).select_related(
        "question", "member"
    )[0]
    Assignment.objects.filter(pk=sheet.pk).update(finished_at=None)
    address = "/campaigns/tac_small/results/release/"
    response = client.post(address, {"audience": "all"})
    said = f"Question {sheet.question.qid}: votes on its nuggets are still to come from {sheet.member.name}."
    assert response.status_code == 422
    assert said in response.text
    assert "hand the question to somebody else" in response.text
    assert not Release.objects.exists()
    Assignment.objects.filter(pk=sheet.pk).update(finished_at=timezone.now())
    assert client.post(address, {"audience": "all"}).status_code == 302
    assert Release.objects.exists()
