"""The search page in a real browser: keys walk what was found, the document opens beside it with the words marked."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django import Settings
from pytest_django.live_server_helper import LiveServer

from assessment.campaigns.models import Campaign, KeptSearch, State
from documents.models import Collection
from documents.search.indexes import build
from documents.services import import_collection
from tests.browser.judging import sign_in
from tests.browser.waiting import expect_ready, expect_so, listening_document, loaded_anew, until
from tests.documents.helpers import import_records, make_folder, record
from tests.factory import make_campaign, make_member

pytestmark = pytest.mark.django_db(transaction=True)

ROW = "The tide gauge at the harbour stood still, and nobody wrote down when the gauge began again.\n"


@pytest.fixture
def campaign(transactional_db: None, tmp_path: Path, settings: Settings) -> Campaign:
    settings.DATA_DIR = tmp_path / "data"
    texts = {f"AP-{n:02}": ROW * (30 - n) for n in range(1, 26)}
    import_records(tmp_path / "wire", *(record(docid, text) for docid, text in texts.items()))
    build(Collection.visible.get())
    return make_campaign("comet", collection_slug="wire", state=State.OPEN, search_judging=True)


def opened() -> list[list[str]]:
    rows = KeptSearch.objects.order_by("pk").values_list("opened", flat=True)
    return [[one["document"] for one in row] for row in rows]


@pytest.mark.parametrize(("width", "scheme"), [(1440, "light"), (390, "dark")])
def test_an_assessor_searches_and_reads_by_keys_alone(
    page: Page,
    context: BrowserContext,
    live_server: LiveServer,
    campaign: Campaign,
    assert_accessible: Callable[[], None],
    width: int,
    scheme: str,
) -> None:
    page.set_viewport_size({"width": width, "height": 900})
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    sign_in(context, make_member(campaign, "ada", "assessor"), live_server)
    page.goto("/")
    with loaded_anew(page):
        page.get_by_role("link", name="Search").click()
    page.keyboard.type("+gauge harbour")
    page.keyboard.press("Enter")
    expect(page.get_by_text("25 documents")).to_be_visible()
    expect_ready(page)
    assert_accessible()
    shown = page.locator(".documents .open")
    expect(shown).to_have_count(20)
    page.keyboard.press("j")
    expect(shown.nth(0)).to_be_focused()
    for key, place in (("j", 1), ("ArrowDown", 2), ("k", 1), ("ArrowDown", 2)):
        page.keyboard.press(key)
        expect(shown.nth(place)).to_be_focused()
    page.keyboard.press("Enter")
    frame = listening_document(page)
    assert frame.evaluate("document.querySelectorAll('mark').length") > 2
    assert frame.evaluate("location.hash") == "#find-1"
    expect(shown.nth(2)).to_have_attribute("aria-current", "true")
    expect(shown.nth(2)).to_be_focused()
    assert_accessible()
    assert page.evaluate("document.documentElement.scrollWidth") == width
    page.keyboard.press(".")
    expect(page.locator(".hits [data-place]")).to_have_text("2")
    expect_so(page.frames[1], "() => location.hash === '#find-2'")
    page.keyboard.press(",")
    expect_so(page.frames[1], "() => location.hash === '#find-1'")
    page.locator("iframe[data-relays]").click(position={"x": 40, "y": 40})
    page.keyboard.press("j")  # heard in the document, too
    expect(shown.nth(3)).to_be_focused()
    page.keyboard.press("Enter")
    expect(shown.nth(3)).to_have_attribute("aria-current", "true")
    document = page.locator(".paper iframe.shown")
    expect(document).to_have_attribute("src", re.compile(f"/{shown.nth(3).inner_text()}/"))
    expect(document).to_be_in_viewport()
    page.go_back()
    expect(shown.nth(2)).to_have_attribute("aria-current", "true")
    expect(document).to_have_attribute("src", re.compile(f"/{shown.nth(2).inner_text()}/"))
    page.keyboard.press("Escape")
    expect(page.locator("[data-part=paper]")).to_be_hidden()
    expect(shown.nth(2)).to_be_focused()
    page.keyboard.press("/")
    expect(page.locator("#q")).to_be_focused()
    until(page, lambda: len(opened()[0]) == 2, lambda: f"kept was {opened()}")
    page.get_by_role("link", name="Next", exact=True).click()
    expect(shown).to_have_count(5)
    assert page.locator(".documents li").first.get_attribute("value") == "21"
    assert len(opened()) == 1


def test_without_scripts_links_do_the_same(
    new_context: Callable[..., BrowserContext], live_server: LiveServer, campaign: Campaign
) -> None:
    plain = new_context(java_script_enabled=False)
    sign_in(plain, make_member(campaign, "ada", "assessor"), live_server)
    page = plain.new_page()
    page.goto("/campaigns/comet/search/?q=gauge")
    page.locator(".documents .open").nth(1).click()
    expect(page.locator(".hits [data-place]")).to_have_text("1")
    page.get_by_role("link", name="Next place").click()
    expect(page.locator(".hits [data-place]")).to_have_text("2")
    assert (page.locator("iframe").get_attribute("src") or "").endswith("#find-2")
    until(page, lambda: [len(one) for one in opened()] == [1], lambda: f"kept was {opened()}")
    page.get_by_role("link", name="Close").click()
    expect(page.locator("iframe")).to_have_count(0)


def test_texts_that_run_from_right_to_left(
    page: Page,
    context: BrowserContext,
    live_server: LiveServer,
    tmp_path: Path,
    settings: Settings,
    assert_accessible: Callable[[], None],
) -> None:
    settings.DATA_DIR = tmp_path / "data"
    manifest = 'slug = "kutub"\ntitle = "Kutub"\nformat = "text"\nlanguage = "ar"\n'
    files = {"a.txt": "هذا كتاب قديم عن البحر.".encode(), "b.txt": b"Only English."}
    import_collection(make_folder(tmp_path / "kutub", files, manifest))
    build(Collection.visible.get())
    campaign = make_campaign("kutub", collection_slug="kutub", state=State.OPEN)
    sign_in(context, make_member(campaign, "olga", "organizer"), live_server)
    page.goto("/campaigns/kutub/search/?q=" + "كِتاب")
    snippet = page.locator(".documents li p").nth(1)
    expect(snippet).to_have_attribute("dir", "rtl")
    expect(snippet.locator("mark")).to_have_text("كتاب")
    page.locator(".documents .open").click()
    frame = listening_document(page)
    assert frame.evaluate("document.querySelector('mark').textContent") == "كتاب"
    assert_accessible()
