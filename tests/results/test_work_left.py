"""The preview of a release says who has how many judgments left, where the scores lack nothing."""

import json

import pytest
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from assessment.assignments.selectors.assign import assign_page
from assessment.assignments.selectors.progress import progress_of
from assessment.assignments.selectors.work_left import NAMED, work_left
from assessment.campaigns.models import Campaign
from assessment.judging.models import Adjudication, Assignment
from scoring.evaluations import OF_SOME
from tests.api.asking import client_of, done, send_json
from tests.client import Client
from tests.factory import give, make_account, make_assignment, make_member
from tests.results.golden import imported
from tests.results.settled import settle_everything
from tests.results.test_breakdown import words

pytestmark = pytest.mark.django_db
RELEASE = "/campaigns/trec8_small/results/release/"
LEFT = "Assigned and not judged yet: {}. The scores are of the judgments there are."


@pytest.fixture
def campaign() -> Campaign:
    """Each question is judged by two people; dee took question 4 over and has not begun it."""
    made = imported("trec8_small")
    settle_everything(made)
    made.refresh_from_db()
    return made


@pytest.fixture
def organizer(campaign: Campaign, client: Client) -> Client:
    client.force_login(make_member(campaign, "olga", "organizer"))
    return client


def items_of(campaign: Campaign, qid: str) -> int:
    return campaign.questions.select_related("pool").get(qid=qid).pool_left


def previewed(client: Client) -> str:
    client.post(f"{RELEASE}preview/")
    return words(client, RELEASE)


@pytest.mark.both_databases
def test_the_preview_says_who_has_how_much_left_and_refuses_nothing(
    organizer: Client, campaign: Campaign
) -> None:
    assert "not judged yet" not in words(organizer, RELEASE)
    Assignment.objects.filter(member__name="bo", question__qid="1").update(judged=1)
    Assignment.objects.filter(member__name="bo", question__qid="2").update(judged=0)
    bo, dee = items_of(campaign, "1") - 1 + items_of(campaign, "2"), items_of(campaign, "4")
    people = [(bo, f"bo: {bo} judgments in 2 questions"), (dee, f"dee: {dee} judgments in 1 question")]
    page = previewed(organizer)
    assert LEFT.format(", ".join(said for _, said in sorted(people, reverse=True))) in page
    assert "Release the scores" in page
    assert "Judging is not finished" not in page


@pytest.mark.both_databases
def test_where_there_are_no_scores_nothing_is_said_of_them(organizer: Client, campaign: Campaign) -> None:
    Adjudication.objects.filter(item__question__campaign=campaign).delete()
    page = previewed(organizer)
    assert "Assigned and not judged yet: dee: 6 judgments in 1 question." in page
    assert "The scores are of" not in page


@pytest.mark.both_databases
def test_nothing_is_said_where_nobody_has_anything_left(organizer: Client) -> None:
    Assignment.objects.filter(member__name="dee").update(handed_over_at=timezone.now())
    assert "not judged yet" not in previewed(organizer)


@pytest.mark.both_databases
def test_what_is_dropped_or_judged_and_not_finished_is_no_work_left(campaign: Campaign) -> None:
    Assignment.objects.filter(member__name="ann").update(finished_at=None)
    Assignment.objects.filter(question__qid="7").update(judged=0, finished_at=None)
    assert [one.name for one in work_left(campaign)] == ["dee"]


def test_a_question_of_which_nothing_is_due_yet_is_no_work_left(campaign: Campaign) -> None:
    """A third assessor has it whose items were all settled without them; voters, whose list is not written."""
    dee = campaign.members.get(name="dee")
    free = campaign.questions.exclude(assignments__member=dee).filter(pool__items__gt=0).first()
    assert free is not None
    give(free, dee, stage=OF_SOME[0])
    (left,) = work_left(campaign)
    assert (left.judgments, left.questions) == (items_of(campaign, "4"), 1)


@pytest.mark.both_databases
def test_the_same_numbers_as_on_the_page_of_progress(campaign: Campaign) -> None:
    Assignment.objects.update(judged=1)
    rows = progress_of(campaign, assign_page(campaign, assigned_only=True)).rows
    assert {one.name: one.judgments for one in work_left(campaign)} == {
        row.member.name: row.left for row in rows
    }


def test_the_first_few_are_named_and_no_statement_is_added_for_each(
    organizer: Client, campaign: Campaign
) -> None:
    previewed(organizer)
    with CaptureQueriesContext(connection) as few:
        organizer.get(RELEASE)
    question = campaign.questions.get(qid="4")
    for number in range(1, NAMED + 3):
        make_assignment(question, make_account(f"judge{number}"))
    with CaptureQueriesContext(connection) as many:
        organizer.get(RELEASE)
    assert len(many) == len(few)
    assert f"judge4: {items_of(campaign, '4')} judgments in 1 question and 3 more." in words(
        organizer, RELEASE
    )


def test_programs_are_told_it(campaign: Campaign) -> None:
    client = client_of(make_member(campaign, "olga", "organizer"))
    address = f"/api/v1/campaigns/{campaign.slug}/release/"
    assert client.get(address).json()["left"] == []
    done(client, send_json(client, f"{address}preview/", {}))
    shown = client.get(address).json()
    assert shown["left"] == [{"name": "dee", "judgments": items_of(campaign, "4"), "questions": 1}]
    assert shown["can_release"]


@pytest.mark.both_databases
def test_the_command_tells_it(campaign: Campaign, capsys: pytest.CaptureFixture[str]) -> None:
    call_command("release", campaign.slug, "--check")
    said = capsys.readouterr().out
    assert "assigned and not judged: 1" in said
    assert f"assigned and not judged: dee: {items_of(campaign, '4')} judgments in 1 question" in said
    assert "Can be released." in said
    call_command("release", campaign.slug, "--check", "--json")
    (left,) = json.loads(capsys.readouterr().out)["left"]
    assert left["name"] == "dee"
