"""A sitting of annotating in a real browser: by keys alone, by mouse alone, changed, taken back, and with the rule."""

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import BrowserContext, Page, Route, expect
from pytest_django.live_server_helper import LiveServer

from assessment.campaigns.services.campaigns import write_guidelines
from assessment.judging.models import Assignment, PageAnnotation
from tests.browser.annotating import DATE, FOUND_BOX, Sitting, choose_box, document, mark_words, step
from tests.browser.judging import sign_in
from tests.browser.waiting import expect_saved, expect_step, find_network, lose_network

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def sitting(tmp_path: Path, context: BrowserContext, live_server: LiveServer) -> Sitting:
    sitting = Sitting(tmp_path)
    sign_in(context, sitting.ada, live_server)
    return sitting


def test_a_sitting_by_keys_alone(sitting: Sitting, page: Page, assert_accessible: Callable[[], None]) -> None:
    page.goto(sitting.url)
    expect(page.locator("iframe[data-frame]")).to_be_hidden()  # the question comes before its page
    assert not [frame for frame in page.frames if "view=boxes" in frame.url]
    assert_accessible()
    page.keyboard.press("g")
    choose_box(page)
    assert_accessible()
    mark_words(page, *DATE)
    expect(page.locator("[data-chips] li span")).to_have_text(["9 April 1926"])
    assert_accessible()
    page.keyboard.press("Enter")
    expect_step(page, "done")
    expect(page.locator("[data-line=short] [data-said-of]")).to_have_text("“9 April 1926”")
    expect_saved(page)
    assert_accessible()
    assert sitting.said() == ("good", FOUND_BOX, [sitting.tokens_of(*DATE)], "NONE")
    page.keyboard.press("Enter")
    page.wait_for_url(f"**{sitting.address(1)}")
    expect(page.get_by_role("heading", level=1)).to_have_text("who discovered the halden comet")
    expect_step(page, "question")
    assert Assignment.objects.get(pk=sitting.mine.pk).finished_at


def test_a_sitting_by_mouse_alone(sitting: Sitting, page: Page) -> None:
    page.goto(sitting.url)
    page.get_by_role("button", name="Good question").click()
    paragraph = document(page).get_by_text("The comet was found")
    paragraph.hover()
    expect(page.locator("[data-kind]")).to_have_text("Paragraph · 25 words")
    paragraph.click()
    expect_step(page, "short")
    box = paragraph.bounding_box()
    assert box
    page.mouse.move(box["x"] + 2, box["y"] + 10)
    page.mouse.down()
    page.mouse.move(box["x"] + 60, box["y"] + 10, steps=4)
    page.mouse.up()
    expect(page.locator("[data-chips] li")).to_have_count(1)
    page.get_by_role("button", name="Take away").click()
    expect(page.locator("[data-chips] li")).to_have_count(0)
    page.get_by_role("button", name="Yes", exact=True).click()
    expect_step(page, "done")
    page.get_by_role("link", name="change the short answer").click()
    page.get_by_role("button", name="No short answer").click()
    expect_saved(page)
    assert sitting.said() == ("good", FOUND_BOX, [], "NONE")
    page.get_by_role("button", name="Finish, next question").click()
    page.wait_for_url(f"**{sitting.address(1)}")


def test_a_bad_question_ends_the_sitting(sitting: Sitting, page: Page) -> None:
    page.goto(sitting.url)
    page.keyboard.press("1")  # a reason is given for a bad question alone
    expect_step(page, "question")
    page.keyboard.press("b")
    page.keyboard.press("2")
    expect_step(page, "done")
    expect(page.locator("[data-line=question] [data-said-of]")).to_have_text("Bad: incomprehensible")
    expect(page.locator("iframe[data-frame]")).to_be_hidden()
    expect_saved(page)
    assert PageAnnotation.objects.get().reason == "incomprehensible"
    page.keyboard.press("c")
    expect_step(page, "question")
    page.keyboard.press("g")
    expect_step(page, "long")
    page.keyboard.press("n")
    expect_step(page, "done")
    expect_saved(page)
    assert sitting.said() == ("good", -1, None, "NONE")


def test_what_was_said_is_changed_and_taken_back(sitting: Sitting, page: Page) -> None:
    page.goto(sitting.url)
    page.keyboard.press("g")
    choose_box(page)
    page.keyboard.press("y")
    expect_step(page, "done")
    page.keyboard.press("2")
    expect_step(page, "long")
    page.keyboard.press("n")
    expect_step(page, "done")
    expect_saved(page)
    assert sitting.said() == ("good", -1, None, "NONE")
    page.keyboard.press("u")
    expect(page.locator("[data-line=short] [data-said-of]")).to_have_text("Yes")
    expect_saved(page)
    assert sitting.said() == ("good", FOUND_BOX, [], "YES")
    page.reload()  # older changes are the server's to take back
    expect(page.locator("[data-undo-label]")).to_have_text("Undo: short answer: yes")
    page.keyboard.press("u")
    expect_step(page, "short")
    page.keyboard.press("Backspace")
    expect_step(page, "long")
    page.keyboard.press("Backspace")
    expect_step(page, "question")
    page.keyboard.press("g")  # says nothing new
    expect_step(page, "short")
    expect_saved(page)
    assert sitting.said() == ("good", FOUND_BOX, None, "NONE")


