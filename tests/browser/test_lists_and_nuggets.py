"""Answer classes, nuggets and votes in a real browser: keys, a lost network, reloads, two windows."""

from collections.abc import Callable
from uuid import uuid4

import pytest
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from assessment.campaigns.models import Campaign
from assessment.judging.models import Assignment, Judgment, Nugget, NuggetMatch, NuggetVote, Reading
from assessment.judging.services.judgments import record_judgment
from assessment.judging.services.nuggets import write_nugget
from tests import factory
from tests.browser.judging import sign_in
from tests.browser.waiting import expect_saved, find_network, lose_network

pytestmark = pytest.mark.django_db(transaction=True)

SHIPS = ("Aster", "the Aster", "Grey Gull", "grey gull", "Tolm")


@pytest.fixture
def campaign(db: None) -> Campaign:
    return factory.make_campaign("comet", "series2004")


@pytest.fixture
def listed(campaign: Campaign, context: BrowserContext, live_server: LiveServer) -> Assignment:
    (question,) = factory.make_questions(campaign, "1.2", type="LIST", series="1")
    items = factory.make_items(question, *((f"D{number}", ship) for number, ship in enumerate(SHIPS)))
    ada = factory.make_account("ada")
    row = factory.make_assignment(question, ada)
    for item in items:
        record_judgment(
            by=ada, assignment_id=row.pk, item_id=item.pk, seen=0, client_id=uuid4(), grade="correct"
        )
    sign_in(context, ada, live_server)
    return row


@pytest.fixture
def other(campaign: Campaign, context: BrowserContext, live_server: LiveServer) -> Assignment:
    (question,) = factory.make_questions(campaign, "1.4", type="OTHER", series="1")
    factory.make_items(
        question, ("D1", "its lamp burned whale oil"), ("D2", "nothing"), ("D3", "a lamp of brass")
    )
    ada = factory.make_account("ada")
    sign_in(context, ada, live_server)
    return factory.make_assignment(question, ada)


def classes() -> dict[str, str]:
    rows = Judgment.objects.exclude(answer_class=None).values_list("item__answer", "answer_class__text")
    return dict(rows)


def test_answers_are_grouped_by_key(
    listed: Assignment, page: Page, assert_accessible: Callable[[], None]
) -> None:
    page.goto(f"/judge/{listed.pk}/classes/")
    page.keyboard.press("c")  # Aster
    page.keyboard.press("c")  # Grey Gull
    page.keyboard.press("s")
    page.keyboard.type("Grey Gull")
    page.keyboard.press("Enter")  # grey gull
    expect_saved(page)
    page.keyboard.press("1")  # the Aster, as proposed
    expect(page.locator("[data-left]").first).to_have_text("1")
    page.get_by_role("button", name="One class for each remaining answer").click()
    expect(
        page.get_by_label("Without a class").get_by_text("Every correct answer has a class.")
    ).to_be_visible()
    expect_saved(page)
    assert classes() == {
        "Aster": "Aster",
        "the Aster": "Aster",
        "Grey Gull": "Grey Gull",
        "grey gull": "Grey Gull",
        "Tolm": "Tolm",
    }
    assert_accessible()


def test_classes_wait_for_the_network_and_are_undone(
    listed: Assignment, page: Page, context: BrowserContext
) -> None:
    page.goto(f"/judge/{listed.pk}/classes/")
    lose_network(page)
    page.keyboard.press("c")
    page.keyboard.press("c")
    expect(page.locator("[data-saving]")).to_contain_text("2 waiting")
    expect(page.locator(".board .class:visible")).to_have_count(2)
    assert classes() == {}
    find_network(page)
    expect_saved(page)
    assert classes() == {"Aster": "Aster", "Grey Gull": "Grey Gull"}
    page.keyboard.press("u")
    expect(page.locator("[data-undo-label]")).to_have_text("Undo: put “Aster” into a class")
    expect(page.locator(".board .class:visible")).to_have_count(1)


