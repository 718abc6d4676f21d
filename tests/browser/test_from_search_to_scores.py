"""From a search to scores in a browser, by pages and keys alone, in each evaluation: a question is found, verified, accepted,
answered by a run, pooled, judged and scored."""

from pathlib import Path

import pytest
from django.conf import settings as project
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django import Settings
from pytest_django.live_server_helper import LiveServer

from assessment.campaigns.models import Candidate, KeptSearch
from assessment.judging.models import Assignment
from assessment.people.models import Account
from tests.browser.annotating import document
from tests.browser.judging import sign_in
from tests.browser.test_whole_campaign import assign, create, give_out, olga, take_runs
from tests.browser.waiting import (
    expect_page_of_question,
    expect_ready,
    expect_saved,
    expect_step,
    listening_document,
    loaded_anew,
    take_turn,
    until,
)
from tests.commands import run
from tests.journeys.test_by_commands import Plan
from tests.journeys.test_from_search_to_scores import JOURNEYS, Journey, write_predictions, write_run
from tests.judging.annotating import import_pages

__all__ = ["olga"]
pytestmark = pytest.mark.django_db(transaction=True)
ROOT = Path(project.BASE_DIR)
BASE = "/campaigns/mine/"
PAGES = Journey("nq", "pages", '"Edda Rehn" comet', "", "question", "who discovered the halden comet")
SELECT = """words => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
        const start = walker.currentNode.data.indexOf(words);
        if (start < 0) continue;
        const range = document.createRange();
        range.setStart(walker.currentNode, start);
        range.setEnd(walker.currentNode, start + words.length);
        getSelection().removeAllRanges();
        getSelection().addRange(range);
        return true;
    }
    return false;
}"""


def plan_of(journey: Journey, folder: Path) -> Plan:
    """The campaign, with a run of the team gull in a folder."""
    (folder / "runs").mkdir()
    (folder / "guidelines.txt").write_text("Right is what the document says.\n")
    options = {"trec8": ("--length", "50"), "series2004": ("--priority", "1"), "tac2008": ("--priority", "1")}
    return Plan(
        str(folder),
        journey.track,
        journey.collection,
        ("judges=1", *(("gold_votes=1",) if journey.track == "nq" else ())),
        run_options=lambda file: options.get(journey.track, ()),
        team=lambda file: "gull",
    )


def search(page: Page, journey: Journey) -> str:
    """The document that is found first, opened beside the hits."""
    page.goto(BASE + "search/")
    expect_ready(page)
    page.keyboard.type(journey.query)
    with loaded_anew(page):
        page.keyboard.press("Enter")
    page.keyboard.press("j")
    page.keyboard.press("Enter")
    frame = listening_document(page)
    assert frame.evaluate("document.querySelectorAll('mark').length") > 0
    return page.locator(".paper .tools .mono").first.inner_text()


def take(page: Page, journey: Journey) -> None:
    """The words marked in the document begin a question, which is entered."""
    page.get_by_role("link", name="for a question").click()
    if journey.answer:
        shown = page.frame_locator("iframe[data-document]")
        expect(shown.get_by_text(journey.answer).first).to_be_visible()
        frame = shown.locator("body").element_handle().owner_frame()
        assert frame
        assert frame.evaluate(SELECT, journey.answer)
        button = page.get_by_role("button", name="Take the words marked in the document")
        button.scroll_into_view_if_needed()
        take_turn(page)
        button.click()
        expect(page.get_by_label("Words")).to_have_value(journey.answer)
    if journey.passage:
        page.get_by_label("Paragraph", exact=True).fill(journey.passage)
    page.get_by_role("button", name="New question from it").click()
    row = page.get_by_role("group", name="Question 1")
    if (kind := row.get_by_label("Type")).is_enabled():
        kind.select_option(journey.type)
    row.get_by_label("Question", exact=True).fill(journey.text)
    if page.get_by_label("Target", exact=True).count():
        page.get_by_label("Target", exact=True).fill("Harbour")
    page.get_by_role("button", name="Enter for consideration").click()


