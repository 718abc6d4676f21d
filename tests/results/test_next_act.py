"""The button of the board: the one next act, done where it is said, and never another than the button named."""

import re
from datetime import timedelta
from functools import partial
from itertools import chain
from pathlib import Path
from uuid import uuid4

import pytest
from django.utils import timezone

from assessment.campaigns.models import Campaign, State
from assessment.campaigns.selectors.campaigns import access_campaign
from assessment.campaigns.services import change_state
from assessment.judging.models import Assignment, Judgment
from assessment.judging.services.judgments import record_judgment
from assessment.people.models import Account, Event
from assessment.people.selectors.access import Permission
from assessment.results.models import ReleasePreview, ScoreSet
from assessment.results.services.acts import ACTS, do_next
from assessment.shared.errors import Conflict
from assessment.submissions.models import PoolRound, Team
from tests.client import Client
from tests.factory import make_account, make_member, make_questions
from tests.submissions import scene

pytestmark = pytest.mark.django_db
BOARD = "/campaigns/trial/"
BUTTON = re.compile(r'name="act" value="([^"]+)"><button class="btn[^"]*">([^<]+)</button>')


@pytest.fixture
def campaign(tmp_path: Path) -> Campaign:
    """Open, with a team, an assessor and no run yet."""
    made = scene.campaign_with_ids(tmp_path, judges="1")
    scene.team_of(made, "lkg", "ann")
    make_member(made, "ada", "assessor")
    return made


@pytest.fixture
def olga(campaign: Campaign) -> Client:
    scene.organizer(campaign)
    return scene.client_of("olga")


def load(campaign: Campaign, tag: str = "lkg1") -> None:
    scene.submit(campaign, scene.as_bytes(scene.whole_run(tag, f"{tag} {{}}")))


def button(client: Client) -> tuple[str, str]:
    """The name of the act that the board has a button for, and the button's words; empty where there is none."""
    found = BUTTON.search(client.get(BOARD).text)
    return (found[1], found[2]) if found else ("", "")


def press(client: Client, act: str = "") -> str:
    """The page after the button of the board, or one that was drawn before."""
    return str(client.post(f"{BOARD}next/", {"act": act or button(client)[0]}, follow=True).text)


def judge_everything() -> None:
    """Every answer right, every question finished."""
    for row in Assignment.objects.select_related("question"):
        for item in row.question.pool_items.all():
            grade = {"grade": "yes", "judged_at": timezone.now()}
            Judgment.objects.create(item=item, member=row.member, assignment=row, **grade)
        row.judged = row.question.pool_items.count()
        row.finished_at = timezone.now()
        row.save()


def test_the_buttons_lead_from_a_draft_to_the_page_of_the_release(campaign: Campaign, olga: Client) -> None:
    Campaign.objects.update(state=State.DRAFT)
    assert button(olga) == ("open", "Open the campaign for runs")
    assert "The campaign is now open for runs." in press(olga)
    assert button(olga) == ("", "")
    load(campaign)
    assert button(olga) == ("close-pool", "Close submissions and pool")
    closed = press(olga)
    assert "The campaign is now closed." in closed
    assert "Round 1 pooled 1 run" in closed
    assert '<ol class="steps"' in closed  # the board again
    assert button(olga) == ("assign", "Assign")
    assert "Made 4 assignments on 4 questions" in press(olga)
    assert button(olga) == ("", "")
    calm = olga.get(BOARD).text
    assert "All is assigned to 1 assessor, who has not begun." in calm
    assert "Disagreement so far" not in calm
    assert "0 %" not in calm
    judge_everything()
    assert button(olga) == ("preview", "Score and preview the release")
    assert "Release the scores" in press(olga)
    assert ScoreSet.objects.count() == 1
    assert ReleasePreview.objects.get().campaign == campaign
    assert button(olga) == ("preview", "Preview the release")


def test_who_put_an_answer_off_has_begun_though_nothing_is_judged(campaign: Campaign, olga: Client) -> None:
    load(campaign)
    for _ in range(2):
        press(olga)
    assert "who has not begun" in olga.get(BOARD).text
    work = Assignment.objects.select_related("member__account").filter(question__pool_items__isnull=False)[0]
    item, ada = work.question.pool_items.all()[0], work.member.account
    record_judgment(
        by=ada, assignment_id=work.pk, item_id=item.pk, seen=0, client_id=uuid4(), later=True, seconds=9
    )
    page = olga.get(BOARD).text
    assert "who has not begun" not in page
    assert "not begun" not in page
    assert "1 assessor still working: 0 %" in page


