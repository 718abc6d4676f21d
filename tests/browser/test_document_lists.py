"""Document lists in a real browser: reading one, accepting the licence, taking the texts; and faults of a file."""

import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from assessment.campaigns.models import Campaign, State
from assessment.campaigns.services import SourceFile
from assessment.campaigns.services.document_lists import import_document_lists
from documents.models import Collection
from tests.browser.judging import sign_in
from tests.browser.waiting import loaded_anew
from tests.documents.helpers import import_records, record
from tests.factory import make_campaign, make_member, make_questions

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def campaign(transactional_db: None, tmp_path: Path) -> Campaign:
    import_records(tmp_path / "wire", *(record(f"AP-{rank}") for rank in range(1, 121)))
    Collection.visible.update(licence="Agreement of 1926", licence_text="For research alone.\n" * 40)
    made = make_campaign("comet", "series2004", collection_slug="wire", state=State.OPEN)
    make_questions(made, "1.1", "1.2", series="1")
    lines = b"".join(b"1 %d AP-%d %d.5\n" % (rank, rank, 500 - rank) for rank in range(1, 131))
    import_document_lists(campaign=made, file=SourceFile("lists.txt", lines), by=None)
    return made


@pytest.mark.parametrize("width", [1440, 390])
def test_a_participant_accepts_the_licence_and_takes_the_texts(
    page: Page,
    context: BrowserContext,
    live_server: LiveServer,
    campaign: Campaign,
    assert_accessible: Callable[[], None],
    width: int,
) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    sign_in(context, make_member(campaign, "ann", "participant"), live_server)
    page.goto("/campaigns/comet/questions/")
    with loaded_anew(page):
        page.get_by_role("link", name="Document lists").click()
    assert_accessible()
    with loaded_anew(page):
        page.get_by_role("link", name="1", exact=True).click()
    expect(page.get_by_role("button", name="Download")).to_have_count(0)
    assert_accessible()
    page.get_by_role("link", name="texts", exact=True).click()
    page.get_by_role("button", name="I accept this licence").click()
    expect(page.get_by_text("You accepted the licence of wire on")).to_be_visible()
    assert_accessible()
    page.get_by_label("How many").fill("3")
    with page.expect_download() as started:
        page.get_by_role("button", name="Download").click()
    assert started.value.suggested_filename == "comet-1-top3.zip"
    with zipfile.ZipFile(started.value.path()) as packed:
        assert len(packed.namelist()) == 5
    page.get_by_role("link", name="after ▸").click()
    expect(page.get_by_text("not in the collection")).to_have_count(10)
    assert page.evaluate("document.documentElement.scrollWidth") == width


def test_an_organizer_reads_what_is_wrong_with_a_file(
    page: Page,
    context: BrowserContext,
    live_server: LiveServer,
    campaign: Campaign,
    assert_accessible: Callable[[], None],
) -> None:
    sign_in(context, make_member(campaign, "olga", "organizer"), live_server)
    page.goto("/campaigns/comet/lists/")
    page.get_by_role("link", name="Import again").click()
    broken = b"1 1 AP-1 2\n1 1 AP-2 1\n7 1 AP-1 much\n"
    page.get_by_label("File of lists").set_input_files(
        {"name": "lists.txt", "mimeType": "text/plain", "buffer": broken}
    )
    page.get_by_role("button", name="Check the file").click()
    expect(page.get_by_text("Target 1 has rank 1 already in line 1.")).to_be_visible()
    expect(page.get_by_text("unknown_target")).to_be_visible()
    assert_accessible()
    page.set_viewport_size({"width": 390, "height": 800})
    assert page.evaluate("document.documentElement.scrollWidth") == 390
