"""What the judging page does when saving does not go well: no network, lost answers, an ended session, two windows."""

from collections.abc import Callable

import pytest
from django.contrib.sessions.models import Session
from django.db.models import F
from playwright.sync_api import BrowserContext, Page, Route, expect
from pytest_django.live_server_helper import LiveServer

from assessment.campaigns.models import State
from assessment.judging.models import Assignment, Change, Judgment
from tests import factory
from tests.browser.judging import Scene, bare, current, label, scene, sign_in, unopened
from tests.browser.waiting import expect_saved, find_network, lose_network

__all__ = ["bare", "scene", "unopened"]
pytestmark = pytest.mark.django_db(transaction=True)


def expect_waiting(page: Page, text: str) -> None:
    """Wait until the page says this of what waits."""
    expect(page.locator("[data-saving]")).to_contain_text(text)


def test_judging_goes_on_without_a_network(scene: Scene, page: Page, context: BrowserContext) -> None:
    lose_network(page)
    for key in ("1", "2", "3"):
        page.keyboard.press(key)
    page.keyboard.press("u")
    page.keyboard.press("4")
    expect_waiting(page, "5 waiting · no connection")
    expect(current(page)).to_have_text("last week")
    assert not Judgment.objects.exists()
    find_network(page)
    expect_saved(page)
    expect(page.locator("[data-announce]")).to_have_text("All saved")
    assert scene.grades() == {
        "9 April": "correct",
        "on the night of 9 April 1926": "inexact",
        "Halden": "incorrect",
    }
    assert scene.counters() == (3, 0)


def test_finishing_waits_for_what_is_not_saved_yet(bare: Scene, page: Page, context: BrowserContext) -> None:
    lose_network(page)
    for key in "12344":
        page.keyboard.press(key)
    page.get_by_role("button", name="Finish the question").click()
    expect(page.locator("[data-finish-waits]")).to_be_visible()
    find_network(page)
    expect(page.get_by_text("Question 1.1 is finished.")).to_be_visible()
    assert Assignment.objects.get(pk=bare.mine.pk).is_done
    assert len(bare.grades()) == 5


def test_what_waits_survives_a_reload_and_a_closed_window(
    scene: Scene, page: Page, context: BrowserContext
) -> None:
    page.route("**/save/", lambda route: route.abort())
    page.keyboard.press("1")
    page.keyboard.press("2")
    page.keyboard.press("n")
    page.keyboard.type("typed, not yet left")
    page.reload()
    expect_waiting(page, "3 waiting")
    expect(label(page, "9 April")).to_have_text("correct")
    expect(label(page, "on the night of 9 April 1926")).to_have_text("inexact")
    expect(label(page, "Halden")).to_have_text("note")
    expect(page.locator("[data-undo-label]")).to_have_text("Undo note on answer 3")
    page.close()
    again = context.new_page()
    again.goto("/")
    expect(again.get_by_text("2 of 5").first).to_be_visible()
    assert set(scene.grades().values()) == {"correct", "inexact", ""}
    assert Judgment.objects.get(item__answer="Halden").note == "typed, not yet left"
    again.goto(scene.url)
    expect_saved(again)
    kept = again.evaluate("Object.keys(localStorage)")
    assert [key.rpartition(".")[0] for key in kept] == ["assize.stored"]  # when something was; nothing else


def test_a_lost_answer_is_asked_for_again_and_counted_once(bare: Scene, page: Page) -> None:
    lost: list[int] = []

    def lose_once(route: Route) -> None:
        if not lost:
            lost.append(route.fetch().status)
            route.abort()
        else:
            route.continue_()

    page.route("**/save/", lose_once)
    page.keyboard.press("1")
    page.keyboard.press("4")
    expect_saved(page)
    assert lost == [200]
    assert Change.objects.count() == 2
    assert bare.counters() == (2, 0)
    page.keyboard.press("k")
    page.keyboard.press("2")
    expect_saved(page)
    assert bare.grades()["on the night of 9 April 1926"] == "inexact"


def test_a_server_in_trouble_is_tried_again(bare: Scene, page: Page) -> None:
    page.route("**/save/", lambda route: route.fulfill(status=503), times=2)
    page.keyboard.press("1")
    expect_waiting(page, "1 waiting")
    expect_saved(page)
    assert bare.counters() == (1, 0)


