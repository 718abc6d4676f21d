"""The first page: what each role is told to do next, in as many statements for twelve campaigns as for two."""

import json
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from assessment.campaigns.models import Campaign, DeadlineChange, State
from assessment.home.selectors.first_page import first_page
from assessment.jobs.models import Job
from assessment.judging.models import WorkDay
from assessment.people.models import Account
from assessment.people.services import accounts as people
from assessment.results.selectors.board import board
from assessment.results.services.scores import score
from assessment.submissions import services as submissions
from tests import factory
from tests.client import Client
from tests.judging.room import Room
from tests.query_counts import QueryCount, statements

pytestmark = pytest.mark.django_db
ALL_ROLES = ("organizer", "adjudicator", "assessor", "participant")


def page_of(account: Account) -> str:
    client = Client()
    client.force_login(account)
    return " ".join(client.get("/").content.decode().split())


def make_busy(slug: str, account: Account, **fields: Any) -> Campaign:
    """A campaign in which somebody has every role, with a question judged differently by two, and a team."""
    campaign = factory.make_campaign(slug, "series2004", state=State.OPEN, **fields)
    question, other = factory.make_questions(campaign, "1.1", "1.2", series="1")
    people.ensure_member(campaign=campaign, name=account.username, roles=ALL_ROLES, by=None, account=account)
    items = factory.make_items(question, ("A-1", "Halden"), ("B-1", "Rehn"))
    items[0].disputed = True
    items[0].save()
    factory.make_items(other, ("A-1", "Halden"))
    factory.make_assignment(question, account)
    factory.make_assignment(other, account)
    members = campaign.members.all()
    submissions.create_team(by=account, campaign=campaign, name="lake", members=members)
    return campaign


@pytest.fixture
def ada() -> Account:
    return factory.make_account("ada")


def test_the_sentence_and_numbers_are_those_of_the_board(ada: Account) -> None:
    states = [State.DRAFT, State.OPEN, State.CLOSED, State.RELEASED]
    campaigns = [make_busy(f"trial-{state}", ada) for state in states]
    for campaign, state in zip(campaigns, states, strict=True):
        Campaign.objects.filter(pk=campaign.pk).update(state=state)
    score(campaign=campaigns[2], by=None, rule="union")
    empty = factory.make_campaign("empty")
    people.ensure_member(campaign=empty, name="ada", roles=["organizer"], by=None, account=ada)
    found = first_page(ada).campaigns
    assert len(found) == 5
    for own in found:
        shown = board(own.access)
        assert own.overview
        assert own.overview.next == shown.next
        assert own.overview.undecided == shown.disputes.undecided
        if own.access.campaign.state != State.RELEASED:
            assert own.overview.progress == shown.progress


@pytest.mark.both_databases
@pytest.mark.parametrize("campaigns", [2, 12])
def test_many_campaigns_ask_no_more_of_the_database(
    ada: Account, campaigns: int, query_count: QueryCount
) -> None:
    for number in range(campaigns):
        make_busy(f"trial-{number}", ada, deadline=timezone.now() + timedelta(days=3))
    client = Client()
    client.force_login(ada)
    with query_count("first page in every role"):
        assert client.get("/").status_code == 200
    Account.objects.update(is_superuser=True)
    with CaptureQueriesContext(connection) as asked:
        assert client.get("/").status_code == 200
    assert len(statements(asked)) <= 17


def test_an_assessor_continues_where_they_judged_last(ada: Account) -> None:
    first, second = make_busy("first", ada), make_busy("second", ada)
    assert "Begin with 1.1" in page_of(ada)
    member = first.members.get(account=ada)
    now = timezone.now()
    WorkDay.objects.create(member=member, day=now.date(), seconds=600, judged=20, last_at=now)
    home = first_page(ada)
    assert home.go_on
    assert home.go_on.access.campaign == first
    page = page_of(ada)
    assert page.count("autofocus") == 1
    assert "<dt>Left</dt><dd>3 of 3</dd>" in page
    assert "<dt>Today</dt><dd>20 judged in 10 min</dd>" in page
    assert "<dt>At your pace</dt>" in page
    assert f'id="campaign-{second.pk}"' in page


