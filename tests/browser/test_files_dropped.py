"""Files are dropped on a field, several at once where several make sense; names and sizes are told before anything is sent."""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from assessment.submissions.models import Run
from tests import factory
from tests.browser.judging import sign_in
from tests.settings import MAX_RUN_BYTES
from tests.submissions import scene

pytestmark = pytest.mark.django_db(transaction=True)
SEVERAL = "/campaigns/trial/import/run-files/"
DROP = """([name, files]) => {
  const dropped = new DataTransfer();
  for (const [called, text] of files) dropped.items.add(new File([text], called));
  const target = document.querySelector(`[name=${name}]`).closest("form");
  for (const kind of ["dragover", "drop"])
    target.dispatchEvent(new DragEvent(kind, { dataTransfer: dropped, bubbles: true, cancelable: true }));
}"""


@pytest.fixture
def olga(context: BrowserContext, live_server: LiveServer, transactional_db: None) -> None:
    campaign = factory.make_campaign("trial")
    factory.make_questions(campaign, *scene.QIDS, type="factoid")
    campaign.settings = {"unknown_docids": True}
    campaign.save()
    sign_in(context, scene.organizer(campaign), live_server)


def drop(page: Page, *files: tuple[str, str], name: str = "file") -> None:
    page.evaluate(DROP, [name, [list(file) for file in files]])


def test_dropped_files_are_told_and_sent(
    page: Page, olga: None, assert_accessible: Callable[[], None]
) -> None:
    page.goto(SEVERAL)
    told = page.locator("output.chosen")
    expect(told).to_have_text("Or drop several files here.")
    runs = [scene.as_bytes(scene.whole_run(tag, f"{tag} {{}}")).decode() for tag in ("lake1", "tern1")]
    drop(page, ("lake-1.txt", runs[0]), ("tern.txt", runs[1]), ("none.txt", ""))
    expect(told).to_contain_text("lake-1.txt")
    expect(told).to_contain_text("none.txt (empty)")
    assert_accessible()
    page.get_by_role("button", name="Check the file").click()
    expect(page.locator("#preview")).to_contain_text("2 runs can be loaded")
    assert_accessible()
    page.get_by_role("button", name="Import").click()
    expect(page.get_by_role("heading", name="Runs")).to_be_visible()
    assert set(Run.objects.values_list("team__name", "run_id")) == {("lake", "lake1"), ("tern", "tern1")}


def test_what_is_too_large_is_said_at_once_and_not_sent(page: Page, olga: None) -> None:
    page.goto(SEVERAL)
    told = page.locator("output.chosen")
    assert told.get_attribute("data-most") == str(MAX_RUN_BYTES)
    told.evaluate("told => { told.dataset.most = 1000; }")
    drop(page, ("a.txt", "x" * 600), ("b.txt", "y" * 700))
    expect(told).to_have_text("2 files have 1.3 kB together; at most 1 kB can be sent at once. Choose fewer.")
    assert not page.locator("[name=file]").evaluate("field => field.checkValidity()")
    drop(page, ("a.txt", "x" * 600))
    assert page.locator("[name=file]").evaluate("field => field.checkValidity()")


def test_a_field_of_one_file_takes_no_two_and_no_name_leads_astray(page: Page, olga: None) -> None:
    page.goto("/campaigns/trial/judgments/")
    told = page.locator("output.chosen")
    drop(page, ("a.csv", "x"), ("b.csv", "y"))
    expect(told).to_have_text("Drop one file; this field takes no more.")
    drop(page, ("<img src=x>\u202etxt.csv", "qid"))
    expect(told).to_contain_text("<img src=x>")
    assert page.locator("output img").count() == 0
    drop(page, (f"{'x' * 300}.csv", "qid"))
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
