"""Training in a real browser: keys, grades kept at once, and the plain page."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect
from pytest_django.live_server_helper import LiveServer

from assessment.campaigns.models import Campaign
from assessment.people.models import Account, Member
from assessment.people.services.keys import save_keys
from assessment.training.models import TrainingAnswer, TrainingAttempt, TrainingQuestion
from assessment.training.services.training import begin_try
from tests.browser.judging import sign_in
from tests.browser.waiting import expect_done, expect_ready, until
from tests.training.conftest import campaign, sample, write_nugget_sample

__all__ = ["campaign", "sample"]

URL = "/campaigns/facts/training/"


@pytest.fixture
def attempt(
    transactional_db: None, sample: TrainingQuestion, context: BrowserContext, live_server: LiveServer
) -> TrainingAttempt:
    """A try that ada has begun; she is signed in."""
    sign_in(context, Account.objects.get(username="ada"), live_server)
    return begin_try(question=sample, member=Member.objects.get(name="ada"), by=None)


def grades() -> list[str]:
    """What is stored, in the order of the pool."""
    rows = TrainingAnswer.objects.order_by("item__docid", "item__answer").values_list("grade", flat=True)
    return list(rows)


def test_keys_grade_and_go_on_and_each_grade_is_kept(
    attempt: TrainingAttempt, page: Page, assert_accessible: Callable[[], None]
) -> None:
    page.goto(f"{URL}tries/{attempt.pk}/")
    page.keyboard.press("2")
    expect(page.locator("[data-saving]")).to_have_text("kept ✓")
    assert grades() == ["no"]
    page.keyboard.press("2")
    page.keyboard.press("1")
    expect(page.locator("[data-graded]")).to_have_text("3")
    expect(page.locator("[data-finish]")).to_be_focused()
    page.keyboard.press("k")
    expect(page.locator("[data-answer='3'] :checked")).to_have_count(1)
    expect(page.locator("[data-saving]")).to_have_text("kept ✓")
    assert_accessible()
    page.reload()
    expect(page.locator(":checked")).to_have_count(3)
    assert grades() == ["no", "no", "yes"]
    page.locator("[data-finish]").click()
    expect(page.locator(".alert.good")).to_contain_text("3 of 3 agree with the key")
    assert_accessible()


@pytest.fixture
def saves(page: Page) -> Callable[[], int]:
    """How often this window sent grades, counted over its pages. The first stay on their way."""
    page.add_init_script(
        """{
          const send = window.fetch;
          window.fetch = (url, ...more) => {
            if (url.endsWith("/save/")) sessionStorage.saves = Number(sessionStorage.saves ?? 0) + 1;
            return send(url, ...more);
          };
        }"""
    )
    page.route("**/tries/*/save/", lambda route: None, times=1)
    return lambda: int(page.evaluate("sessionStorage.saves"))


@pytest.mark.usefixtures("saves")
def test_what_is_not_kept_yet_goes_with_the_page_that_is_left(attempt: TrainingAttempt, page: Page) -> None:
    page.goto(f"{URL}tries/{attempt.pk}/")
    for key in "211":  # what is chosen while the former is on its way waits for it
        page.keyboard.press(key)
    expect(page.locator("[data-graded]")).to_have_text("3")
    page.goto(URL)
    until(page, lambda: grades() == ["no", "yes", "yes"], lambda: f"kept is {grades()}")


def test_what_the_form_has_is_not_sent_again_when_its_page_goes(
    attempt: TrainingAttempt, page: Page, saves: Callable[[], int]
) -> None:
    page.goto(f"{URL}tries/{attempt.pk}/")
    for key in "221":
        page.keyboard.press(key)
    expect(page.locator("[data-finish]")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".alert.good")).to_contain_text("3 of 3 agree with the key")
    assert saves() == 1


def test_a_grade_takes_no_other_grade_of_another_window_along(attempt: TrainingAttempt, page: Page) -> None:
    page.goto(f"{URL}tries/{attempt.pk}/")
    page.keyboard.press("2")
    expect(page.locator("[data-saving]")).to_have_text("kept ✓")
    other = page.context.new_page()
    other.goto(page.url)
    page.keyboard.press("k")
    page.keyboard.press("1")
    expect_done(page)
    assert grades() == ["yes"]
    other.keyboard.press("2")  # the first without a grade; above it stands the former one
    expect(other.locator("[data-saving]")).to_have_text("kept ✓")
    assert grades() == ["yes", "no"]


def test_keys_live_after_a_click_in_the_document_and_a_key_too_many_rests(
    attempt: TrainingAttempt, page: Page
) -> None:
    page.goto(f"{URL}tries/{attempt.pk}/")
    page.keyboard.press("2")
    expect(page.locator("[data-answer='2'] input").first).to_be_focused()
    page.keyboard.press("j")
    page.locator(".source p").first.click()
    page.keyboard.press("1")  # the answer that had the focus, not the first without a grade
    expect(page.locator("[data-answer='3'] [data-grade='1']")).to_be_checked()
    expect(page.locator("[data-answer='2'] :checked")).to_have_count(0)
    expect(page.locator("[data-finish]")).to_be_focused()
    page.keyboard.press("2")
    expect(page.locator("[data-answer='3'] [data-grade='1']")).to_be_checked()
    expect(page.locator("[data-graded]")).to_have_text("2")
    page.keyboard.press("k")  # back among the answers
    page.keyboard.press("k")
    expect(page.locator("[data-answer='2'] input").first).to_be_focused()


def test_which_nuggets_an_answer_holds_is_said_by_keys(
    transactional_db: None,
    campaign: Campaign,
    context: BrowserContext,
    live_server: LiveServer,
    page: Page,
    assert_accessible: Callable[[], None],
) -> None:
    write_nugget_sample(campaign)
    sign_in(context, Account.objects.get(username="ada"), live_server)
    page.goto(URL)
    page.get_by_role("button", name="with names-1").focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**/tries/*/")
    expect_ready(page)
    first = page.locator("[data-answer='1']")
    expect(first).to_have_accessible_description("Does it hold the nugget? coached Mathis")
    assert_accessible()
    page.keyboard.press("1")
    expect(page.locator("[data-answer='2'] input").first).to_be_focused()
    marked = page.locator("mark:not(.faint)")
    expect(marked).to_have_text(["Vasquez", "Vasquez"])  # of the answer that both rows ask about
    page.keyboard.press("1")
    expect(page.locator("[data-finish]")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".alert")).to_contain_text("1 of 2 agree with the key")
    assert grades() == ["yes", "yes"]
    assert_accessible()


def test_own_keys_hold_here_too_and_the_list_says_which(
    attempt: TrainingAttempt, page: Page, assert_accessible: Callable[[], None]
) -> None:
    ada = Account.objects.get(username="ada")
    save_keys(account=ada, keys={"answers": {"grade-1": "y", "next": "x"}}, are_on=True, by=ada)
    page.goto(f"{URL}tries/{attempt.pk}/")
    expect(page.locator("[data-answer='1'] kbd").first).to_have_text("y")
    page.keyboard.press("?")
    expect(page.locator("details.keys .popup")).to_be_visible()
    expect(page.locator("details.keys .popup dt").first).to_have_text("y")
    assert_accessible()
    page.keyboard.press("?")
    page.keyboard.press("1")
    expect(page.locator("[data-graded]")).to_have_text("0")
    page.keyboard.press("y")
    expect(page.locator("[data-answer='1'] [data-grade='1']")).to_be_checked()
    page.keyboard.press("x")
    expect(page.locator("[data-answer='3'] input").first).to_be_focused()
    expect(page.locator("[data-saving]")).to_have_text("kept ✓")
    save_keys(account=ada, keys={}, are_on=False, by=ada)
    page.reload()
    page.keyboard.press("2")  # her keys are off: the grade kept before is the only one
    expect(page.locator("[data-graded]")).to_have_text("1")


def test_only_the_string_in_focus_is_marked(attempt: TrainingAttempt, page: Page) -> None:
    page.goto(f"{URL}tries/{attempt.pk}/")
    page.locator("[data-answer='3'] input").first.focus()
    marked = page.locator("section:has([data-answer='3']) mark:not(.faint)")
    expect(marked).to_have_text(["Vasquez", "Vasquez"])


def test_without_the_site_grades_stay_and_go_with_the_next(attempt: TrainingAttempt, page: Page) -> None:
    """One route answers all saves: networks switched off and on, and routes that come and go, are late now and then."""
    answers: Iterator[Callable[[Route], None]] = iter(
        (
            lambda route: route.abort("internetdisconnected"),
            lambda route: route.fulfill(status=507, body=""),
            lambda route: route.continue_(),
        )
    )

    def answer(route: Route) -> None:
        next(answers)(route)

    page.route("**/tries/*/save/", answer)
    page.goto(f"{URL}tries/{attempt.pk}/")
    page.keyboard.press("2")
    expect(page.locator("[data-saving]")).to_contain_text("not kept yet")
    page.keyboard.press("1")
    expect(page.locator("[data-saving]")).to_contain_text("not kept: the server has an error (507)")
    page.keyboard.press("k")
    page.keyboard.press("2")
    expect(page.locator("[data-saving]")).to_have_text("kept ✓")
    assert grades() == ["no", "no"]


def test_a_script_that_does_not_load_is_said(attempt: TrainingAttempt, page: Page) -> None:
    page.route("**/training.js", lambda route: route.abort())
    page.goto(f"{URL}tries/{attempt.pk}/")
    expect(page.locator("[data-saving]")).to_contain_text("this page did not load completely: reload it")


def test_what_is_missing_is_shown_where_it_is(
    attempt: TrainingAttempt, page: Page, assert_accessible: Callable[[], None]
) -> None:
    page.goto(f"{URL}tries/{attempt.pk}/")
    page.get_by_label("Yes").first.check()
    page.locator("[data-finish]").click()
    expect(page.locator(".missing")).to_have_count(2)
    assert_accessible()


@pytest.mark.browser_context_args(java_script_enabled=False)
def test_the_plain_page_does_it_all(attempt: TrainingAttempt, page: Page) -> None:
    page.goto(URL)
    page.get_by_role("button", name="Go on").click()
    for number in range(3):
        page.get_by_label("No").nth(number).check()
    page.get_by_role("button", name="Save and continue later").click()
    page.get_by_role("button", name="Go on").click()
    page.get_by_role("button", name="Finish and see the review").click()
    expect(page.get_by_text("2 of 3 agree with the key")).to_be_visible()


def test_the_organizers_pages_are_accessible(
    attempt: TrainingAttempt,
    page: Page,
    context: BrowserContext,
    live_server: LiveServer,
    assert_accessible: Callable[[], None],
) -> None:
    sign_in(context, Account.objects.get(username="olga"), live_server)
    for address in (URL, f"{URL}samples/names-1/", f"{URL}tries/{attempt.pk}/"):
        page.goto(address)
        assert_accessible()