def test_answers_are_dragged_and_classes_merged_and_renamed(listed: Assignment, page: Page) -> None:
    page.goto(f"/judge/{listed.pk}/classes/")
    answer = page.locator("li.answer")
    answer.filter(has_text="Tolm").drag_to(answer.filter(has_text="Grey Gull").first)
    expect(page.locator(".board .class:visible")).to_have_count(1)
    page.keyboard.press("c")
    expect(page.locator(".board .class:visible")).to_have_count(2)
    group = page.locator(".board .class:visible").filter(has_text="Aster")
    group.get_by_label("Change this class").click()
    page.locator("[name=into]").fill("Grey Gull")
    page.get_by_role("button", name="Merge").click()
    expect(page.locator(".board .class:visible")).to_have_count(1)
    page.keyboard.press("e")
    page.locator("[name=label]").fill("The ships")
    page.keyboard.press("Enter")
    expect_saved(page)
    assert set(classes().values()) == {"The ships"}
    assert len(classes()) == 3


def test_a_class_merged_in_another_window_meanwhile_is_told(listed: Assignment, page: Page) -> None:
    page.goto(f"/judge/{listed.pk}/classes/")
    page.get_by_role("button", name="One class for each remaining answer").click()
    expect(
        page.get_by_label("Without a class").get_by_text("Every correct answer has a class.")
    ).to_be_visible()
    expect_saved(page)
    stale = page.context.new_page()
    stale.goto(page.url)
    for window, into in ((page, "Grey Gull"), (stale, "Aster")):
        window.locator(".board .class").filter(has_text="Tolm").get_by_label("Change this class").click()
        window.locator("[name=into]").fill(into)
        window.get_by_role("button", name="Merge").click()
        expect(window.locator("[data-saving]")).to_have_text(
            "all saved ✓" if window is page else "1 not saved"
        )
    expect(stale.get_by_text("has no answers any more")).to_be_visible()
    assert classes()["Tolm"] == "Grey Gull"


def test_a_nugget_typed_halfway_is_there_after_the_page_was_left(other: Assignment, page: Page) -> None:
    written = page.locator("[data-write] [name=text]")
    page.goto(f"/judge/{other.pk}/")
    page.keyboard.press("n")
    page.keyboard.type("it was of")
    page.goto("/")
    page.goto(f"/judge/{other.pk}/")
    expect(written).to_have_value("it was of")
    page.keyboard.press("n")
    page.keyboard.type(" brass")
    page.keyboard.press("Enter")
    expect_saved(page)
    page.reload()
    expect(page.locator("[data-nuggets]")).to_contain_text("it was of brass")
    expect(written).to_have_value("")


def test_nuggets_are_written_from_selected_words_and_marked_by_key(
    other: Assignment, page: Page, assert_accessible: Callable[[], None]
) -> None:
    page.goto(f"/judge/{other.pk}/")
    page.locator("[data-text]").select_text()
    page.keyboard.press("n")
    expect(page.locator("[data-write] [name=text]")).to_have_value("its lamp burned whale oil")
    page.keyboard.press("Enter")
    page.keyboard.press("n")
    page.keyboard.type("it was of brass")
    page.keyboard.press("Shift+Enter")
    expect(page.locator("[data-key='2']")).to_be_visible()
    page.keyboard.press("2")  # takes the mark away again
    page.keyboard.press("Enter")
    expect(page.locator("[data-text]")).to_have_text("nothing")
    page.keyboard.press("Enter")
    page.keyboard.press("2")
    page.keyboard.press("Enter")
    expect_saved(page)
    expect(page.locator("[data-finish] b")).to_be_visible()
    marks = set(NuggetMatch.objects.values_list("item__answer", "nugget__text"))
    assert marks == {
        ("its lamp burned whale oil", "its lamp burned whale oil"),
        ("a lamp of brass", "it was of brass"),
    }
    assert dict(NuggetVote.objects.values_list("nugget__text", "vote")) == {
        "its lamp burned whale oil": "vital",
        "it was of brass": "okay",
    }
    assert_accessible()
    page.get_by_role("button", name="Finish the question").click()
    expect(page.get_by_text("Question 1.4 is finished.")).to_be_visible()