def accept(page: Page, journey: Journey) -> None:
    """The answer stands in the document, and the question becomes one of the campaign."""
    if journey.answer:
        expect(page.get_by_text("In the document")).to_be_visible()
    page.get_by_role("button", name="Accept").click()
    expect(page.get_by_text("accepted").first).to_be_visible()
    assert Candidate.objects.get().state == "accepted"


def assessor_of(assignment: Assignment) -> Account:
    """Who got the question."""
    account = assignment.member.account
    assert account
    return account


def judge(page: Page, journey: Journey) -> None:
    """The answer is right, says whoever got the question, by a key."""
    expect_ready(page)
    page.keyboard.press("1")
    expect_saved(page)
    if journey.track == "tac2008":  # answers to a list belong to classes: here to that of the known answer
        with loaded_anew(page):
            page.get_by_role("link", name="Answer classes").click()
        page.keyboard.press("1")
        expect_saved(page)
        with loaded_anew(page):
            page.get_by_role("link", name="Judge", exact=True).click()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="My work")).to_be_visible()


# A series has the target too, and is not walked in test_whole_campaign.py; by plain requests each track is
# (tests/journeys/test_from_search_to_scores.py).
REACHES_MOST = "series2004"


@pytest.mark.parametrize(
    "journey",
    [
        pytest.param(one, id=one.track, marks=() if one.track == REACHES_MOST else pytest.mark.proof)
        for one in JOURNEYS
    ],
)
def test_from_a_search_to_a_score_by_pages(
    page: Page,
    context: BrowserContext,
    live_server: LiveServer,
    olga: Account,
    journey: Journey,
    tmp_path: Path,
    settings: Settings,
) -> None:
    settings.DATA_DIR = tmp_path / "data"
    run("import_collection", str(ROOT / "collections" / journey.collection))
    folder = tmp_path / "files"
    folder.mkdir()
    plan = plan_of(journey, folder)
    sign_in(context, olga, live_server)
    create(page, plan)
    docid = search(page, journey)
    take(page, journey)
    accept(page, journey)
    write_run(journey, docid, folder / "runs")
    take_runs(page, plan)
    give_out(page)
    if not journey.passage:  # a paragraph of the gold standard is right without anybody
        until(page, Assignment.objects.exists, lambda: "nobody has the question")
        assignment = Assignment.objects.get()
        sign_in(context, assessor_of(assignment), live_server)
        page.goto(f"/judge/{assignment.pk}/")
        judge(page, journey)
        sign_in(context, olga, live_server)
    score(page)
    assert KeptSearch.objects.get().query == journey.query


def score(page: Page) -> None:
    """All that the run says is right."""
    page.goto(BASE + "results/")
    page.get_by_role("button", name="Freeze and score").click()
    row = page.get_by_role("row").filter(has=page.get_by_role("link", name="gull", exact=False))
    expect(row.first).to_contain_text("1.0")


def test_from_a_search_to_an_annotated_page_by_pages(
    page: Page,
    context: BrowserContext,
    live_server: LiveServer,
    olga: Account,
    tmp_path: Path,
    settings: Settings,
) -> None:
    settings.DATA_DIR = tmp_path / "data"
    import_pages(tmp_path / "pages", qids=("72",))
    run("index_collection", "pages")
    folder = tmp_path / "files"
    folder.mkdir()
    plan = plan_of(PAGES, folder)
    sign_in(context, olga, live_server)
    create(page, plan)
    docid = search(page, PAGES)
    take(page, PAGES)
    accept(page, PAGES)
    write_predictions(docid, folder / "runs")
    take_runs(page, plan)
    assign(page)
    until(page, Assignment.objects.exists, lambda: "nobody has the question")
    assignment = Assignment.objects.get()
    sign_in(context, assessor_of(assignment), live_server)
    page.goto(f"/judge/{assignment.pk}/")
    page.keyboard.press("g")
    expect_step(page, "long")
    expect_page_of_question(page)
    document(page).get_by_text("The comet was found").click()
    expect_step(page, "short")
    page.keyboard.press("n")
    expect_step(page, "done")
    expect_saved(page)
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="My work")).to_be_visible()
    sign_in(context, olga, live_server)
    score(page)
