"""The page never says saved when it is not: other lists, questions that went elsewhere, servers and browsers in trouble."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from assessment.assignments.services.handover import add_assessor, hand_over, remove_assessor
from assessment.campaigns.models import State
from assessment.judging.models import Assignment, Judgment
from assessment.people.services.accounts import ensure_member
from assessment.submissions.models import Response, Run, Team
from tests import factory
from tests.browser.judging import Scene, current, label, sign_in
from tests.browser.waiting import expect_ready, expect_saved, until

pytestmark = pytest.mark.django_db(transaction=True)
LISTS = (("9 April", "Halden"), ("last week", "in the spring", "Halden"))
DENIED = """
const deny = () => { throw new DOMException('denied', 'SecurityError'); };
Object.defineProperty(window, 'localStorage', { get: deny });
window.BroadcastChannel = deny;
Object.defineProperty(navigator, 'locks', { value: { request: async () => deny() } });
"""
FULL = "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); };"


@pytest.fixture
def unopened(tmp_path: Path, context: BrowserContext, live_server: LiveServer) -> Scene:
    """A question whose page is not open yet."""
    scene = Scene(tmp_path, documents=False)
    sign_in(context, scene.ada, live_server)
    return scene


@pytest.fixture
def scene(unopened: Scene, page: Page) -> Scene:
    page.goto(unopened.url)
    return unopened


def badge(page: Page, text: str) -> None:
    """Wait until the page says just this of saving."""
    expect(page.locator("[data-saving]")).to_have_text(text)


def lose(page: Page) -> None:
    """Let no save through."""
    page.route(
        "**/judge/*/*/", lambda route: route.abort() if route.request.method == "POST" else route.continue_()
    )


def find(page: Page) -> None:
    """The network is back."""
    page.unroute("**/judge/*/*/")
    page.evaluate("window.dispatchEvent(new Event('online'))")


def by_run(scene: Scene) -> None:
    """Let the question be judged run by run."""
    scene.campaign.settings = {"list_view": "run"}
    scene.campaign.save()
    scene.question.type = "LIST"
    scene.question.save()
    keys = {item.answer: item for item in scene.items}
    team = Team.objects.create(campaign=scene.campaign, name="team")
    for number, answers in enumerate(LISTS):
        name = f"run{number}"
        run = Run.objects.create(
            campaign=scene.campaign,
            team=team,
            run_id=name,
            run_key=name,
            sha256=name,
            responses_count=0,
            pooled=True,
        )
        for rank, answer in enumerate(answers, 1):
            item = keys[answer]
            Response.objects.create(
                run=run,
                question=scene.question,
                line=rank,
                rank=rank,
                docid=item.docid,
                answer=answer,
                key=item.key,
            )


# lists, and pools that grow


def test_what_waits_in_one_list_is_sent_and_undone_from_another(unopened: Scene, page: Page) -> None:
    scene = unopened
    by_run(scene)
    page.goto(f"{scene.url}?list=1")
    first = current(page).inner_text()
    lose(page)
    page.keyboard.press("4")
    page.goto(f"{scene.url}?list=2")
    expect(page.get_by_text("List 2 of 2")).to_be_visible()
    badge(page, "1 waiting · no connection")
    expect(page.locator("[data-undo-label]")).to_have_text(f"Undo “incorrect” on “{first}” in another list")
    for key in "12":
        page.keyboard.press(key)
    find(page)
    expect_saved(page)
    assert scene.counters() == (3, 0)
    for _ in range(3):
        page.keyboard.press("u")
    expect(page.locator("[data-said]")).to_contain_text(f"Undone: “incorrect” on “{first}” in another list.")
    expect_saved(page)
    assert set(scene.grades().values()) == {""}
    page.get_by_role("link", name="Show that answer").click()
    expect(current(page)).to_have_text(first)
    expect_ready(page)
    page.keyboard.press("1")
    expect_saved(page)
    assert scene.grades()[first] == "correct"


def test_an_undo_that_waits_is_shown_in_the_list_of_its_answer(unopened: Scene, page: Page) -> None:
    scene = unopened
    by_run(scene)
    page.goto(f"{scene.url}?list=1")
    first = current(page).inner_text()
    page.keyboard.press("1")
    expect_saved(page)
    page.goto(f"{scene.url}?list=2")
    lose(page)
    page.keyboard.press("u")
    badge(page, "1 waiting · no connection")
    page.goto(f"{scene.url}?list=1")
    expect(label(page, first)).to_have_text("—")
    find(page)
    expect_saved(page)
    page.locator(".item", has_text=first).click()
    page.keyboard.press("2")
    expect_saved(page)
    assert scene.grades()[first] == "inexact"


def test_an_older_window_sends_what_was_said_of_an_answer_it_does_not_show(
    scene: Scene, page: Page, context: BrowserContext
) -> None:
    (new,) = factory.make_items(scene.question, ("C-1", "nobody knows"))
    other = context.new_page()
    other.goto(f"{scene.url}?item={new.pk}")
    lose(other)
    other.keyboard.press("4")
    badge(other, "1 waiting · no connection")
    other.close()
    page.keyboard.press("1")
    expect_saved(page)
    assert scene.grades() == {"nobody knows": "incorrect", "9 April": "correct"}
    for key in "234":
        page.keyboard.press(key)
    expect_saved(page)
    assert scene.counters() == (5, 0)


def test_a_conflict_about_an_answer_that_the_page_does_not_show_is_decided(
    unopened: Scene, page: Page
) -> None:
    scene = unopened
    by_run(scene)
    page.goto(f"{scene.url}?list=1")
    first = current(page).inner_text()
    lose(page)
    page.keyboard.press("4")
    scene.judge([item.answer for item in scene.items].index(first), "inexact")
    page.goto(f"{scene.url}?list=2")
    find(page)
    badge(page, "1 not saved")
    page.get_by_role("button", name="Use mine: incorrect").click()
    expect_saved(page)
    assert scene.grades() == {first: "incorrect"}


# failures of the page


def test_a_failure_in_the_scripts_is_never_called_saved(
    scene: Scene, page: Page, complaints: list[str]
) -> None:
    page.evaluate("setTimeout(() => { throw new Error('broken'); })")
    badge(page, "not saved · this page failed reload it")
    lose(page)
    page.keyboard.press("1")
    expect(page.locator("[data-saving]")).to_contain_text("1 waiting · no connection · this page failed")
    find(page)
    expect(page.locator("[data-saving]")).to_contain_text("not saved · this page failed")
    page.get_by_role("link", name="reload it").click()
    expect_saved(page)
    page.evaluate("void Promise.reject(new Error('broken too'))")
    badge(page, "not saved · this page failed reload it")
    assert [text for text in complaints if "broken" not in text] == []
    complaints.clear()


def test_a_script_that_does_not_load_is_said(unopened: Scene, page: Page) -> None:
    page.route("**/judge.js", lambda route: route.abort())
    page.goto(unopened.url)
    badge(page, "not saved · this page did not load completely: reload it")
    page.unroute("**/judge.js")
    page.get_by_role("link", name="reload it").click()
    expect_saved(page)


def test_a_script_with_an_error_is_said(unopened: Scene, page: Page, complaints: list[str]) -> None:
    page.route(
        "**/judge.js",
        lambda route: route.fulfill(body="const all = (;", content_type="text/javascript"),
    )
    page.goto(unopened.url)
    expect(page.locator("[data-saving]")).to_contain_text("not saved · this page failed")
    complaints.clear()


# servers in trouble


def answer(page: Page, status: int, **result: str) -> None:
    """Let the server answer every save like this: the newest route does, so that no try in between is let through."""
    json = {"message": "It cannot be stored now.", "remedy": "Wait.", **result}
    page.route("**/judge/*/*/", lambda route: route.fulfill(status=status, json=json))


def test_the_page_says_what_is_the_matter_with_the_server_and_goes_on(scene: Scene, page: Page) -> None:
    answer(page, 507, code="disk_full")
    page.keyboard.press("1")
    badge(page, "1 waiting · the server’s disk is full")
    expect(page.locator("[data-saving]")).to_have_attribute("title", "It cannot be stored now. Wait.")
    answer(page, 503, code="database_read_only")
    page.keyboard.press("2")
    badge(page, "2 waiting · the server’s database is read-only")
    page.route("**/judge/*/*/", lambda route: route.fulfill(status=500, body="<h1>Server Error</h1>"))
    page.keyboard.press("3")
    badge(page, "3 waiting · the server has an error (500)")
    page.route("**/judge/*/*/", lambda route: route.fulfill(status=200, body="<h1>Welcome to our Wi-Fi</h1>"))
    page.keyboard.press("4")
    badge(page, "4 waiting · no connection")
    page.unroute("**/judge/*/*/")
    expect_saved(page)
    assert scene.counters() == (4, 0)


def test_a_fault_with_one_question_does_not_hold_up_others(scene: Scene, page: Page) -> None:
    (question,) = factory.make_questions(scene.campaign, "1.2")
    factory.make_items(question, ("A-1", "x"))
    other = factory.make_assignment(question, scene.ada)
    page.route(
        f"**{scene.url}*/",
        lambda route: route.fulfill(status=500) if route.request.method == "POST" else route.continue_(),
    )
    page.keyboard.press("1")
    badge(page, "1 waiting · the server has an error (500)")
    page.goto(f"/judge/{other.pk}/")
    page.keyboard.press("1")
    expect(page.locator("[data-saving]")).to_contain_text("1 waiting")
    expect(page.locator("[data-saving]")).to_contain_text("the server has an error (500)")
    until(page, Judgment.objects.exists, lambda: "the other question was held up")
    assert Judgment.objects.get().assignment_id == other.pk
    page.goto("/")
    expect(page.get_by_role("alert")).to_contain_text("Not sent yet: the server has an error (500).")
    page.get_by_role("button", name="Set aside “correct”").click()
    expect(page.get_by_text("Set aside in this browser, not saved (1)")).to_be_visible()


# questions that went elsewhere


def close(scene: Scene, how: str) -> None:
    """What the organizer does meanwhile."""
    if how == "handed over":
        carl = factory.make_account("carl")
        to = ensure_member(campaign=scene.campaign, name="carl", roles=["assessor"], by=None, account=carl)
        hand_over(assignment=scene.mine, to=to, by=None)
    elif how == "removed":
        remove_assessor(assignment=scene.mine, by=None)
    elif how == "released":
        scene.campaign.state = State.RELEASED
        scene.campaign.save()
    else:
        for number in range(5):
            scene.judge(number, "incorrect")
        assert scene.client().post(f"{scene.url}finish/", {"no_answer_found": "1"}).status_code == 302


CLOSED = {
    "handed over": "Question 1.1 was handed over to carl.",
    "removed": "This question is no longer assigned to you.",
    "released": "The results of Trial are released",
    "finished": "Question 1.1 is finished.",
}
LEFT = ("released", "finished")


# In make test the one that other tests of this file do not show, and the one that leaves no page to go back to.
@pytest.mark.parametrize(
    "how", ["handed over", "removed", *(pytest.param(how, marks=pytest.mark.proof) for how in LEFT)]
)
def test_unsent_work_of_a_question_that_went_elsewhere_is_shown_and_put_aside(
    scene: Scene, page: Page, how: str, assert_accessible: Callable[[], None]
) -> None:
    lose(page)
    page.keyboard.press("1")
    page.keyboard.press("n")
    page.keyboard.type("see the second page")
    page.keyboard.press("Escape")
    page.keyboard.press("4")
    badge(page, "2 waiting · no connection")
    close(scene, how)
    page.unroute("**/judge/*/*/")
    page.goto("/")
    problem = page.get_by_role("alert")
    expect(problem).to_contain_text(CLOSED[how])
    expect(problem).to_contain_text("Trial, question 1.1")
    expect(problem.get_by_role("listitem")).to_have_count(2)
    expect(problem.get_by_role("listitem").first).to_contain_text("“9 April” (A-1) correct")
    expect(problem.get_by_role("listitem").nth(1)).to_contain_text("incorrect · note: “see the second page”")
    badge(page, "2 not saved")
    assert_accessible()
    if how != "removed":
        page.goto(scene.url)
        expect(page.get_by_role("alert").get_by_role("listitem")).to_have_count(2)
        badge(page, "2 not saved")
    problem.get_by_role("listitem").first.get_by_role("button", name="Set aside").click()
    badge(page, "1 not saved")
    page.get_by_role("button", name="Set aside “incorrect”").click()
    expect(page.get_by_role("alert")).to_have_count(0)
    page.goto("/")
    aside = page.locator("[data-aside]")
    aside.locator("summary").click()
    expect(aside.get_by_role("listitem")).to_have_count(2)
    expect(aside).to_contain_text("see the second page")
    assert_accessible()
    page.once("dialog", lambda dialog: dialog.accept())
    aside.get_by_role("button", name="Delete").click()
    expect(aside).to_be_hidden()
    assert page.evaluate("localStorage.length") == 0


def test_what_was_put_aside_can_be_sent_again_when_the_question_is_open_again(
    scene: Scene, page: Page
) -> None:
    close(scene, "released")
    page.keyboard.press("1")
    page.get_by_role("button", name="Set aside “correct”").click()
    expect(page.get_by_text("The results of Trial are released")).to_be_visible()
    scene.campaign.state = State.CLOSED
    scene.campaign.save()
    page.goto("/")
    page.locator("[data-aside] summary").click()
    page.locator("[data-aside]").get_by_role("button", name="Send again").click()
    expect(page.get_by_text("1 of 5").first).to_be_visible()
    assert scene.grades() == {"9 April": "correct"}


def test_unsent_work_of_a_question_that_was_taken_away_and_given_back_is_sent(
    scene: Scene, page: Page
) -> None:
    lose(page)
    page.keyboard.press("1")
    badge(page, "1 waiting · no connection")
    close(scene, "removed")
    page.unroute("**/judge/*/*/")
    page.goto("/")
    expect(page.get_by_role("alert")).to_contain_text("no longer assigned to you")
    (again,) = add_assessor(question=scene.question, member=scene.mine.member, by=None)
    page.get_by_role("button", name="Send again").click()
    expect(page.get_by_text("1 of 5").first).to_be_visible()
    assert Judgment.objects.get().assignment == again


def test_what_was_typed_is_copied_as_text(scene: Scene, page: Page, context: BrowserContext) -> None:
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    close(scene, "released")
    page.keyboard.press("2")
    page.get_by_role("button", name="Copy as text").click()
    expect(page.get_by_role("button", name="Copied ✓")).to_be_visible()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied.startswith(
        "Trial, question 1.1 · “9 April” (A-1) · inexact\n  The results of Trial are released"
    )
    page.reload()
    page.evaluate("void (navigator.clipboard.writeText = () => Promise.reject(new Error('denied')))")
    page.get_by_role("button", name="Copy as text").click()
    expect(page.get_by_label("What was typed")).to_have_value(copied)


def test_an_undecided_conflict_is_not_saved_and_not_finished(scene: Scene, page: Page) -> None:
    scene.judge(0, "inexact")
    for key in "14444":
        page.keyboard.press(key)
    badge(page, "1 not saved")
    page.get_by_role("button", name="Finish: no answer found").click()  # as far as the server knows
    expect(page.locator("[data-finish-undecided]")).to_be_visible()
    assert Assignment.objects.get(pk=scene.mine.pk).finished_at is None
    page.goto("/")
    badge(page, "1 not saved")
    with page.expect_navigation():
        page.get_by_role("button", name="Use mine: correct").click()
    page.goto(scene.url)
    expect_saved(page)
    assert scene.grades()["9 April"] == "correct"
    page.get_by_role("button", name="Finish the question").click()
    expect(page.get_by_text("Question 1.1 is finished.")).to_be_visible()


def test_a_note_stays_with_a_later_grade_that_was_not_taken(scene: Scene, page: Page) -> None:
    lose(page)
    page.keyboard.press("n")
    page.keyboard.type("typed before")
    page.keyboard.press("Escape")
    page.keyboard.press("1")
    page.keyboard.press("k")
    page.keyboard.press("4")
    scene.judge(0, "inexact")
    find(page)
    badge(page, "1 not saved")
    page.get_by_role("button", name="Use mine: incorrect").click()
    expect_saved(page)
    row = Judgment.objects.get()
    assert (row.grade, row.note) == ("incorrect", "typed before")


# browsers that keep nothing


@pytest.mark.parametrize("trouble", [DENIED, FULL])
def test_a_browser_that_keeps_nothing_goes_on_and_warns_before_closing(
    unopened: Scene, page: Page, trouble: str
) -> None:
    scene = unopened
    page.add_init_script(trouble)
    page.goto(scene.url)
    expect_saved(page)
    lose(page)
    page.keyboard.press("1")
    page.keyboard.press("n")
    page.keyboard.type("only here")
    expect(page.locator("[data-saving]")).to_contain_text("1 waiting · no connection · in this window only")
    asked: list[str] = []

    def stay(dialog: Any) -> None:
        asked.append(dialog.type)
        dialog.dismiss()

    page.on("dialog", stay)
    page.close(run_before_unload=True)
    badge(page, "2 waiting · no connection · in this window only: keep this page open")
    assert asked == ["beforeunload"]
    find(page)
    expect_saved(page)
    assert Judgment.objects.get(note="only here")
    page.keyboard.press("Escape")
    page.keyboard.press("2")
    expect_saved(page)
    assert scene.counters() == (2, 0)
    page.remove_listener("dialog", stay)
    page.goto("/")
    assert asked == ["beforeunload"]


def test_notes_said_after_notes_that_were_not_taken_overwrite_nothing(scene: Scene, page: Page) -> None:
    """The second ones name a version that another window has made meanwhile."""
    lose(page)
    for text in ("one", "two"):
        page.keyboard.press("d")
        page.keyboard.type(text)
        page.keyboard.press("Escape")
    notes = {"rules_of_thumb": "theirs", "canonical_answer": "", "comment": "", "seen": 0}
    assert scene.client().post(f"{scene.url}sheet/", notes).status_code == 302
    find(page)
    expect(page.get_by_role("alert")).to_contain_text("theirs")
    scene.mine.refresh_from_db()
    assert (scene.mine.rules_of_thumb, scene.mine.notes_version) == ("theirs", 1)
    page.get_by_role("button", name="Use mine: my rules of thumb: “onetwo”").click()
    expect_saved(page)
    scene.mine.refresh_from_db()
    assert scene.mine.rules_of_thumb == "onetwo"
