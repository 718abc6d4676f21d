"""A whole campaign by pages alone, in a browser: from an empty site to scores, on the files of each demo track."""

import re
from pathlib import Path

import pytest
from django.conf import settings
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from assessment.campaigns.models import Campaign, State
from assessment.people.models import Account
from tests import factory
from tests.browser.judging import sign_in
from tests.commands import run
from tests.journeys.judging import write_decisions, write_judgments, write_matches, write_votes
from tests.journeys.test_by_commands import PLANS, Plan

pytestmark = pytest.mark.django_db(transaction=True)
ROOT = Path(settings.BASE_DIR)
BASE = "/campaigns/mine/"


@pytest.fixture
def olga(transactional_db: None) -> Account:
    """An organizer who may create campaigns, and three people to judge."""
    for name in ("ada", "ben", "cleo"):
        factory.make_account(name, languages=["en", "de", "fr"])
    account = factory.make_account("olga")
    account.may_create = account.is_superuser = True
    account.save()
    return account


def _press(page: Page, name: str | re.Pattern[str]) -> None:
    page.get_by_role("button", name=name).first.click()


def _upload(page: Page, field: str, file: Path, button: str) -> None:
    page.get_by_label(field, exact=True).set_input_files(file)
    _press(page, button)


def create(page: Page, plan: Plan) -> None:
    """A draft with its settings and guidelines."""
    page.goto("/campaigns/new/")
    page.get_by_label("Title").fill("A campaign")
    page.locator(f"input[name=track][value={plan.track}]").check()
    page.get_by_text("Short name and collection").click()
    page.get_by_label("Short name").fill("mine")
    page.get_by_label("Collection").select_option(plan.collection)
    _press(page, "Create as a draft")
    page.goto(BASE + "settings/")
    for name, _, value in (pair.partition("=") for pair in plan.settings):
        page.get_by_label("Find a setting").fill(name)
        page.locator(f"[name={name}]").fill(value)
    _press(page, re.compile("^Save"))
    page.goto(BASE + "guidelines/")
    page.get_by_label("Guidelines", exact=True).fill((plan.place / "guidelines.txt").read_text("utf-8"))
    _press(page, "Put into force")


def bring(page: Page, plan: Plan) -> None:
    """Questions, and what is known of them."""
    for file, *more in plan.questions:
        page.goto(BASE + "import-questions/")
        if more:
            page.get_by_label(re.compile("^(Target|Question) types")).set_input_files(plan.place / more[-1])
        _upload(page, "Topics file", plan.place / file, "Check the file")
        _press(page, "Import")
        expect(page.get_by_role("status").first).to_contain_text(re.compile("[Ii]mported"))
    for file, form in plan.known:
        page.goto(BASE + "import-development/")
        page.get_by_label("What the file holds").select_option(form)
        _upload(page, "File", plan.place / file, "Check the file")
        _press(page, "Import")
        expect(page.get_by_role("status").first).to_contain_text("Added")


def take_runs(page: Page, plan: Plan) -> None:
    """Open, load the runs of the teams, close."""
    page.goto(BASE + "settings/")
    _press(page, "Open for runs")
    files = sorted((plan.place / "runs").iterdir())
    for team in sorted({plan.team(file) for file in files}):
        page.goto(BASE + "teams/")
        page.get_by_label("Name", exact=True).fill(team)
        _press(page, re.compile("^(Add|Make|Create|Save)"))
    for file in files:
        page.goto(BASE + "submit/")
        page.get_by_label("Team").select_option(plan.team(file))
        options = dict(zip(*[iter(plan.run_options(file))] * 2, strict=True))
        if "--length" in options:
            page.locator(f"input[name=length_limit][value='{options['--length']}']").check()
        if "--priority" in options:
            page.get_by_label("Priority").fill(options["--priority"])
        _upload(page, "Run file", file, "Submit")
        expect(page.get_by_role("status").first).to_contain_text(
            re.compile("stored|submitted|received", re.I)
        )
    page.goto(BASE + "settings/")
    _press(page, "Close")