def test_nuggets_and_marks_outlive_a_lost_network_and_a_reload(
    other: Assignment, page: Page, context: BrowserContext
) -> None:
    page.goto(f"/judge/{other.pk}/")
    page.route("**/nuggets/**", lambda route: route.abort())
    page.keyboard.press("n")
    page.keyboard.type("a lamp")
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(page.locator("[data-saving]")).to_contain_text("waiting")
    assert not Nugget.objects.exists()
    page.unroute("**/nuggets/**")
    page.reload()
    expect_saved(page)
    assert Nugget.objects.get().text == "a lamp"
    assert Reading.objects.count() == 2
    expect(page.locator(".nugget .words")).to_have_text(["a lamp"])


def test_the_list_of_answers_scrolls_and_the_page_around_it_stays(other: Assignment, page: Page) -> None:
    lamps = [f"lamp {number} of the lights along the northern shore" for number in range(12)]
    factory.make_items(other.question, *(("D4", lamp) for lamp in lamps))
    for lamp in lamps:  # a page that is longer than the window
        write_nugget(
            by=other.member.account,
            assignment_id=other.pk,
            client_id=uuid4(),
            uid=uuid4(),
            text=lamp,
            vote="okay",
        )
    page.set_viewport_size({"width": 390, "height": 420})
    page.goto(f"/judge/{other.pk}/?item={other.question.pool_items.latest('pk').pk}")
    expect(page.locator("[data-text]")).to_have_text(lamps[-1])
    assert page.evaluate("scrollY") == 0
    expect(page.locator(".item[aria-current]")).to_be_in_viewport()
    page.keyboard.press("k")
    expect(page.locator("[data-text]")).to_have_text(lamps[-2])
    assert page.evaluate("scrollY") == 0


def test_two_windows_reword_one_nugget(other: Assignment, page: Page) -> None:
    uid = uuid4()
    write_nugget(
        by=other.member.account,
        assignment_id=other.pk,
        client_id=uuid4(),
        uid=uid,
        text="a lamp",
        vote="vital",
    )
    page.goto(f"/judge/{other.pk}/")
    Nugget.objects.update(text="the lamp")
    line = page.locator(".nugget")
    line.locator("details summary").click()
    line.locator("textarea").fill("one lamp")
    line.get_by_role("button", name="Reword").click()
    problem = page.locator(".problem")
    expect(problem).to_contain_text("changed in another window, or by another assessor, meanwhile")
    expect(problem).to_contain_text("“one lamp”")
    assert Nugget.objects.get().text == "the lamp"
    problem.get_by_role("button", name="Set aside").click()
    expect(page.locator(".nugget .words")).to_have_text(["the lamp"])
    expect(problem).to_have_count(0)


def test_votes_by_key(other: Assignment, page: Page, assert_accessible: Callable[[], None]) -> None:
    for number, text in enumerate(("one", "two"), 1):
        Nugget.objects.create(question=other.question, name=str(number), text=text, position=number)
    Assignment.objects.filter(pk=other.pk).update(stage="votes", asked=2)
    page.goto(f"/judge/{other.pk}/")
    expect(page.get_by_text("its lamp burned whale oil")).to_have_count(0)
    expect(page.locator("[data-canonical]")).to_be_hidden()
    page.keyboard.press("v")
    page.keyboard.press("o")
    expect_saved(page)
    assert dict(NuggetVote.objects.values_list("nugget__text", "vote")) == {"one": "vital", "two": "okay"}
    assert_accessible()
    page.get_by_role("button", name="Finish voting").click()
    expect(page.get_by_text("Question 1.4 is finished.")).to_be_visible()