def test_a_session_that_ends_loses_nothing(scene: Scene, page: Page, context: BrowserContext) -> None:
    page.keyboard.press("1")
    expect_saved(page)
    Session.objects.all().delete()
    page.keyboard.press("2")
    page.keyboard.press("d")
    page.keyboard.type("kept over a sign-in")
    page.keyboard.press("Escape")
    page.keyboard.press("3")
    expect_waiting(page, "Signed out: 3 judgments waiting")
    # A window that the click opens itself now and then never closes at the end of the test: a hang of the browser.
    link = page.get_by_role("link", name="sign in", exact=True)
    expect(link).to_have_attribute("target", "_blank")
    other = context.new_page()
    other.goto(link.get_attribute("href") or "")
    other.fill("[name=username]", "ada")
    other.fill("[name=password]", "correct horse")
    other.get_by_role("button", name="Sign in").click()
    expect(other.get_by_role("heading", name="My work")).to_be_visible()
    page.evaluate("window.dispatchEvent(new Event('focus'))")
    expect_saved(page)
    assert scene.counters() == (3, 0)
    assert scene.mine.rules_of_thumb == "kept over a sign-in"


def test_somebody_elses_sign_in_does_not_send_what_waits(
    bare: Scene, page: Page, context: BrowserContext, live_server: LiveServer
) -> None:
    page.route("**/save/", lambda route: route.abort())
    page.keyboard.press("1")
    expect_waiting(page, "1 waiting")
    sign_in(context, bare.ben, live_server)
    page.unroute("**/save/")
    page.evaluate("window.dispatchEvent(new Event('online'))")
    expect_waiting(page, "Signed out, or signed in under another name: 1 judgment waiting")
    other = context.new_page()
    other.goto(f"/judge/{bare.theirs.pk}/")
    expect_saved(other)
    other.keyboard.press("4")
    expect_saved(other)
    assert list(Judgment.objects.values_list("member__name", "grade")) == [("ben", "incorrect")]
    sign_in(context, bare.ada, live_server)
    page.evaluate("window.dispatchEvent(new Event('online'))")
    expect_saved(page)
    assert bare.grades() == {"9 April": "correct"}


def test_two_windows_that_disagree_ask(
    bare: Scene, page: Page, context: BrowserContext, assert_accessible: Callable[[], None]
) -> None:
    other = context.new_page()
    other.goto(bare.url)
    problem = page.get_by_role("alert")
    for answer, button, grade in (
        ("9 April", "Keep what is stored: inexact", "inexact"),
        ("on the night of 9 April 1926", "Use mine: incorrect", "incorrect"),
    ):
        other.keyboard.press("2")
        expect_saved(other)
        page.keyboard.press("4")
        expect(problem).to_contain_text("changed in another window meanwhile")
        expect(label(page, answer)).to_have_text("inexact")
        if grade == "inexact":
            assert_accessible()
            page.reload()
            expect(problem).to_be_visible()
        problem.get_by_role("button", name=button).click()
        expect(problem).to_be_hidden()
        expect_saved(page)
        expect(label(page, answer)).to_have_text(grade)
        assert bare.grades()[answer] == grade
    page.keyboard.press("1")
    expect_saved(page)
    assert bare.counters() == (3, 0)


def test_another_window_sends_what_was_said_here_and_this_one_shows_it(
    bare: Scene, page: Page, context: BrowserContext
) -> None:
    other = context.new_page()
    other.goto(bare.url)
    other.keyboard.press("2")
    expect_saved(other)
    page.route("**/judge/*/*/", lambda route: route.abort())
    page.keyboard.press("4")
    page.keyboard.press("u")
    expect_waiting(page, "2 waiting")
    other.evaluate("window.dispatchEvent(new Event('online'))")
    expect_saved(other)
    expect_saved(page)
    expect(label(page, "9 April")).to_have_text("inexact")
    expect(page.get_by_role("alert")).to_have_count(0)