def test_before_opening_it_is_said_that_teams_are_needed(campaign: Campaign, olga: Client) -> None:
    """Participants submit for a team: an open campaign without one would be open for nobody."""
    Campaign.objects.update(state=State.DRAFT)
    said = "There are no teams yet: participants submit runs for a team"
    assert said not in olga.get(BOARD).text
    Team.objects.all().delete()
    assert said in olga.get(BOARD).text
    assert button(olga)[0] == "open"  # runs may be loaded without
    Campaign.objects.update(registration="open")
    assert said not in olga.get(BOARD).text  # teams come by themselves


@pytest.mark.both_databases
def test_closing_before_a_release_is_said_and_done_by_its_preview(campaign: Campaign, olga: Client) -> None:
    load(campaign)
    for _ in range(2):
        press(olga)
    judge_everything()
    Campaign.objects.update(state=State.OPEN)
    assert button(olga) == ("score", "Score")
    press(olga)
    assert ScoreSet.objects.count() == 1
    assert button(olga) == ("close-preview", "Close submissions and preview the release")
    press(olga)
    assert Campaign.objects.get().state == State.CLOSED
    assert ReleasePreview.objects.exists()


def test_a_deadline_ahead_makes_closing_early_and_says_so(campaign: Campaign, olga: Client) -> None:
    load(campaign)
    Campaign.objects.update(deadline=timezone.now() + timedelta(days=3))
    assert button(olga) == ("close-early", "Close before the deadline and pool")
    assert '<button class="btn">Close before' in olga.get(BOARD).text  # never the first thing to press
    Campaign.objects.update(deadline=timezone.now() - timedelta(days=3))
    assert button(olga) == ("close-pool", "Close submissions and pool")


@pytest.mark.both_databases
@pytest.mark.parametrize("before", [timedelta(days=-3), None])
def test_a_button_drawn_before_the_deadline_was_moved_does_not_close_early(
    campaign: Campaign, olga: Client, before: timedelta | None
) -> None:
    """Of two organizers one gives the teams three days more; the other's page still says that the time is over."""
    load(campaign)
    Campaign.objects.update(deadline=before and timezone.now() + before)
    drawn, _ = button(olga)
    Campaign.objects.update(deadline=timezone.now() + timedelta(days=3))
    assert "Nothing was done." in press(olga, drawn)
    assert Campaign.objects.get().state == State.OPEN
    press(olga)
    assert Campaign.objects.get().state == State.CLOSED
    assert PoolRound.objects.exists()


def test_a_campaign_whose_deadline_has_passed_is_not_opened_for_nobody(
    campaign: Campaign, olga: Client
) -> None:
    Campaign.objects.update(state=State.DRAFT, deadline=timezone.now() - timedelta(days=1))
    page = olga.get(BOARD).text
    assert "its deadline has passed" in page
    assert button(olga) == ("", "")


def test_nobody_to_judge_leads_to_people_before_anything_is_assigned(
    campaign: Campaign, olga: Client
) -> None:
    load(campaign)
    press(olga)
    Campaign.objects.update(settings={"judges": 2})
    page = olga.get(BOARD).text
    assert "1 assessor is here, of 2 needed." in page
    assert '<a href="/campaigns/trial/people/">Add people</a>' in page
    assert button(olga) == ("join-assign", "Be an assessor yourself and assign")
    page = press(olga)
    assert "olga was added." in page
    assert "Made 8 assignments on 4 questions" in page
    assert "4 questions wait for you to judge them." in page
    mine = Assignment.objects.filter(member__name="olga").order_by("pk")[0]
    assert f'<a href="/judge/{mine.pk}/">Judge</a>' in page


def test_a_button_drawn_before_somebody_reopened_does_nothing_and_says_what_is_so_now(
    campaign: Campaign, olga: Client
) -> None:
    load(campaign)
    change_state(campaign=campaign, to=State.CLOSED, by=None)
    assert button(olga) == ("pool", "Pool")
    change_state(campaign=campaign, to=State.OPEN, by=None, reason="a team was late")
    page = press(olga, "pool")
    assert "The campaign has changed since you opened the page. Nothing was done." in page
    assert "Now: Teams are submitting runs: 1 run so far." in page
    assert not PoolRound.objects.exists()
    assert Campaign.objects.get().state == State.OPEN


