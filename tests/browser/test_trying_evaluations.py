"""New evaluation in a browser: questions and a run are tried by the keys of the judging page, and nothing is saved."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect
from pytest_django.live_server_helper import LiveServer

from assessment.campaigns.models import Campaign
from assessment.campaigns.services.trials import MOST
from assessment.judging.models import Judgment
from scoring.evaluations.gallery import gallery
from tests.browser.judging import current, label, sign_in
from tests.browser.waiting import expect_done, expect_ready, expect_so, find_network, lose_network
from tests.factory import make_account

pytestmark = pytest.mark.django_db(transaction=True)
NEW = "/campaigns/new/evaluation/"
FOLDERS = {entry.name: Path(str(entry.folder)) for entry in gallery()}
MARKET = "The lamp and the salt market, both a short walk from the quay."
MUSEUM = "The museum opens on Sundays."


@pytest.fixture
def open_page(page: Page, context: BrowserContext, live_server: LiveServer) -> Callable[[str], None]:
    """Opens the page with an entry of the gallery."""
    sign_in(context, make_account("ada", may_create=True), live_server)

    def opened(name: str) -> None:
        page.goto(f"{NEW}?from={name}")
        expect_ready(page)

    return opened


def choose(page: Page, name: str, run: str = "heron") -> None:
    """Choose the files of an entry of the gallery, and wait until they are tried."""
    (file,) = (FOLDERS[name] / "runs").glob(f"{run}.*")
    page.set_input_files("[name=questions_file]", FOLDERS[name] / "questions.csv")
    page.set_input_files("[name=run_file]", file)
    expect(trial(page)).to_be_visible()
    expect_done(page)


def trial(page: Page) -> Locator:
    return page.locator("#trial")


def measure(page: Page, title: str) -> Locator:
    """What a measure comes to for the run."""
    return (
        page.locator("#answers tr", has=page.get_by_role("rowheader", name=title, exact=True))
        .locator("td")
        .first
    )


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (390, 844)])
def test_two_answers_are_judged_by_keys_scored_and_not_saved(
    page: Page,
    open_page: Callable[[str], None],
    assert_accessible: Callable[[], None],
    width: int,
    height: int,
) -> None:
    page.set_viewport_size({"width": width, "height": height})
    open_page("graded")
    choose(page, "graded")
    expect(page.get_by_label("Questions of yours")).to_have_value(
        (FOLDERS["graded"] / "questions.csv").read_text()
    )
    expect(trial(page)).to_contain_text("Nothing you do here is saved")
    assert_accessible()
    page.locator("h1").click()
    expect(current(page)).to_have_text(MARKET)
    page.keyboard.press("3")
    page.keyboard.press("1")  # before what the first came to is here
    expect(label(page, MARKET)).to_have_text("3 Perfect")
    expect(label(page, MUSEUM)).to_have_text("1 Fair")
    expect(measure(page, "Mean grade")).to_have_text("1.500")
    expect(page.locator("[data-announce]")).to_contain_text("2 of 2 judged here.")
    page.keyboard.press("u")
    expect(label(page, MUSEUM)).to_have_text("—")
    expect(current(page)).to_have_text(MUSEUM)
    page.keyboard.press("k")
    expect(current(page)).to_have_text(MARKET)
    assert_accessible()
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    expect_done(page)
    assert not Judgment.objects.exists()
    assert not Campaign.objects.exists()


def test_what_is_typed_is_no_key_and_what_was_judged_stays_while_the_evaluation_changes(
    page: Page, open_page: Callable[[str], None]
) -> None:
    open_page("graded")
    choose(page, "graded")
    text = page.get_by_label("Evaluation", exact=True)
    text.focus()
    page.keyboard.press("Escape")
    expect(text).not_to_be_focused()
    page.keyboard.press("3")
    expect(label(page, MARKET)).to_have_text("3 Perfect")
    value = text.input_value()
    text.fill(value.replace('title = "Perfect"', "title = 3"))
    expect(page.locator("#problems")).to_be_visible()
    text.fill(value.replace('title = "Perfect"', 'title = "Splendid"'))
    expect(label(page, MARKET)).to_have_text("3 Splendid")
    text.press("End")
    page.keyboard.type(" # 2")  # a remark: the evaluation stays one
    expect(text).to_have_value(re.compile(r" # 2$"))
    expect_done(page)
    expect(label(page, MUSEUM)).to_have_text("—")


def test_a_reason_is_asked_for_where_an_answer_cannot_be_judged(
    page: Page, open_page: Callable[[str], None]
) -> None:
    open_page("answers-alone")
    choose(page, "answers-alone", "plover")
    page.locator("h1").click()
    page.keyboard.press("c")
    field = page.get_by_label("Why can this answer not be judged?")
    expect(field).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#trial .field-error")).to_be_visible()
    expect(field).to_be_focused()
    page.keyboard.press("Escape")
    expect(field).to_be_hidden()
    page.keyboard.press("c")
    page.keyboard.type("Cut off.")
    page.keyboard.press("Enter")
    expect(label(page, "in 1871")).to_have_text("cannot be judged")


def test_the_mouse_and_the_list_of_questions_lead_elsewhere_and_the_page_stays_where_it_is(
    page: Page, open_page: Callable[[str], None]
) -> None:
    open_page("graded")
    choose(page, "graded")
    trial(page).get_by_role("button", name="Next").scroll_into_view_if_needed()
    place = page.evaluate("() => [scrollX, scrollY]")
    trial(page).get_by_text(MUSEUM).click()
    expect(current(page)).to_have_text(MUSEUM)
    trial(page).get_by_role("button", name="Off topic").click()
    expect(label(page, MUSEUM)).to_have_text("0 Off topic")
    assert page.evaluate("() => [scrollX, scrollY]") == place
    page.get_by_role("combobox", name="Question").focus()
    page.get_by_role("combobox", name="Question").select_option("2")
    expect(current(page)).to_have_text("To bring stone to the harbour without the tide.")
    expect(page.get_by_role("combobox", name="Question")).to_be_focused()
    assert page.evaluate("() => [scrollX, scrollY]") == place
    expect_so(page, "() => location.search === '?from=graded'")


def test_large_files_and_files_that_are_no_text_are_told_so(
    page: Page, open_page: Callable[[str], None], tmp_path: Path
) -> None:
    open_page("graded")
    large = tmp_path / "large.csv"
    large.write_bytes(b"qid,text\n" + b"1,x\n" * 1_000_000)
    sent: list[int] = []
    page.on("request", lambda request: sent.append(len(request.post_data_buffer or b"")))
    page.set_input_files("[name=questions_file]", large)
    expect(page.locator("#trial-problems")).to_contain_text("larger than the 300,000 bytes")
    assert max(sent) < 2 * MOST
    other = tmp_path / "other.csv"
    other.write_bytes("qid,text\n1,Grün\n".encode("utf-16"))
    page.set_input_files("[name=questions_file]", other)
    expect(page.locator("#trial-problems")).to_contain_text("other.csv")
    page.get_by_label("Questions of yours").fill(f"1,{'x' * 200}\n" * 1_500)
    expect(page.locator("#trial-problems")).to_contain_text("larger than the 300,000 bytes")
    page.get_by_label("Questions of yours").fill("qid,text\n1,Where?\n")
    expect(page.locator("#answers")).to_contain_text("1 question was read.")


def test_a_server_that_does_not_answer_loses_nothing(page: Page, open_page: Callable[[str], None]) -> None:
    open_page("graded")
    choose(page, "graded")
    page.locator("h1").click()
    lose_network(page)
    page.keyboard.press("3")
    expect(page.locator("[data-announce]")).to_contain_text("The server does not answer.")
    expect(label(page, MARKET)).to_have_text("—")
    find_network(page)
    page.keyboard.press("3")
    expect(label(page, MARKET)).to_have_text("3 Perfect")


def test_an_answer_that_comes_while_the_pointer_is_pressed_loses_no_click(
    page: Page, open_page: Callable[[str], None]
) -> None:
    open_page("graded")
    choose(page, "graded")
    button = trial(page).get_by_role("button", name="Perfect")
    button.scroll_into_view_if_needed()
    box = button.bounding_box()
    assert box
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    with page.expect_response(f"**{NEW}*"):
        page.locator("[name=question]").dispatch_event("input")  # as when something was typed just before
        page.mouse.down()
    expect_done(page)
    page.mouse.up()
    expect(label(page, MARKET)).to_have_text("3 Perfect")