def test_undoing_what_was_never_stored_settles_it(bare: Scene, page: Page, context: BrowserContext) -> None:
    other = context.new_page()
    other.goto(bare.url)
    other.keyboard.press("2")
    expect_saved(other)
    lose_network(page)
    page.keyboard.press("4")
    page.keyboard.press("u")
    find_network(page)
    expect_saved(page)
    expect(page.get_by_role("alert")).to_have_count(0)
    expect(label(page, "9 April")).to_have_text("inexact")
    assert bare.grades() == {"9 April": "inexact"}


def test_two_windows_with_different_decisions_ask(bare: Scene, page: Page, context: BrowserContext) -> None:
    other = context.new_page()
    other.goto(bare.url)
    for window, text in ((other, "surname: yes"), (page, "surname: no")):
        window.keyboard.press("d")
        window.keyboard.type(text)
        window.keyboard.press("Escape")
        expect(window.locator("[data-rules]")).to_have_text(text)
        expect(window.locator("[data-saving]")).to_have_text(
            "1 not saved" if window is page else "all saved ✓"
        )
    problem = page.get_by_role("alert")
    expect(problem).to_contain_text("surname: yes")
    problem.get_by_role("button", name="Use mine").click()
    expect_saved(page)
    bare.mine.refresh_from_db()
    assert (bare.mine.rules_of_thumb, bare.mine.notes_version) == ("surname: no", 2)


def test_a_question_closed_meanwhile_is_told_and_left_as_it_is(bare: Scene, page: Page) -> None:
    bare.campaign.state = State.RELEASED
    bare.campaign.save()
    page.keyboard.press("1")
    problem = page.get_by_role("alert")
    expect(problem).to_contain_text("The results of Trial are released")
    expect(problem.get_by_role("listitem")).to_contain_text("“9 April” (A-1) correct")
    problem.get_by_role("button", name="Set aside “correct”").click()
    expect(page.get_by_role("button", name="Correct", exact=True)).to_have_count(0)
    assert not Judgment.objects.exists()


def test_a_browser_that_keeps_nothing_still_saves(unopened: Scene, page: Page) -> None:
    scene = unopened
    page.add_init_script(
        "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); }"
    )
    page.goto(scene.url)
    page.route("**/save/", lambda route: route.abort())
    page.keyboard.press("1")
    expect_waiting(page, "keep this page open")
    page.unroute("**/save/")
    page.keyboard.press("2")
    expect_saved(page)
    assert scene.counters() == (2, 0)


def test_waiting_answers_of_a_lost_question_do_not_hold_up_others(
    bare: Scene, page: Page, context: BrowserContext
) -> None:
    (other,) = factory.make_questions(bare.campaign, "1.2")
    factory.make_items(other, ("A-1", "x"))
    assignment = factory.make_assignment(other, bare.ada)
    page.route("**/save/", lambda route: route.abort())
    page.keyboard.press("1")
    expect_waiting(page, "1 waiting")
    Assignment.objects.filter(pk=bare.mine.pk).update(member=bare.theirs.member, question=other)
    page.goto(f"/judge/{assignment.pk}/")
    page.unroute("**/save/")
    page.keyboard.press("1")
    expect(page.locator("[data-saving]")).to_have_text("1 not saved see what")
    assert list(Judgment.objects.values_list("assignment", "grade")) == [(assignment.pk, "correct")]
    page.get_by_role("link", name="see what").click()
    expect(page.get_by_role("alert")).to_contain_text("no longer assigned to you")
    expect(page.get_by_role("alert")).to_contain_text("“9 April” (A-1) correct")


def test_active_time_is_counted(unopened: Scene, page: Page) -> None:
    scene = unopened
    page.clock.install(time="2026-01-01T08:00:00")
    page.goto(scene.url)
    page.clock.pause_at("2026-01-01T08:10:00")  # from here time stands still but for what follows
    for seconds in (7, 200):
        page.mouse.move(10, seconds)
        page.clock.run_for(seconds * 1000)
        page.keyboard.press("1")
        page.clock.run_for(2000)
        expect_saved(page)
    scene.mine.refresh_from_db()
    # A minute after the page came; seven seconds; the two until the next move, and of the pause after it a minute.
    assert scene.mine.seconds == 60 + 7 + 2 + 60
    assert not Assignment.objects.filter(seconds__gt=F("judged") * 3600).exists()