def test_a_button_pressed_again_says_that_it_is_done(campaign: Campaign, olga: Client) -> None:
    load(campaign)
    press(olga, "close-pool")
    assert "Now: 4 questions have no assessor." in press(olga, "close-pool")
    assert PoolRound.objects.count() == 1


@pytest.mark.parametrize("act", ["", "release", "close-pool "])
def test_what_is_no_act_does_nothing(campaign: Campaign, olga: Client, act: str) -> None:
    load(campaign)
    answer = olga.post(f"{BOARD}next/", {"act": act}, follow=True)
    assert "Nothing was done." in answer.text
    assert Campaign.objects.get().state == State.OPEN


@pytest.mark.both_databases
def test_what_a_service_refuses_is_said_on_the_board(campaign: Campaign, olga: Client) -> None:
    load(campaign)
    press(olga)
    PoolRound.objects.update(unfinished=True)
    assert "The pools of trial are being made: round 1 is not finished." in press(olga)
    assert not Assignment.objects.exists()


def test_joining_stays_where_the_rest_of_the_act_is_refused(campaign: Campaign, olga: Client) -> None:
    load(campaign)
    press(olga)
    Campaign.objects.update(settings={"judges": 3})
    assert button(olga) == ("join", "Be an assessor yourself")
    Campaign.objects.update(settings={"judges": 2})
    PoolRound.objects.update(unfinished=True)
    page = press(olga)
    assert "olga was added." in page
    assert "round 1 is not finished" in page
    assert not Assignment.objects.exists()


def test_who_only_decides_sees_the_sentence_without_a_button(campaign: Campaign, olga: Client) -> None:
    load(campaign)
    make_member(campaign, "jude", "adjudicator")
    jude = scene.client_of("jude")
    assert "Teams are submitting runs: 1 run so far." in jude.get(BOARD).text
    assert button(jude) == ("", "")
    assert jude.post(f"{BOARD}next/", {"act": "close-pool"}).status_code == 404


def test_an_archived_campaign_has_no_button(campaign: Campaign, olga: Client) -> None:
    load(campaign)
    Campaign.objects.update(archived_at=timezone.now())
    assert button(olga) == ("", "")


def test_a_new_campaign_begins_with_its_board() -> None:
    make_account("olga", may_create=True)
    client = scene.client_of("olga")
    sent = {"slug": "trial", "title": "Trial", "track": "trec8"}
    shown = client.post("/campaigns/new/", sent, follow=True)
    assert shown.redirect_chain[-1][0] == BOARD
    assert "There are no questions yet." in shown.text


@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
def test_two_who_press_at_once_close_and_pool_once(tmp_path: Path) -> None:
    campaign = scene.campaign_with_ids(tmp_path, judges="1")
    scene.team_of(campaign, "lkg", "ann")
    load(campaign)
    accounts = [make_member(campaign, name, "organizer") for name in ("otto", "orla")]

    first, second = scene.at_once(*[partial(close, account) for account in accounts])
    done = [outcome for outcome in (first, second) if not isinstance(outcome, Conflict)]
    assert len(done) == 1, (first, second)
    assert Event.objects.filter(verb="campaign:state").count() == 1


def close(account: Account) -> object:
    access = access_campaign(account, "trial", Permission.EDIT_CAMPAIGN)
    return do_next(access=access, name="close-pool").job


def test_every_act_that_the_board_names_is_known() -> None:
    found = Path("assessment/results/selectors").glob("next_*.py")
    named = [re.findall(r'NextAct\(\s*"([a-z-]+)"', file.read_text(encoding="utf-8")) for file in found]
    assert set(chain.from_iterable(named)) == set(ACTS)


def test_the_steps_come_in_the_order_of_the_places(campaign: Campaign, olga: Client) -> None:
    make_questions(campaign, "77", type="factoid")
    steps = re.findall(r'<li class="(\w+)"[^>]*>(?:<a [^>]*>)?<b>([^<]+)</b>', olga.get(BOARD).text)
    names = "Questions Collection Guidelines People Runs Pool Assign Judge Adjudicate Score Release"
    assert [name for _, name in steps] == names.split()
    assert [name for state, name in steps if state == "now"] == ["Runs"]
