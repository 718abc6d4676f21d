"""Two people, a slow server and an ended session at the desks for classes and nuggets: everybody sees what happened."""

from collections.abc import Callable
from uuid import uuid4

import pytest
from django.contrib.sessions.models import Session
from playwright.sync_api import BrowserContext, Page, Route, expect
from pytest_django.live_server_helper import LiveServer

from assessment.judging.models import Assignment, Judgment, Nugget, NuggetMatch, NuggetVote
from assessment.judging.services.judgments import record_judgment
from assessment.judging.services.nuggets import reword_nugget
from tests import factory
from tests.browser.judging import sign_in
from tests.browser.waiting import expect_ready, expect_saved

pytestmark = pytest.mark.django_db(transaction=True)
ANSWERS = (("D1", "its lamp burned whale oil"), ("D2", "nothing"), ("D3", "a lamp of brass"))


@pytest.fixture
def ada(db: None, context: BrowserContext, live_server: LiveServer) -> Assignment:
    (question,) = factory.make_questions(
        factory.make_campaign("comet", "series2004"), "1.4", type="OTHER", series="1"
    )
    factory.make_items(question, *ANSWERS)
    for number, text in enumerate(("its lamp", "whale oil"), 1):
        Nugget.objects.create(question=question, name=str(number), text=text, position=number)
    row = factory.make_assignment(question, factory.make_account("ada"))
    assert row.member.account
    sign_in(context, row.member.account, live_server)
    return row


@pytest.fixture
def theirs(
    ada: Assignment, new_context: Callable[..., BrowserContext], live_server: LiveServer
) -> tuple[Assignment, Page]:
    """Ben, who marks the same question in a browser of his own."""
    row = factory.make_assignment(ada.question, factory.make_account("ben"))
    context = new_context()
    assert row.member.account
    sign_in(context, row.member.account, live_server)
    return row, context.new_page()


def remove(page: Page, number: int) -> None:
    line = page.locator(".nugget").nth(number)
    line.locator("summary").click()
    line.get_by_role("button", name="Remove").click()
    expect_saved(page)


def test_a_nugget_is_removed_while_another_assessor_marks_it(
    ada: Assignment,
    page: Page,
    theirs: tuple[Assignment, Page],
    assert_accessible: Callable[[], None],
) -> None:
    _, other = theirs
    page.goto(f"/judge/{ada.pk}/")
    other.goto(f"/judge/{theirs[0].pk}/")
    remove(page, 0)
    other.keyboard.press("1")  # still stands on Ben's page
    expect(other.locator("[data-said]")).to_have_text(
        "“its lamp” was removed meanwhile: your mark is kept with it."
    )
    expect(other.locator(".mark .words")).to_have_text(["whale oil"])
    expect(other.locator("[data-removed] summary")).to_have_text("Removed 1")
    page.evaluate("window.dispatchEvent(new Event('focus'))")  # Ada comes back to her window
    page.locator("[data-removed] summary").click()
    expect(page.locator("[data-removed]")).to_contain_text("marked in 1 answer")
    assert_accessible()
    page.get_by_role("button", name="Bring back").click()
    expect(page.locator(".mark .words")).to_have_text(["its lamp", "whale oil"])
    other.evaluate("window.dispatchEvent(new Event('focus'))")
    expect(other.locator(".mark input:checked")).to_have_count(1)
    assert NuggetMatch.objects.get().member == theirs[0].member


def test_two_assessors_reword_one_nugget(
    ada: Assignment, page: Page, theirs: tuple[Assignment, Page]
) -> None:
    for scene, row in ((page, ada), (theirs[1], theirs[0])):
        scene.goto(f"/judge/{row.pk}/")
        scene.locator(".nugget summary").first.click()
    for scene, text in ((page, "the lamp"), (theirs[1], "one lamp")):
        scene.locator(".nugget textarea").first.fill(text)
        scene.get_by_role("button", name="Reword").first.click()
        expect(scene.locator("[data-saving]")).to_have_text("all saved ✓" if scene is page else "1 not saved")
    problem = theirs[1].locator(".problem")
    expect(problem).to_contain_text("meanwhile")
    expect(problem).to_contain_text("“one lamp”")  # what he wrote can still be copied
    problem.get_by_role("button", name="Set aside").click()
    expect(theirs[1].locator(".mark .words").first).to_have_text("the lamp")
    assert Nugget.objects.get(name="1").text == "the lamp"


def test_a_vote_on_words_that_changed_meanwhile_is_asked_again(ada: Assignment, page: Page) -> None:
    Assignment.objects.filter(pk=ada.pk).update(stage="votes", asked=2)
    page.goto(f"/judge/{ada.pk}/")
    nugget = Nugget.objects.get(name="1")
    Assignment.objects.filter(pk=ada.pk).update(stage="nuggets")
    reword_nugget(
        by=None, assignment_id=ada.pk, client_id=uuid4(), uid=nugget.uid, text="no lamp", seen="its lamp"
    )
    Assignment.objects.filter(pk=ada.pk).update(stage="votes")
    page.keyboard.press("v")
    problem = page.locator(".problem")
    expect(problem).to_contain_text("meanwhile")
    assert not NuggetVote.objects.exists()
    problem.get_by_role("button", name="Set aside").click()
    expect(page.locator(".nugget .words").first).to_have_text("no lamp")
    expect_ready(page)
    page.keyboard.press("o")
    expect_saved(page)
    page.keyboard.press("u")
    expect(page.locator("[data-said]")).to_contain_text("Undone")
    assert not NuggetVote.objects.exists()