def test_an_adjudicator_goes_to_the_first_open_dispute() -> None:
    room = Room()
    judge = factory.make_member(room.campaign, "jude", "adjudicator")
    assert "No disputed item is open" in page_of(judge)
    room.judge(0, "correct")
    room.judge(0, "incorrect", by="ben")
    page = page_of(judge)
    assert '<b class="num">1</b> disputed item to decide' in page
    assert f"/campaigns/{room.campaign.slug}/adjudicate/1.1/" in page
    assert "<b>Next</b>" not in page


@pytest.mark.both_databases
def test_a_team_sees_its_own_deadline_and_the_runs_left(ada: Account) -> None:
    soon = timezone.now() + timedelta(days=2, hours=1)
    campaign = factory.make_campaign("runs", state=State.OPEN, deadline=soon)
    people.ensure_member(campaign=campaign, name="ada", roles=["participant"], by=None, account=ada)
    page = page_of(ada)
    assert "You are in no team yet" in page
    assert "Ask the organizers to add you to one" in page
    submissions.create_team(by=None, campaign=campaign, name="lake", members=campaign.members.all())
    page = page_of(ada)
    assert ">2 d 00:59:" in page
    assert "none yet" in page
    assert "Submit or check a run" in page
    DeadlineChange.objects.create(
        campaign=campaign, team_name="lake", before=soon, after=soon + timedelta(days=3), reason="ill"
    )
    DeadlineChange.objects.create(
        campaign=campaign, team_name="tern", before=soon, after=soon + timedelta(days=9), reason="not ours"
    )
    assert ">5 d 00:59:" in page_of(ada)
    Campaign.objects.update(deadline=timezone.now() - timedelta(days=30))
    DeadlineChange.objects.all().delete()
    assert "Runs are not accepted any more" in page_of(ada)
    Campaign.objects.update(deadline=None, state=State.CLOSED)
    assert "Runs are not accepted any more" in page_of(ada)
    assert "There is no deadline for runs" not in page_of(ada)


@pytest.mark.both_databases
def test_a_site_admin_sees_whether_the_site_is_well(ada: Account, tmp_path: Path, monkeypatch: Any) -> None:
    note = tmp_path / "last-backup.json"
    monkeypatch.setattr(settings, "BACKUP_NOTE", note)
    assert "Last backup" not in page_of(ada)
    ada.is_superuser = True
    ada.save()
    page = page_of(ada)
    assert ">New campaign</a>" in page
    assert "none known" in page
    assert "No worker" not in page
    job = Job.objects.create(kind="collections.import", key="1")
    Job.objects.filter(pk=job.pk).update(asked_at=timezone.now() - timedelta(minutes=5))
    note.write_text(json.dumps({"at": "2026-03-01T12:00:00+00:00", "folder": "/backups/monday"}))
    page = page_of(ada)
    assert "No worker" in page
    assert "/backups/monday" in page
    note.write_text('{"at": 7')
    assert "none known" in page_of(ada)


def test_the_campaign_leads_to_ones_own_judging_and_the_crumb_to_the_campaign(ada: Account) -> None:
    campaign = make_busy("trial", ada)
    client = Client()
    client.force_login(ada)
    page = client.get(f"/campaigns/{campaign.slug}/").content.decode()
    assert f'href="/#campaign-{campaign.pk}">Your judging</a>' in page
    other = factory.make_member(campaign, "otto", "organizer")
    client.force_login(other)
    assert "Your judging" not in client.get(f"/campaigns/{campaign.slug}/").content.decode()
    idle = factory.make_member(campaign, "idle", "assessor")
    client.force_login(idle)
    page = client.get(f"/campaigns/{campaign.slug}/guidelines/").content.decode()
    assert f'<a href="/#campaign-{campaign.pk}">Trial</a>' in page
    participant = factory.make_member(campaign, "paula", "participant")
    client.force_login(participant)
    page = client.get(f"/campaigns/{campaign.slug}/guidelines/").content.decode()
    assert f'<a href="/campaigns/{campaign.slug}/team/">Trial</a>' in page


@pytest.mark.both_databases
def test_released_campaigns_come_last(ada: Account) -> None:
    make_busy("ember", ada)
    make_busy("frost", ada)
    Campaign.objects.filter(slug="frost").update(state=State.RELEASED)
    assert [own.access.campaign.slug for own in first_page(ada).campaigns] == ["ember", "frost"]
