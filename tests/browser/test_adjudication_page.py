"""A question adjudicated with the keyboard alone, and the organizer's pages as everybody can use them."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect
from pytest_django.live_server_helper import LiveServer

from assessment.adjudication.services.adjudicate import decide
from assessment.campaigns.models import Campaign
from assessment.judging.models import Adjudication, Change, ChangeKind
from assessment.judging.services.rulings import write_ruling
from assessment.people.models import Account
from assessment.submissions.models import PoolItem
from tests import factory
from tests.browser.axe import bring_axe
from tests.browser.judging import sign_in
from tests.browser.waiting import expect_done, find_network, lose_network
from tests.documents.helpers import import_records, record
from tests.judging.scene import assessors, give, judge

pytestmark = pytest.mark.django_db(transaction=True)

ANSWERS = (("A-1", "9 April"), ("A-1", "9 April 1926"), ("B-1", "in April"))
GRADES = {"ada": ("no", "yes", "yes"), "bo": ("yes", "no", "no"), "cy": ("no", "yes", "yes")}
QUESTION = "/campaigns/trial/adjudicate/1/"


@pytest.fixture
def voorhees(tmp_path: Path, transactional_db: None) -> Account:
    """An adjudicator and organizer of a question that three people judged, each item by two against one."""
    import_records(
        tmp_path, record("A-1", "<P>\nFound on 9 April 1926.\n"), record("B-1", "<P>\nSeen in April.\n")
    )
    campaign = factory.make_campaign(collection_slug="wire")
    (question,) = factory.make_questions(campaign, "1", type="factoid")
    items = factory.make_items(question, *ANSWERS)
    for member in assessors(campaign, *GRADES):
        row = give(question, member)
        for item, grade in zip(items, GRADES[member.name], strict=True):
            judge(row, item, grade, note=f"{member.name} thinks so")
    return factory.make_member(campaign, "voorhees", "organizer", "adjudicator")


def decisions() -> dict[str, tuple[str, str, bool, str]]:
    rows = Adjudication.objects.exclude(grade="").select_related("item")
    return {row.item.answer: (row.grade, row.ground, row.overruled, row.note) for row in rows}


def test_a_question_is_adjudicated_with_keys_alone(
    page: Page, context: BrowserContext, live_server: LiveServer, voorhees: Account
) -> None:
    sign_in(context, voorhees, live_server)
    page.goto(QUESTION)
    string, status = page.locator(".case .string"), page.locator("[data-open-items]")
    expect(string).to_have_text("9 April")
    expect(status).to_have_text("3 of 3 open")
    expect(page.locator(".case")).to_contain_text("ada thinks so")
    expect(page.frame_locator(".frames iframe").locator("#hit-1")).to_have_text("9 April")

    page.keyboard.press("m")
    expect(string).to_have_text("9 April 1926")
    page.keyboard.press("n")
    page.keyboard.type("the year is not asked: migm12\n")
    page.keyboard.press("Escape")
    page.keyboard.press("2")
    page.keyboard.press("g")
    expect(string).to_have_text("in April")
    assert decisions() == {
        "9 April": ("no", "opinion", False, ""),
        "9 April 1926": ("no", "misapplied", True, "the year is not asked: migm12"),
    }
    first = page.locator(".jdo tbody tr").first
    expect(first.locator("th, td")).to_have_text(["Now", "3", "3", "1", ".000"])

    page.keyboard.press("u")
    expect(string).to_have_text("9 April 1926")
    expect(status).to_have_text("2 of 3 open")
    assert set(decisions()) == {"9 April"}
    page.keyboard.press("i")
    expect(string).to_have_text("in April")
    page.keyboard.press("k")
    expect(string).to_have_text("9 April 1926")
    page.keyboard.press("j")
    expect(string).to_have_text("in April")
    page.keyboard.press("m")
    expect(status).to_have_text("0 of 3 open")
    assert decisions()["9 April 1926"][1] == "inconsistent"


def test_after_the_last_decision_keys_decide_nothing_until_one_goes_back_to_an_item(
    page: Page, context: BrowserContext, live_server: LiveServer, voorhees: Account
) -> None:
    sign_in(context, voorhees, live_server)
    page.goto(QUESTION)
    string, told = page.locator(".case .string"), page.locator("[data-part=told]")
    for answer in ("9 April", "9 April 1926", "in April"):
        expect(string).to_have_text(answer)
        page.get_by_role("button", name=re.compile("^Keep .*opinion")).focus()
        page.keyboard.press("Enter")
    expect(told).to_contain_text("All disputed items of the campaign are decided.")
    voice = page.locator("[data-announce]")
    expect(voice).to_contain_text("To change a decision, choose its item in the list.")
    for key in ("Enter", "2", "g", "i", "m"):  # too many
        page.keyboard.press(key)
    expect(voice).to_have_text("To change a decision, choose its item in the list.")
    page.keyboard.press("/")
    page.keyboard.type("april\n")
    expect(page).to_have_url(
        re.compile("find=april")
    )  # the page of the search is there: a key is not one too many
    page.keyboard.press("Escape")
    page.keyboard.press("g")
    expect_done(page)
    page.goto(QUESTION)  # nor does somebody who opens the question anew mean its first item
    expect(string).to_have_text("9 April")
    page.keyboard.press("g")
    expect_done(page)
    assert Change.objects.filter(kind=ChangeKind.DECISION).count() == 3
    assert {said[1] for said in decisions().values()} == {"opinion"}
    page.locator(".item[aria-current]").click()
    expect(told).not_to_contain_text("To change a decision")
    page.keyboard.press("g")
    expect(page.locator(".decided")).to_contain_text("misapplied")
    assert decisions()["9 April"][1] == "misapplied"


def test_a_decision_whose_answer_is_lost_is_not_called_unsaved(
    page: Page, context: BrowserContext, live_server: LiveServer, voorhees: Account
) -> None:
    def lose(route: Route) -> None:
        route.fetch()
        route.abort()

    sign_in(context, voorhees, live_server)
    page.route("**/decide/", lose)
    page.goto(QUESTION)
    page.keyboard.press("m")
    expect(page.get_by_role("alert")).to_contain_text("it is not known whether this was saved")
    assert set(decisions()) == {"9 April"}
    page.unroute("**/decide/")
    page.keyboard.press("m")
    expect(page.locator(".case .string")).to_have_text("9 April 1926")
    assert Change.objects.filter(kind=ChangeKind.DECISION).count() == 1


def test_the_way_up_names_the_question_that_was_opened_in_place(
    page: Page, context: BrowserContext, live_server: LiveServer, voorhees: Account
) -> None:
    campaign = Campaign.objects.get()
    (question,) = factory.make_questions(campaign, "2", type="factoid")
    (item,) = factory.make_items(question, ANSWERS[0])
    for member, grade in zip(
        campaign.members.filter(name__in=GRADES).order_by("name"), ("yes", "no"), strict=False
    ):
        judge(give(question, member), item, grade)
    sign_in(context, voorhees, live_server)
    page.goto(QUESTION)
    for _, answer in ANSWERS:
        expect(page.locator(".case .string")).to_have_text(answer)
        page.keyboard.press("m")
    expect(page.locator(".question")).to_contain_text("factoid · 2")
    expect(page.locator(".crumbs")).to_contain_text("question 2")


def test_the_list_of_keys_is_beside_the_decision_in_a_wide_window(
    page: Page, context: BrowserContext, live_server: LiveServer, voorhees: Account
) -> None:
    sign_in(context, voorhees, live_server)
    page.set_viewport_size({"width": 1440, "height": 900})
    page.goto(QUESTION)
    form, keys = page.locator("#decision").bounding_box(), page.locator(".keys summary").bounding_box()
    assert form
    assert keys
    assert form["y"] <= keys["y"]
    assert keys["y"] + keys["height"] <= form["y"] + form["height"]


def test_enter_on_a_grade_decides_nothing(
    page: Page, context: BrowserContext, live_server: LiveServer, voorhees: Account
) -> None:
    sign_in(context, voorhees, live_server)
    page.goto(QUESTION)
    page.get_by_role("radio", name="yes").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("No ground was chosen.")
    assert decisions() == {}


PAGES = (
    QUESTION,
    "/campaigns/trial/adjudicate/",
    "/campaigns/trial/rulings/",
    "/campaigns/trial/agreement/",
    "/campaigns/trial/agreement/?a=ada&b=bo",
    "/campaigns/trial/agreement/items/?first=yes&second=no",
    "/campaigns/trial/assign/",
    "/campaigns/trial/assign/question/1/",
)


def test_the_pages_are_accessible_and_never_wider_than_the_window(
    page: Page,
    context: BrowserContext,
    live_server: LiveServer,
    voorhees: Account,
    assert_accessible_in_both: Callable[[], None],
) -> None:
    sign_in(context, voorhees, live_server)
    write_ruling(campaign=Campaign.objects.get(), text="A year counts.", by=voorhees)
    bring_axe(page)
    for width in (1366, 390):
        page.set_viewport_size({"width": width, "height": 800})
        for address in PAGES:
            page.goto(address)
            assert_accessible_in_both()
            assert page.evaluate("document.documentElement.scrollWidth") <= width, (address, width)


def test_the_document_has_its_height_at_200_percent(
    page: Page, context: BrowserContext, live_server: LiveServer, voorhees: Account
) -> None:
    sign_in(context, voorhees, live_server)
    for width, height in ((720, 450), (390, 844), (960, 540)):
        page.set_viewport_size({"width": width, "height": height})
        page.goto(QUESTION)
        box = page.locator(".frames iframe").bounding_box()
        assert box
        assert box["height"] > 80, (width, box)


def test_decisions_open_the_next_dispute_in_place(
    page: Page, context: BrowserContext, live_server: LiveServer, voorhees: Account
) -> None:
    """Nothing is loaded anew, the focus stays, runs are hidden until then, and another's decision is told."""
    sign_in(context, voorhees, live_server)
    page.goto(QUESTION)
    page.evaluate("window.isSamePage = true")
    string, told = page.locator(".case .string"), page.locator("[data-part=told]")
    expect(page.locator(".givers")).to_have_text("The runs are shown once you have decided.")
    labels = ["Overrule to “yes”: guideline misapplied", "Overrule to “yes”: inconsistent"]
    expect(page.locator("[data-choice]")).to_have_text(labels)
    page.keyboard.press("1" if page.get_by_role("radio", name="no").get_attribute("data-key") == "1" else "2")
    expect(page.locator("[data-choice]").first).to_have_text("Keep “no”: guideline misapplied")
    page.get_by_role("button", name="Keep “no” (opinion)").focus()
    page.keyboard.press("Enter")
    expect(string).to_have_text("9 April 1926")
    expect(page.get_by_role("button", name="Keep “yes” (opinion)")).to_be_focused()
    expect(page.locator(".frames iframe")).to_have_count(1)

    page.keyboard.press("/")
    page.keyboard.type("found\n")
    expect(page.frame_locator(".frames iframe.shown").locator("#find-1")).to_have_text("Found")
    expect(page.locator(".tools .hits")).to_contain_text("1 of 1")
    expect(page.get_by_label("Find in document")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.get_by_role("link", name="text", exact=True)).to_have_attribute(
        "href", re.compile("view=text")
    )
    page.keyboard.press("?")
    expect(page.locator("details.keys")).to_have_attribute("open", "")
    expect(page.locator("details.keys .popup")).to_be_in_viewport(ratio=1)
    page.keyboard.press("Escape")

    page.keyboard.press("n")
    page.keyboard.type("not decided yet")
    page.keyboard.press("Escape")
    page.keyboard.press("j")
    expect(string).to_have_text("in April")
    page.keyboard.press("k")
    expect(page.get_by_label("Note on the decision")).to_have_value("not decided yet")

    item = PoolItem.objects.get(answer="9 April 1926")
    decide(item=item, grade="no", ground="inconsistent", by=None)
    page.keyboard.press("m")
    expect(told).to_contain_text("changed this decision meanwhile: it is now “no”")
    expect(page.get_by_label("Note on the decision")).to_have_value("not decided yet")
    page.keyboard.press("m")
    expect(string).to_have_text("in April")
    lose_network(page)
    page.keyboard.press("m")
    expect(told).to_contain_text("it is not known whether this was saved")
    find_network(page)
    page.keyboard.press("m")
    expect(page.locator("[data-open-items]")).to_have_text("0 of 3 open")
    page.go_back()
    expect(string).to_have_text("9 April 1926")
    assert page.evaluate("window.isSamePage")
    assert {answer: said[0] for answer, said in decisions().items()} == {
        "9 April": "no",
        "9 April 1926": "yes",
        "in April": "yes",
    }
