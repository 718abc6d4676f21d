"""Results on their dates: released as by hand, to teams and to all; nothing is shown where something stands against it."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from assessment.campaigns.models import Campaign, ScheduledDate, State
from assessment.campaigns.services.dates import set_dates
from assessment.campaigns.services.due_dates import keep, request_due
from assessment.judging.models import Judgment
from assessment.notices.models import Notice, NoticeKind
from assessment.people.models import Event
from assessment.results.models import Audience, Release
from assessment.results.services import dates
from assessment.results.services.release import ready_release, release, take_back
from assessment.shared.datetimes import ZonedDatetime
from assessment.submissions.models import Run
from tests.api.asking import client_of
from tests.client import Client
from tests.commands import run
from tests.factory import make_member
from tests.languages import all_languages
from tests.results.golden import imported
from tests.results.settled import settle_everything
from tests.scenes import Kept, as_built

__all__ = ["all_languages"]
pytestmark = pytest.mark.django_db
RESULTS = "/campaigns/trec8_small/results/"
BEFORE = timezone.now()
HOUR = timedelta(hours=1)


@pytest.fixture(scope="module", autouse=True)
def built(kept: Kept) -> Iterator[Campaign]:
    """Everything is settled."""
    with kept():
        made = imported("trec8_small")
        settle_everything(made)
        made.refresh_from_db()
        yield made


@pytest.fixture
def campaign(db: None, built: Campaign) -> Campaign:
    return as_built(built)


def plan(campaign: Campaign, **at: timedelta) -> None:
    """Set dates, each so long after the tests began; they have passed where that is negative."""
    wanted: dict[str, Any] = {kind: ZonedDatetime(BEFORE + one, "UTC") for kind, one in at.items()}
    set_dates(campaign=campaign, wanted=wanted, by=None, reason="another day", past=True)


def work() -> None:
    request_due()
    run("run_jobs", "--until-done")


def team_member(campaign: Campaign) -> Client:
    account = make_member(campaign, "pat", "participant")
    account.email = "pat@example.org"
    account.save()
    Run.objects.get(run_id="alpha1").team.members.add(account.memberships.get(campaign=campaign))
    client = Client()
    client.force_login(account)
    return client


def test_teams_get_their_results_on_the_date_then_all_get_them(campaign: Campaign) -> None:
    pat = team_member(campaign)
    plan(campaign, results_to_teams=HOUR, results_public=2 * HOUR)
    work()
    assert pat.get(RESULTS).status_code == 404
    plan(campaign, results_to_teams=-2 * HOUR)
    work()
    told = Release.objects.get()
    assert (told.audience, told.public_at) == (Audience.TEAMS, None)
    assert "alpha1" in pat.get(RESULTS).text
    assert "late1" not in pat.get(RESULTS).text
    plan(campaign, results_public=-HOUR)
    work()
    work()
    told.refresh_from_db()
    assert (told.audience, Release.objects.count()) == (Audience.ALL, 1)
    assert Event.objects.filter(verb="date:kept").count() == 2
    assert Notice.objects.filter(kind=NoticeKind.RELEASED, name="pat").count() == 2


@pytest.mark.both_databases
def test_nothing_is_released_while_something_stands_against_it(campaign: Campaign) -> None:
    olga = make_member(campaign, "olga", "organizer")
    olga.email = "olga@example.org"
    olga.save()
    kept = list(Judgment.objects.filter(item__question__campaign=campaign))
    Judgment.objects.filter(item__question__campaign=campaign).delete()
    plan(campaign, results_to_teams=-2 * HOUR)
    work()
    assert not Release.objects.exists()
    notice = Notice.objects.get(kind=NoticeKind.DATE_MISSED)
    assert (notice.name, "were not released" in notice.text) == ("olga", True)
    Judgment.objects.bulk_create(kept)
    plan(campaign, results_public=-HOUR)
    work()  # the teams were to see them first
    assert not Release.objects.exists()
    assert "did not go to the teams" in ScheduledDate.objects.get(kind="results_public").missed
    plan(campaign, results_to_teams=-HOUR)
    work()
    assert Release.objects.get().audience == Audience.TEAMS


@pytest.mark.both_databases
def test_scores_taken_back_do_not_come_out_again_by_themselves(campaign: Campaign) -> None:
    plan(campaign, results_public=HOUR)
    release(campaign=campaign, by=None, audience=Audience.TEAMS)
    take_back(campaign=campaign, reason="a wrong key", by=None)
    ScheduledDate.objects.update(at=BEFORE)
    work()
    assert Release.objects.exclude(ended_at=None).count() == Release.objects.count() == 1
    assert "taken back" in ScheduledDate.objects.get().missed


def test_why_a_date_was_not_kept_is_said_in_the_reader_s_language(
    campaign: Campaign, all_languages: None
) -> None:
    olga = make_member(campaign, "olga", "organizer")
    Judgment.objects.filter(item__question__campaign=campaign).delete()
    olga.email, olga.page_language = "olga@example.org", "de"
    olga.save()
    plan(campaign, results_to_teams=-2 * HOUR)
    work()
    client = Client()
    client.force_login(olga)
    page = client.get(f"/campaigns/{campaign.slug}/schedule/").text
    told = Notice.objects.get(kind=NoticeKind.DATE_MISSED).text
    program = client_of(olga).get(f"/api/v1/campaigns/{campaign.slug}/schedule/").text
    for said in (page, told):
        assert "nicht veröffentlicht" in said
        assert "were not released" not in said
    assert "The scores were not released" in program
    plan(campaign, results_public=-HOUR)
    work()
    page = client.get(f"/campaigns/{campaign.slug}/schedule/").text
    assert "did not go to the teams" not in page
    assert "did not go to the teams" in ScheduledDate.objects.get(kind="results_public").missed


def test_an_open_campaign_is_not_released_on_a_date(campaign: Campaign) -> None:
    Campaign.objects.update(state=State.OPEN)
    plan(campaign, results_public=-HOUR)
    work()
    assert not Release.objects.exists()
    assert ScheduledDate.objects.get().missed


@pytest.mark.both_databases
def test_a_date_moved_while_the_site_scores_releases_nothing(
    campaign: Campaign, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan(campaign, results_to_teams=-HOUR)
    ready = ready_release

    def moved_meanwhile(**chosen: Any) -> Any:
        plan(campaign, results_to_teams=HOUR)
        return ready(**chosen)

    monkeypatch.setattr(dates, "ready_release", moved_meanwhile)
    assert keep(ScheduledDate.objects.select_related("campaign").get()) is None
    assert not Release.objects.exists()
    assert Campaign.objects.get(pk=campaign.pk).state == State.CLOSED