def test_a_slow_server_loses_nothing_that_was_marked_and_written(ada: Assignment, page: Page) -> None:
    held: list[Route] = []
    is_slow = True

    def answer(route: Route) -> None:
        held.append(route)
        if not is_slow:
            route.continue_()

    page.goto(f"/judge/{ada.pk}/")
    page.route("**/nuggets/*/", answer)
    for key in ("1", "2", "Enter"):
        page.keyboard.press(key)
    page.keyboard.press("n")
    page.keyboard.type("of brass")
    page.keyboard.press("Enter")
    page.keyboard.press("n")
    page.keyboard.type("not made here")
    page.keyboard.press("Shift+Enter")
    page.keyboard.press("1")
    expect(page.locator("[data-saving]")).to_contain_text("waiting")
    expect(page.locator(".mark .words")).to_have_text(["its lamp", "whale oil", "of brass", "not made here"])
    is_slow = False
    held[0].continue_()  # one after another
    expect_saved(page)
    expect(page.locator("[data-key='4']")).to_be_visible()
    expect(page.locator(".problem")).to_have_count(0)
    assert {
        (it.item.answer, it.nugget.text) for it in NuggetMatch.objects.select_related("item", "nugget")
    } == {
        ("its lamp burned whale oil", "its lamp"),
        ("its lamp burned whale oil", "whale oil"),
        ("nothing", "of brass"),
        ("nothing", "not made here"),
        ("nothing", "its lamp"),
    }


def test_marks_wait_while_nobody_is_signed_in(
    ada: Assignment, page: Page, context: BrowserContext, live_server: LiveServer
) -> None:
    page.goto(f"/judge/{ada.pk}/")
    Session.objects.all().delete()
    page.keyboard.press("1")
    expect(page.locator("[data-saving]")).to_contain_text("Signed out: 1 judgment waiting")
    assert ada.member.account
    sign_in(context, ada.member.account, live_server)
    page.evaluate("window.dispatchEvent(new Event('focus'))")
    expect_saved(page)
    assert NuggetMatch.objects.count() == 1


def test_a_merge_moves_marks_on_the_page_too_and_undo_goes_back_step_by_step(
    ada: Assignment, page: Page
) -> None:
    page.goto(f"/judge/{ada.pk}/")
    page.keyboard.press("1")
    line = page.locator(".nugget").first
    line.locator("summary").click()
    line.locator("[name=number]").fill("2")
    with page.expect_request("**/nuggets/merge/") as sent:
        line.get_by_role("button", name="Merge").click()
    assert str(Nugget.objects.get(text="whale oil").uid) in (sent.value.post_data or "")
    expect(page.locator(".mark .words")).to_have_text(["whale oil"])
    expect(page.locator(".mark input:checked")).to_have_count(1)
    page.keyboard.press("1")  # takes the mark away: no conflict with what the merge did
    expect(page.locator("[data-undo-label]")).to_contain_text("mark")
    expect(page.locator(".problem")).to_have_count(0)
    for number in (1, 2):
        page.keyboard.press("u")
        expect(page.locator(".mark .words")).to_have_count(number)
        expect(page.locator(".mark input:checked")).to_have_count(1)
    page.keyboard.press("u")
    expect(page.locator(".mark input:checked")).to_have_count(0)
    expect(page.locator("[data-judged]")).to_have_text("0")
    assert not NuggetMatch.objects.exists()


def test_classes_are_worked_by_keys_alone_and_nothing_is_loaded_anew(
    db: None, page: Page, context: BrowserContext, live_server: LiveServer
) -> None:
    campaign = factory.make_campaign("comet", "series2004")
    (question,) = factory.make_questions(campaign, "1.2", type="LIST", series="1")
    items = factory.make_items(
        question, *((f"D{n}", it) for n, it in enumerate(("Aster", "aster", "Gull", "Tolm")))
    )
    row = factory.make_assignment(question, factory.make_account("ada"))
    for item in items:
        record_judgment(
            by=None, assignment_id=row.pk, item_id=item.pk, seen=0, client_id=uuid4(), grade="correct"
        )
    assert row.member.account
    sign_in(context, row.member.account, live_server)
    page.goto(f"/judge/{row.pk}/classes/")
    page.evaluate("window.stays = true")
    for key in ("a", "c", "c", "c"):  # both Asters, the Gull, Tolm
        page.keyboard.press(key)
    labels = page.locator(".board .class:visible [data-label]")
    expect(labels).to_have_text(["Aster", "Gull", "Tolm"])
    page.keyboard.press("m")  # Tolm, the last one, into the Gull
    page.keyboard.type("Gull")
    page.keyboard.press("Enter")
    expect(labels).to_have_text(["Aster", "Gull"])
    page.keyboard.press("e")
    page.keyboard.type("Birds and ships")
    page.keyboard.press("Enter")
    expect(labels).to_have_text(["Aster", "Birds and ships"])
    page.keyboard.press("c")  # splits Tolm off again
    expect(labels).to_have_count(3)
    page.keyboard.press("x")
    expect(page.locator("[data-left]").first).to_have_text("1")
    expect_saved(page)
    for left, named in (
        ("0", ["Aster", "Birds and ships", "Tolm"]),
        ("0", ["Aster", "Birds and ships"]),
        ("0", ["Aster", "Gull"]),
        ("0", ["Aster", "Gull", "Tolm"]),
        ("1", ["Aster", "Gull"]),
        ("2", ["Aster"]),
        ("4", []),
    ):
        page.keyboard.press("u")
        expect(page.locator("[data-left]").first).to_have_text(left)
        expect(labels).to_have_text(named)
    assert page.evaluate("window.stays") is True
    assert not Judgment.objects.exclude(answer_class=None).exists()
