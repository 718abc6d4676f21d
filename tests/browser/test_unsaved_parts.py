"""Answer classes, nuggets and votes that could not be stored: shown with what was typed, put aside, never called saved."""

import contextlib
from collections.abc import Callable
from uuid import uuid4

import pytest
from django.contrib.sessions.models import Session
from playwright.sync_api import BrowserContext, Error, Page, Route, expect
from pytest_django.live_server_helper import LiveServer

from assessment.campaigns.models import Campaign, State
from assessment.judging.models import Assignment, Nugget, NuggetVote
from assessment.judging.services.judgments import record_judgment
from tests import factory
from tests.browser.judging import sign_in
from tests.browser.waiting import expect_done, expect_saved, loaded_anew, until

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def rows(context: BrowserContext, live_server: LiveServer) -> dict[str, Assignment]:
    """Ada's desks: classes of a list question, nuggets of one question, votes on those of another."""
    campaign = factory.make_campaign("comet", "series2004")
    ada = factory.make_account("ada")
    (listed,) = factory.make_questions(campaign, "1.2", type="LIST", series="1")
    nuggets, votes = factory.make_questions(campaign, "1.3", "1.4", type="OTHER", series="2")
    items = factory.make_items(listed, ("D1", "Aster"), ("D2", "Gull"))
    made = {"classes": factory.make_assignment(listed, ada)}
    for item in items:
        record_judgment(
            by=ada,
            assignment_id=made["classes"].pk,
            item_id=item.pk,
            seen=0,
            client_id=uuid4(),
            grade="correct",
        )
    for name, question in (("nuggets", nuggets), ("votes", votes)):
        factory.make_items(question, ("D1", "its lamp burned whale oil"))
        made[name] = factory.make_assignment(question, ada)
        Nugget.objects.create(question=question, name="1", text="its lamp", position=1)
    made["votes"].stage = "votes"
    made["votes"].save()
    sign_in(context, ada, live_server)
    return made


def type_classes(page: Page) -> None:
    page.keyboard.press("c")


def type_nugget(page: Page) -> None:
    page.keyboard.press("n")
    page.keyboard.type("it burned oil")
    page.keyboard.press("Enter")


def type_vote(page: Page) -> None:
    page.keyboard.press("v")


TYPED: dict[str, tuple[Callable[[Page], None], str]] = {
    "classes": (type_classes, "“Aster” into the class “Aster”"),
    "nuggets": (type_nugget, "new nugget: “it burned oil” · vital"),
    "votes": (type_vote, "“its lamp” vital"),
}


def address(rows: dict[str, Assignment], name: str) -> str:
    return f"/judge/{rows[name].pk}/{'classes/' if name == 'classes' else ''}"


@pytest.mark.parametrize("name", TYPED)
def test_what_a_closed_question_does_not_take_is_shown_and_put_aside(
    rows: dict[str, Assignment], page: Page, name: str, assert_accessible: Callable[[], None]
) -> None:
    page.goto(address(rows, name))
    expect_saved(page)
    Campaign.objects.update(state=State.RELEASED)
    act, said = TYPED[name]
    act(page)
    problem = page.get_by_role("alert")
    expect(problem).to_contain_text("The results of Comet are released")
    expect(problem.get_by_role("listitem")).to_have_text(said)
    expect(page.locator("[data-saving]")).to_have_text("1 not saved")
    assert_accessible()
    page.reload()
    expect(problem.get_by_role("listitem")).to_have_text(said)
    page.goto("/")
    expect(problem).to_contain_text(f"Comet, question {rows[name].question.qid}")
    expect(page.locator("[data-saving]")).to_have_text("1 not saved")
    page.get_by_role("button", name="Set aside this change").click()
    expect(problem).to_have_count(0)
    page.locator("[data-aside] summary").click()
    expect(page.locator("[data-aside]").get_by_role("listitem")).to_have_text(said)