def test_another_box_has_no_short_answer_yet_without_asking_the_server(sitting: Sitting, page: Page) -> None:
    page.goto(sitting.url)
    page.keyboard.press("g")
    choose_box(page)
    page.keyboard.press("y")
    expect_step(page, "done")
    expect_saved(page)
    lose_network(page)
    page.keyboard.press("2")
    expect_step(page, "long")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("[data-outlined] [data-text]")).to_contain_text("The Halden comet")
    page.keyboard.press("Enter")
    expect_step(page, "short")
    find_network(page)
    expect_saved(page)
    assert sitting.said() == ("good", FOUND_BOX - 1, None, "NONE")


def test_keys_work_wherever_the_focus_is(sitting: Sitting, page: Page) -> None:
    page.goto(sitting.url)
    page.keyboard.press("g")
    expect_step(page, "long")
    document(page).get_by_role("heading", name="Observers").click()
    page.keyboard.press("?")
    expect(page.locator("details.keys .popup")).to_be_visible()
    page.keyboard.press("?")
    expect(page.locator("details.keys .popup")).to_be_hidden()
    page.keyboard.press("/")
    expect(page.locator("[name=find]")).to_be_focused()
    page.keyboard.type("gunn")  # typed, and no key of the page
    expect(page.locator("[name=find]")).to_have_value("gunn")
    expect_step(page, "long")
    page.keyboard.press("Escape")
    expect(page.locator("iframe[data-frame]")).to_be_focused()  # a moment later
    for held in ("Control", "Alt", "Meta"):
        page.keyboard.press(f"{held}+n")
    page.keyboard.press("?")  # heard after them
    expect(page.locator("details.keys .popup")).to_be_visible()
    page.keyboard.press("?")
    expect_step(page, "long")
    document(page).get_by_role("heading", name="Observers").click()
    page.keyboard.press("n")
    expect_step(page, "done")
    page.get_by_role("link", name="change the long answer").focus()
    page.keyboard.press("Enter")  # the link, not "finish"
    expect_step(page, "long")


def test_a_box_that_breaks_the_rule_is_told(sitting: Sitting, page: Page) -> None:
    page.goto(sitting.url)
    page.keyboard.press("g")
    document(page).get_by_text("It was seen again").hover()
    expect(page.locator("[data-kind]")).to_have_text("Item · 6 words")
    page.keyboard.press("ArrowUp")
    expect(page.locator("[data-kind]")).to_contain_text("List")
    page.keyboard.press("Enter")
    expect_step(page, "short")
    expect(page.locator("[data-recall]")).to_be_hidden()
    mark_words(page, 5, 6)
    expect(page.locator("[data-because]")).to_have_text("A smaller box has the whole short answer.")
    expect(page.locator("[data-other]")).to_have_text("Take the item of 6 words")
    page.keyboard.press("t")
    expect(page.locator("[data-line=long] [data-said-of]")).to_have_text(
        "Item, 6 words: “It was seen again in 1997.”"
    )
    expect(page.locator("[data-chips] li span")).to_have_text(["1997"])
    page.keyboard.press("Enter")
    expect_step(page, "done")
    page.keyboard.press("2")
    document(page).get_by_text("The comet was found").click()
    expect_step(page, "short")
    mark_words(page, *DATE)
    expect(page.locator("[data-because]")).to_have_text("An earlier box has the same words.")
    page.keyboard.press("Enter")
    page.keyboard.press("t")
    expect(page.locator("[data-line=long] [data-said-of]")).to_have_text(
        "Row, 4 words: “Discovered 9 April 1926”"
    )
    expect(page.locator("[data-line=short] [data-said-of]")).to_have_text("“9 April 1926”")
    expect(page.locator("[data-recall]")).to_be_hidden()
    expect_saved(page)


