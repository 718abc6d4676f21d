"""What the board tells before somebody is stopped by it, and its figures of what was judged."""

import re
from datetime import date, timedelta
from pathlib import Path

import pytest
from django.utils import timezone

from assessment.campaigns.models import Campaign, DateKind, ScheduledDate, State
from assessment.campaigns.services import write_guidelines
from assessment.judging.models import WorkDay
from assessment.submissions import services
from assessment.submissions.models import Team
from assessment.training.models import TrainingAttempt, TrainingQuestion
from tests.client import Client
from tests.factory import give, make_member
from tests.submissions import scene

pytestmark = pytest.mark.django_db
BOARD = "/campaigns/trial/"
ALERT = re.compile(r'<p class="alert"><b>([^<]*)</b> <a href="([^"]*)">([^<]*)</a></p>')


@pytest.fixture
def campaign(tmp_path: Path) -> Campaign:
    made = scene.campaign_with_ids(tmp_path, judges="2")
    for team in ("lkg", "tern"):
        scene.team_of(made, team)
    return made


@pytest.fixture
def olga(campaign: Campaign) -> Client:
    scene.organizer(campaign)
    return scene.client_of("olga")


def told(client: Client) -> dict[str, str]:
    """What the board says needs attention, by what it is about."""
    return {what: sentence for what, _, sentence in ALERT.findall(client.get(BOARD).text)}


def test_guidelines_are_missed_until_they_say_something(campaign: Campaign, olga: Client) -> None:
    sentence = "None are written: assessors cannot know by what they judge."
    assert told(olga)["Guidelines"] == sentence
    write_guidelines(campaign=campaign, text="Judge by the document.", by=None)
    assert "Guidelines" not in told(olga)
    write_guidelines(campaign=campaign, text=" \n", by=None)
    assert told(olga)["Guidelines"] == sentence


def test_assessors_are_missed_until_there_are_enough_for_each_question(
    campaign: Campaign, olga: Client
) -> None:
    assert told(olga)["People"] == "Nobody is an assessor yet."
    make_member(campaign, "ada", "assessor")
    assert told(olga)["People"] == "1 assessor is here, of 2 needed."
    ben = make_member(campaign, "ben", "assessor")
    assert "People" not in told(olga)
    ben.is_active = False
    ben.save()
    assert told(olga)["People"] == "1 assessor is here, of 2 needed."


def test_teams_without_a_run_are_told_while_theirs_can_be_pooled_with_the_others(
    campaign: Campaign, olga: Client
) -> None:
    assert "Runs" not in told(olga)  # none has one: that is the next step
    run = scene.submit(campaign, scene.as_bytes(scene.whole_run()))
    assert told(olga)["Runs"] == "1 team has no run."
    services.pool(by=None, campaign=campaign)
    assert "Runs" not in told(olga)
    assert run.pooled is False  # as it was read


def test_participants_without_a_team_are_told_while_their_runs_can_still_come(
    campaign: Campaign, olga: Client
) -> None:
    assert "Teams" not in told(olga)
    solo = make_member(campaign, "solo", "participant")
    assert told(olga)["Teams"] == "1 participant is in no team, and can submit no run."
    assert re.search(r"<b>People</b><span>[^<]*, 1 participant without a team</span>", olga.get(BOARD).text)
    Team.objects.get(name="tern").members.add(campaign.members.get(account=solo))
    assert "Teams" not in told(olga)
    assert "without a team" not in olga.get(BOARD).text


@pytest.mark.both_databases
def test_assessors_who_tried_no_sample_are_told_where_there_is_one(campaign: Campaign, olga: Client) -> None:
    account = make_member(campaign, "ada", "assessor")
    assert "Training" not in told(olga)
    sample = TrainingQuestion.objects.create(
        campaign=campaign, name="A", position=1, type="factoid", text="?"
    )
    assert told(olga)["Training"] == "1 assessor has tried no sample question."
    member = campaign.members.get(account=account)
    attempt = TrainingAttempt.objects.create(question=sample, member=member, items=1, agreed=0)
    assert "Training" in told(olga)
    TrainingAttempt.objects.filter(pk=attempt.pk).update(finished_at=timezone.now())
    assert "Training" not in told(olga)