@pytest.mark.parametrize(
    ("name", "key", "place", "text"),
    [
        ("classes", "c", ".class:not([hidden]) [data-label]", "Aster"),
        ("nuggets", "Enter", "[data-judged]", "1"),
        ("votes", "v", "[data-judged]", "1"),
    ],
)
def test_what_waited_when_the_page_was_loaded_is_shown_once_it_is_stored(
    rows: dict[str, Assignment], page: Page, name: str, key: str, place: str, text: str
) -> None:
    page.goto(address(rows, name))
    expect_saved(page)
    page.route("**", lambda route: route.abort() if route.request.method == "POST" else route.continue_())
    page.keyboard.press(key)
    expect(page.locator("[data-saving]")).to_have_text("1 waiting · no connection")
    page.reload()
    expect(page.locator("[data-saving]")).to_have_text("1 waiting · no connection")
    page.unroute("**")
    page.evaluate("window.dispatchEvent(new Event('online'))")
    expect_saved(page)
    expect(page.locator(place)).to_have_text(text)


@pytest.mark.parametrize("meanwhile", ["reload", "undo"])
def test_what_is_said_last_stays_shown_when_older_things_are_stored(
    rows: dict[str, Assignment], page: Page, meanwhile: str
) -> None:
    """The answers to what was said before a reload, or to an undo, come when something newer is on the page."""
    page.goto(address(rows, "votes"))
    expect_saved(page)
    if meanwhile == "undo":
        page.keyboard.press("v")
        expect_saved(page)
    page.route("**", lambda route: route.abort() if route.request.method == "POST" else route.continue_())
    if meanwhile == "undo":
        page.locator("[data-undo] button").click()
    else:
        page.keyboard.press("v")
        page.reload()
    page.locator(".nugget").focus()
    page.keyboard.press("o")
    expect(page.locator("[data-saving]")).to_contain_text("2 waiting")
    page.unroute("**")
    page.evaluate("window.dispatchEvent(new Event('online'))")
    expect_saved(page)
    assert NuggetVote.objects.get().vote == "okay"
    expect(page.get_by_role("button", name="Okay", pressed=True)).to_be_visible()


# As another window does that sent what was said in this one: it tells of the answer, which may come before the store shows it.
TELL = """() => {
    const [key] = Object.keys(localStorage).filter((key) => key.startsWith("assize.queue."));
    const entry = JSON.parse(localStorage.getItem(key));
    const channel = new BroadcastChannel(`assize.answers.${entry.account}`);
    const state = { votes: { [entry.fields.find(([name]) => name === "uid")[1]]: "vital" } };
    channel.postMessage({ name: "saved", entry, answer: { state, undo: "its vote", notices: [] } });
    return key;
}"""


def test_an_answer_that_another_window_heard_first_is_shown(
    rows: dict[str, Assignment], page: Page, context: BrowserContext
) -> None:
    page.goto(address(rows, "votes"))
    expect_saved(page)
    page.route("**", lambda route: route.abort() if route.request.method == "POST" else route.continue_())
    page.keyboard.press("v")
    page.reload()
    expect(page.locator("[data-saving]")).to_contain_text("1 waiting")
    other = context.new_page()
    other.goto("/healthz")
    key = other.evaluate(TELL)
    expect(page.locator("[data-undo-label]")).to_have_text("Undo: its vote")
    other.evaluate("(key) => localStorage.removeItem(key)", key)
    expect(page.get_by_role("button", name="Vital", pressed=True)).to_be_visible()
    expect_saved(page)


@pytest.mark.parametrize("name", ["nuggets", "votes"])
def test_what_is_saved_does_not_wait_for_another_token(
    rows: dict[str, Assignment], page: Page, context: BrowserContext, live_server: LiveServer, name: str
) -> None:
    page.goto(address(rows, name))
    expect_saved(page)
    # Signed in again elsewhere; the page that would give its forms the new token never comes.
    context.add_cookies([{"name": "csrftoken", "value": "n" * 32, "url": live_server.url}])
    page.route(page.url, lambda route: None)
    if name == "votes":
        page.get_by_role("button", name="Vital").first.click()
    else:  # by its button: the key sends no form
        page.keyboard.press("n")
        page.keyboard.type("it burned oil")
        page.locator("[data-write]").get_by_role("button", name="Vital").click()
    expect_saved(page)
    assert NuggetVote.objects.filter(vote="vital").exists()