def test_on_a_phone_the_sheet_leaves_the_box_in_view(sitting: Sitting, page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(sitting.address(2))
    expect(page.get_by_role("heading", level=1)).to_have_css("direction", "rtl")
    page.keyboard.press("g")
    choose_box(page)
    for name in ("short", "done"):
        expect_step(page, name)
        expect(document(page).get_by_text("The comet was found")).to_be_in_viewport(ratio=1)
        frame, panel = (page.locator(part).bounding_box() for part in ("iframe[data-frame]", ".panel"))
        assert frame
        assert panel
        assert frame["y"] + frame["height"] <= panel["y"] + 1
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        small = "e => e.offsetParent && (e.offsetHeight < 24 || e.offsetWidth < 24) && e.outerHTML"
        found = page.locator(".panel :is(button, a)").evaluate_all(f"all => all.map({small}).filter(Boolean)")
        assert not found
        page.keyboard.press("y")
    expect(step(page)).to_have_count(0)


def test_guidelines_are_read_and_the_organizer_is_asked_beside_the_page(sitting: Sitting, page: Page) -> None:
    write_guidelines(campaign=sitting.campaign, text="The smallest box that holds the answer.", by=None)
    page.goto(sitting.address(0))
    page.locator("details.guide summary").click()
    expect(page.get_by_text("The smallest box that holds the answer.")).to_be_visible()
    page.locator("details.ask summary").click()
    page.get_by_label("Your question").fill("Is a caption a box?")
    page.get_by_role("button", name="Send to the organizer").click()
    expect(page.get_by_text("Sent to the organizer.")).to_be_visible()


@pytest.mark.parametrize(("width", "height"), [(720, 450), (360, 225)])
def test_at_large_zoom_the_page_fills_the_window_and_the_panel_is_reached(
    sitting: Sitting, page: Page, width: int, height: int
) -> None:
    page.set_viewport_size({"width": width, "height": height})
    page.goto(sitting.address(0))
    page.keyboard.press("g")
    choose_box(page)
    expect_step(page, "short")
    frame = page.locator("iframe[data-frame]")
    frame.scroll_into_view_if_needed()
    box = frame.bounding_box()
    assert box
    assert box["height"] >= height / 2
    assert box["width"] >= width / 2
    none = page.get_by_role("button", name="No short answer")
    none.scroll_into_view_if_needed()
    expect(none).to_be_in_viewport()
    page.keyboard.press("n")
    expect_step(page, "done")
    assert page.evaluate("document.documentElement.scrollWidth") <= width


class TestByTouch:
    """A finger outlines a box first, and chooses it when it taps again."""

    @pytest.fixture
    def browser_context_args(self, browser_context_args: dict[str, Any]) -> dict[str, Any]:
        screen = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
        return {**browser_context_args, **screen}

    def test_a_sitting(self, sitting: Sitting, page: Page) -> None:
        page.clock.install()
        page.goto(sitting.url)
        page.get_by_role("button", name="Good question").tap()
        paragraph = document(page).get_by_text("The comet was found")
        paragraph.tap()
        expect(page.locator("[data-kind]")).to_have_text("Paragraph · 25 words")
        page.clock.fast_forward(600)  # longer than TAP in static/js/annotating/annotate.js
        expect_step(page, "long")
        paragraph.tap()
        expect_step(page, "short")
        page.get_by_role("button", name="Back").tap()
        expect_step(page, "long")
        page.get_by_role("button", name="Next").tap()
        page.get_by_role("button", name="Choose this box").tap()
        expect_step(page, "short")
        page.get_by_role("button", name="No short answer").tap()
        expect_step(page, "done")
        expect_saved(page)
        assert sitting.said() == ("good", FOUND_BOX + 1, [], "NONE")

    def test_a_box_that_is_outlined_alone_holds_no_keys(self, sitting: Sitting, page: Page) -> None:
        page.clock.install()
        page.goto(sitting.url)
        page.clock.pause_at(timezone.now() + timedelta(hours=1))
        page.get_by_role("button", name="Good question").tap()
        document(page).get_by_text("The comet was found").tap()
        expect(page.locator("[data-kind]")).to_have_text("Paragraph · 25 words")
        page.keyboard.press("n")
        expect_step(page, "done")


def test_a_page_that_is_missing_is_told_and_no_answer_given(sitting: Sitting, page: Page) -> None:
    sitting.campaign.collection_slug = ""
    sitting.campaign.save()
    page.goto(sitting.url)
    expect(page.get_by_text("there is no page to answer from")).to_be_visible()
    page.keyboard.press("g")
    expect_step(page, "long")
    page.keyboard.press("n")
    expect(page.locator("[data-said]")).to_have_text("Without its page the question has no answer yet.")
    expect_saved(page)
    assert sitting.said() == ("good", None, None, "NONE")


def test_a_number_that_leads_nowhere_says_why(sitting: Sitting, page: Page) -> None:
    page.goto(sitting.address(0))
    said = page.locator("[data-announce]")
    for key, why in (
        ("2", "First say that the question is bad; then a number says why."),
        ("g", "Good question. Long answer"),
        ("2", "Long answer"),
        ("3", "Choose the long answer first."),
        ("n", "No long answer. All said"),
        ("3", "Without a long answer there is no short one."),
        ("1", "Is it a good question?"),
        ("b", "Is it a good question?"),
        ("1", "All said"),
        ("2", "A bad question has no answers."),
        ("3", "A bad question has no answers."),
        ("1", "Is it a good question?"),
    ):
        page.keyboard.press(key)
        expect(said).to_contain_text(why)


def test_a_page_that_comes_late_closes_nothing_that_was_opened_meanwhile(
    sitting: Sitting, page: Page
) -> None:
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/documents/pages/**", hold)
    page.goto(sitting.url)
    page.keyboard.press("g")
    expect_step(page, "long")
    page.keyboard.press("1")
    expect_step(page, "question")
    page.keyboard.press("b")
    expect(page.locator("[data-reasons]")).to_have_attribute("open", "")
    held.pop().continue_()
    expect(page.locator("[data-page] [data-waiting]")).to_have_attribute("hidden", "")  # it is ready
    page.keyboard.press("1")
    expect_step(page, "done")
    expect_saved(page)
    assert sitting.said() == ("bad", None, None, "NONE")