@pytest.mark.both_databases
def test_a_deadline_before_the_questions_are_out_is_told(campaign: Campaign, olga: Client) -> None:
    soon = timezone.now() + timedelta(days=1)
    Campaign.objects.update(state=State.DRAFT, deadline=soon)
    kind = DateKind.QUESTIONS_OUT
    row = ScheduledDate.objects.create(
        campaign=campaign, kind=kind, at=soon + timedelta(days=1), set_at=timezone.now()
    )
    assert "Runs are due" in told(olga)["Deadline"]
    ScheduledDate.objects.filter(pk=row.pk).update(at=soon - timedelta(hours=1))
    assert "Deadline" not in told(olga)


def test_questions_that_nobody_has_are_told_while_something_else_is_next(
    campaign: Campaign, olga: Client
) -> None:
    scene.submit(campaign, scene.as_bytes(scene.whole_run()))
    services.pool(by=None, campaign=campaign)
    Campaign.objects.update(deadline=timezone.now() - timedelta(days=1))
    for name in ("ada", "ben"):
        make_member(campaign, name, "assessor")
    assert told(olga)["Questions"] == "4 questions have fewer than 2 assessors."
    Campaign.objects.update(state=State.CLOSED)
    assert "Questions" not in told(olga)  # now it is next


def test_who_only_decides_is_told_of_no_lack(campaign: Campaign, olga: Client) -> None:
    make_member(campaign, "jude", "adjudicator")
    assert told(scene.client_of("jude")) == {}


def work(campaign: Campaign, name: str, day: date, judged: int, seconds: int = 60) -> None:
    member = campaign.members.get(name=name)
    WorkDay.objects.create(member=member, day=day, judged=judged, seconds=seconds, last_at=timezone.now())


def test_figures_come_with_what_was_judged_and_their_files_hold_the_same(
    campaign: Campaign, olga: Client
) -> None:
    assert "data-figure" not in olga.get(BOARD).text
    assert olga.get(f"{BOARD}figures/days.csv").status_code == 404
    make_member(campaign, "ada", "assessor")
    scene.submit(campaign, scene.as_bytes(scene.whole_run()))
    services.pool(by=None, campaign=campaign)
    give(campaign.questions.all()[0], campaign.members.get(name="ada"))
    today = timezone.now().date()
    work(campaign, "ada", today - timedelta(days=30), 50)  # before the days that are shown
    work(campaign, "ada", today - timedelta(days=3), 12, seconds=240)
    work(campaign, "ada", today, -2)  # more was taken back than judged
    page = olga.get(BOARD).text
    assert 'id="figure-days"' in page
    assert 'id="figure-times"' in page
    days = olga.get(f"{BOARD}figures/days.csv").text.splitlines()
    assert [line.rsplit(",", 1)[1] for line in days] == ["judged", "12", "0", "0", "0"]
    times = olga.get(f"{BOARD}figures/times.csv").text.splitlines()
    assert times[1].startswith("ada (60),6")  # 360 seconds for 60 judgments
    assert olga.get(f"{BOARD}figures/days.svg")["Content-Type"].startswith("image/svg+xml")
    assert olga.get(f"{BOARD}figures/days.exe").status_code == 404


def test_a_mean_of_a_few_judgments_is_not_shown(campaign: Campaign, olga: Client) -> None:
    make_member(campaign, "ada", "assessor")
    scene.submit(campaign, scene.as_bytes(scene.whole_run()))
    services.pool(by=None, campaign=campaign)
    give(campaign.questions.all()[0], campaign.members.get(name="ada"))
    work(campaign, "ada", timezone.now().date(), 9)
    page = olga.get(BOARD).text
    assert 'id="figure-days"' in page
    assert 'id="figure-times"' not in page