def test_what_waited_in_a_form_goes_with_the_token_of_its_moment(
    rows: dict[str, Assignment], page: Page, context: BrowserContext, live_server: LiveServer
) -> None:
    page.goto(address(rows, "nuggets"))
    page.route("**/nuggets/vote/", lambda route: route.abort())
    page.get_by_role("button", name="Okay").first.click()
    expect(page.locator("[data-saving]")).to_have_text("1 waiting · no connection")
    context.add_cookies([{"name": "csrftoken", "value": "n" * 32, "url": live_server.url}])
    page.unroute("**/nuggets/vote/")
    page.evaluate("window.dispatchEvent(new Event('online'))")
    expect_saved(page)
    assert NuggetVote.objects.get().vote == "okay"


def test_the_list_of_nuggets_stays_when_the_session_has_ended(
    rows: dict[str, Assignment], page: Page
) -> None:
    page.goto(address(rows, "nuggets"))
    ended = []

    def end_session(route: Route) -> None:
        ended.append(Session.objects.all().delete())
        route.fulfill(response=route.fetch())  # with whatever it leads to

    page.route("**/nuggets/?*", end_session)  # the list is asked for when all is saved
    type_nugget(page)
    until(page, lambda: ended, lambda: "the list was not asked for")
    expect_done(page)  # it came, and was read
    page.unroute("**/nuggets/?*")
    expect(page.locator("[data-nuggets] .words")).to_have_text(["its lamp", "it burned oil"])
    type_nugget(page)
    expect(page.locator("[data-saving]")).to_contain_text("1 judgment waiting")
    expect(page.locator("[data-nuggets] .words")).to_have_count(3)


def test_votes_go_on_in_a_browser_that_keeps_nothing_and_wait_for_a_full_disk(
    rows: dict[str, Assignment], page: Page
) -> None:
    page.add_init_script(
        "Storage.prototype.setItem = () => { throw new DOMException('', 'QuotaExceededError'); }"
    )
    page.goto(address(rows, "votes"))
    page.route(
        "**/nuggets/vote/", lambda route: route.fulfill(status=507, json={"code": "disk_full", "message": ""})
    )
    page.keyboard.press("v")
    text = "1 waiting · the server’s disk is full · in this window only: keep this page open"
    expect(page.locator("[data-saving]")).to_have_text(text)
    page.get_by_role("button", name="Finish voting").click()
    page.unroute("**/nuggets/vote/")
    with contextlib.suppress(Error):  # the page may have tried again by itself, and be gone
        page.evaluate("window.dispatchEvent(new Event('online'))")
    expect(page.get_by_text("Question 1.4 is finished.")).to_be_visible()
    assert NuggetVote.objects.get().vote == "vital"


def test_an_undecided_change_is_not_finished(rows: dict[str, Assignment], page: Page) -> None:
    page.goto(address(rows, "votes"))
    Nugget.objects.filter(question=rows["votes"].question).update(text="its lamp of brass")
    page.keyboard.press("v")
    expect(page.get_by_role("alert")).to_contain_text("changed in another window, or by another assessor")
    expect(page.locator("[data-saving]")).to_have_text("1 not saved")
    page.get_by_role("button", name="Finish voting").click()
    expect(page.locator("[data-said]")).to_have_text("Not finished: first decide about what is not saved.")
    assert not Assignment.objects.exclude(finished_at=None).exists()
    with loaded_anew(page):
        page.get_by_role("button", name="Set aside this change").click()
    expect_saved(page)
    page.keyboard.press("o")
    expect_saved(page)
    assert NuggetVote.objects.get().vote == "okay"


def test_a_failure_in_the_scripts_is_said(
    rows: dict[str, Assignment], page: Page, complaints: list[str]
) -> None:
    for name in rows:
        page.goto(address(rows, name))
        expect_saved(page)
        page.evaluate("setTimeout(() => { throw new Error('broken'); })")
        expect(page.locator("[data-saving]")).to_have_text("not saved · this page failed reload it")
    complaints.clear()
