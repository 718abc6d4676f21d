"""A team registers, confirms its first download and watches its clock, in a real browser."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from assessment.campaigns.models import Campaign
from assessment.people.models import Account
from assessment.submissions.models import Download, Registration
from tests.browser.judging import sign_in
from tests.submissions import tongues

pytestmark = pytest.mark.django_db(transaction=True)
CLOCK = re.compile(r"^\d+ d \d\d:\d\d:\d\d$")


@pytest.fixture
def campaign(transactional_db: None) -> Campaign:
    made = tongues.campaign_in_tongues(deadline_zone="Europe/Rome")
    tongues.people_of(made)
    tongues.register(made, "uned", "EN:EN")
    return made


def _enter(context: BrowserContext, live_server: LiveServer, username: str) -> None:
    sign_in(context, Account.objects.get(username=username), live_server)


def _of_clct(campaign: Campaign) -> None:
    registration = tongues.register(campaign, "clct", "EN:EN", "EN:IT")
    registration.team.members.set(campaign.members.filter(name="ann"))


@pytest.mark.parametrize("width", [1440, 390])
def test_a_team_registers_in_the_table_of_pairs(
    page: Page,
    context: BrowserContext,
    live_server: LiveServer,
    campaign: Campaign,
    assert_accessible: Callable[[], None],
    width: int,
) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    _enter(context, live_server, "ann")
    page.goto("/campaigns/tongues/register/")
    page.get_by_label("Team id").fill("CLCT")
    page.get_by_label("Group", exact=True).fill("Celct")
    page.get_by_role("button", name="Add a person").click()
    expect(page.get_by_label("Team id")).to_have_value("CLCT")
    expect(page.get_by_role("group", name=re.compile("^Person"))).to_have_count(5)
    page.get_by_label("Affiliation").nth(0).fill("Trento")
    contact = page.get_by_role("group", name="Contact person")
    for label, text in (("Full name", "Pia"), ("Affiliation", "CELCT"), ("E-mail", "pia@celct.example")):
        contact.get_by_label(label).fill(text)
    page.get_by_label("PS").check()
    page.get_by_role("checkbox", name=re.compile("^English: one more team is needed")).check()
    page.get_by_role("button", name="Register the team").click()
    expect(page.get_by_text("four lower-case letters from a to z")).to_be_visible()
    expect(contact.get_by_label("E-mail")).to_have_value("pia@celct.example")
    assert_accessible()
    page.get_by_label("Team id").fill("clct")
    page.get_by_role("button", name="Register the team").click()
    expect(page.get_by_text("The team clct is registered")).to_be_visible()
    expect(page.get_by_role("cell", name="active", exact=True)).to_be_visible()
    assert_accessible()
    assert page.evaluate("document.documentElement.scrollWidth") == width


def test_the_first_download_is_confirmed_and_its_clock_ticks(
    page: Page,
    context: BrowserContext,
    live_server: LiveServer,
    campaign: Campaign,
    assert_accessible: Callable[[], None],
) -> None:
    _of_clct(campaign)
    _enter(context, live_server, "ann")
    page.goto("/campaigns/tongues/topics/")
    assert_accessible()
    page.get_by_role("link", name="Download EN:EN: starts your 5 days").click()
    expect(page.get_by_text("The 5 days of clct start with this download.")).to_be_visible()
    expect(page.get_by_text("Europe/Rome").nth(1)).to_be_visible()
    assert_accessible()
    page.get_by_role("link", name="Not now").click()
    assert Download.objects.count() == 0
    page.get_by_role("link", name="Download EN:EN: starts your 5 days").click()
    with page.expect_download() as started:
        page.get_by_role("button", name="Start and download").click()
    assert started.value.suggested_filename == "tongues-en-en.xml"
    assert Path(started.value.path()).read_text(encoding="utf-8").count("<q ") == 2
    expect(page.get_by_text("Your time has begun.")).to_be_visible()
    assert Registration.objects.get(team__name="clct").started_at is not None
    own, hard = (page.get_by_role("timer").nth(n) for n in (0, 1))
    for clock in (own, hard):
        expect(clock).to_have_text(CLOCK)
    expect(own).to_have_text(re.compile(r"^4 d 23:5"))
    height = page.evaluate("document.documentElement.scrollHeight")
    before = own.inner_text()
    expect(own).not_to_have_text(before)
    assert page.evaluate("document.documentElement.scrollHeight") == height
    assert_accessible()
    for address in ("submit", "runs"):
        page.goto(f"/campaigns/tongues/{address}/")
        expect(page.get_by_role("timer")).to_have_count(2)
        expect(page.get_by_text("clct101PSenen.xml")).to_be_visible()
        assert_accessible()


def test_the_clock_is_the_servers_whatever_the_readers_says(
    page: Page, context: BrowserContext, live_server: LiveServer, campaign: Campaign
) -> None:
    _of_clct(campaign)
    _enter(context, live_server, "ann")
    context.add_init_script("Date.now = () => 0; Date = class extends Date { static now() { return 0; } };")
    page.goto("/campaigns/tongues/topics/EN/EN/")
    with page.expect_download():
        page.get_by_role("button", name="Start and download").click()
    expect(page.get_by_role("timer").nth(0)).to_have_text(re.compile(r"^4 d 23:5"))


def test_without_scripts_the_clock_is_a_text_and_the_download_works(
    new_context: Callable[..., BrowserContext], live_server: LiveServer, campaign: Campaign
) -> None:
    _of_clct(campaign)
    context = new_context(java_script_enabled=False)
    _enter(context, live_server, "ann")
    page = context.new_page()
    page.goto("/campaigns/tongues/topics/EN/EN/")
    with page.expect_download():
        page.get_by_role("button", name="Start and download").click()
    page.goto("/campaigns/tongues/topics/")
    expect(page.get_by_role("timer").nth(0)).to_have_text(CLOCK)
    expect(page.get_by_text(re.compile(r"^\s*left at .* Europe/Rome,\s+until")).nth(0)).to_be_visible()


def test_the_organizers_pages_are_accessible(
    page: Page,
    context: BrowserContext,
    live_server: LiveServer,
    campaign: Campaign,
    assert_accessible: Callable[[], None],
) -> None:
    _enter(context, live_server, "olga")
    for address in ("registrations/", "registrations/new/", "topics/", ""):
        page.set_viewport_size({"width": 1280, "height": 720})
        page.goto(f"/campaigns/tongues/{address}")
        assert_accessible()
        page.set_viewport_size({"width": 390, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth") == 390, address