def give_out(page: Page) -> None:
    """Pool, and give whole questions to assessors."""
    page.goto(BASE + "pool/")
    _press(page, "Pool")
    expect(page.get_by_role("status").first).to_contain_text("Round 1 pooled")
    assign(page)


def assign(page: Page) -> None:
    """Give whole questions to three assessors."""
    for name in ("ada", "ben", "cleo"):
        page.goto(BASE + "people/")
        page.get_by_label("Name of the account").fill(name)
        page.locator("input[name=add-roles][value=assessor]").check()
        _press(page, "Add")
        expect(page.get_by_role("status").first).to_contain_text(f"{name} was added")
    page.goto(BASE + "assign/")
    _press(page, "Assign what is missing")


def take_judgments(page: Page, campaign: Campaign, folder: Path) -> None:
    """Everybody's judgments and classes, and what they say of nuggets, as files."""
    page.goto(BASE + "judgments/")
    _upload(page, "Table of judgments", write_judgments(campaign, folder / "judgments.csv"), "Check the file")
    _press(page, re.compile("^Store all"))
    expect(page.get_by_role("status").first).to_contain_text(re.compile("Stored|Imported"))
    if campaign.questions.filter(entries__kind="nugget").exists():
        _table(page, "matches", write_matches(campaign, folder / "matches.csv"))
        _table(page, "votes", write_votes(campaign, folder / "votes.csv"))
    page.goto(BASE + "progress/")
    page.get_by_role("checkbox", name=re.compile("Also finish questions")).check()
    _press(page, re.compile("^Finish [0-9]"))
    expect(page.get_by_role("status").first).to_contain_text(
        re.compile("finished in (its assessor’s|their assessors’) place")
    )


def _table(page: Page, kind: str, file: Path) -> None:
    page.goto(f"{BASE}tables/{kind}/")
    _upload(page, "Table (CSV)", file, "Check the file")
    _press(page, re.compile("^Store"))
    expect(page.get_by_role("status").first).to_contain_text("Stored")


def decide(page: Page, campaign: Campaign, folder: Path) -> None:
    """Accept the clear majorities, and bring the decisions on the rest as a file."""
    page.goto(BASE + "majorities/")
    accept = page.get_by_role("button", name=re.compile("^Accept [0-9]"))
    if accept.count():
        accept.click()
        expect(page.get_by_role("status").first).to_contain_text("Accepted")
    decisions = write_decisions(campaign, folder / "decisions.csv")
    if decisions.read_text("utf-8").count("\n") > 1:
        _table(page, "decisions", decisions)


def score_and_release(page: Page, plan: Plan) -> None:
    """Score by the official rule, look at what would be public, and release it."""
    page.goto(BASE + "results/")
    _press(page, "Freeze and score")
    for file in (plan.place / "runs").iterdir():
        expect(page.get_by_role("link", name=file.stem, exact=True).first).to_be_visible()
    page.goto(BASE + "results/release/")
    _press(page, "Make the preview")
    expect(page.get_by_role("button", name="Make a new preview")).to_be_visible()
    page.get_by_label("All people of the campaign").check()
    _press(page, re.compile("^Release"))
    expect(page.get_by_role("status").first).to_contain_text("released")


# Two reach most together: majorities, nuggets and priorities; a gold standard, types and topics of several files.
# By commands each track is walked (tests/journeys/test_by_commands.py).
REACH_MOST = {"tac2008", "respubliqa2010"}


@pytest.mark.parametrize(
    "plan",
    [
        pytest.param(plan, id=plan.track, marks=() if plan.track in REACH_MOST else pytest.mark.proof)
        for plan in PLANS
    ],
)
def test_a_campaign_by_pages(
    page: Page, context: BrowserContext, live_server: LiveServer, olga: Account, plan: Plan, tmp_path: Path
) -> None:
    run("import_collection", str(ROOT / "collections" / plan.collection))
    sign_in(context, olga, live_server)
    create(page, plan)
    bring(page, plan)
    take_runs(page, plan)
    give_out(page)
    campaign = Campaign.objects.get(slug="mine")
    take_judgments(page, campaign, tmp_path)
    decide(page, campaign, tmp_path)
    score_and_release(page, plan)
    assert Campaign.objects.get(slug="mine").state == State.RELEASED
