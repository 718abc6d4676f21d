"""A job shown in place, in a real browser: its progress moves by itself, and its end brings the result."""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django import Settings
from pytest_django.live_server_helper import LiveServer

from assessment.campaigns.models import Campaign
from assessment.jobs.models import Job
from assessment.jobs.services import lifecycle
from assessment.jobs.services.handle import JobHandle
from assessment.jobs.services.runner import run_job
from assessment.results.services.scores import score
from tests.browser.judging import sign_in
from tests.browser.waiting import loaded_anew, take_turn
from tests.factory import make_member
from tests.jobs.work import read, vanish
from tests.results.golden import imported

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def campaign(transactional_db: None) -> Campaign:
    return imported("trec8_small")


def test_pooling_moves_and_ends_by_itself(
    page: Page,
    context: BrowserContext,
    live_server: LiveServer,
    campaign: Campaign,
    settings: Settings,
    assert_accessible: Callable[[], None],
) -> None:
    settings.JOBS_INLINE = False  # the test is the worker
    sign_in(context, make_member(campaign, "olga", "organizer"), live_server)
    page.goto(f"/campaigns/{campaign.slug}/pool/")
    page.get_by_role("button", name="Pool", exact=True).click()
    expect(page.get_by_text("waiting for its turn")).to_be_visible()
    assert_accessible()
    job = Job.objects.get()
    held = lifecycle.claim(pk=job.pk)
    assert held
    handle = JobHandle(held)
    handle.progress(1, 2, "Half of it")
    lifecycle.heartbeat(job=held, **handle.written())
    expect(page.get_by_text("Half of it")).to_be_visible()
    vanish(job)
    with loaded_anew(page):
        run_job(job.pk, heartbeat=False)
    expect(page.get_by_text(read(job).result["sentence"])).to_be_visible()
    assert_accessible()
    page.get_by_role("link", name=f"job {job.pk}").click()
    expect(page.get_by_role("heading", name="Log")).to_be_visible()
    assert_accessible()


def test_while_a_job_moves_its_button_keeps_the_focus_and_no_click_is_lost(
    page: Page, context: BrowserContext, live_server: LiveServer, campaign: Campaign, settings: Settings
) -> None:
    settings.JOBS_INLINE = False  # the test is the worker
    sign_in(context, make_member(campaign, "olga", "organizer"), live_server)
    page.goto(f"/campaigns/{campaign.slug}/pool/")
    page.get_by_role("button", name="Pool", exact=True).click()
    expect(page.get_by_text("waiting for its turn")).to_be_visible()
    held = lifecycle.claim(pk=Job.objects.get().pk)
    assert held
    handle = JobHandle(held)

    def move(done: int) -> None:
        handle.progress(done, 4, f"Step {done}")
        lifecycle.heartbeat(job=held, **handle.written())

    move(1)
    expect(page.get_by_text("Step 1")).to_be_visible()
    cancel = page.get_by_role("button", name="Cancel")
    cancel.focus()
    move(2)
    expect(page.get_by_text("Step 2")).to_be_visible()
    expect(cancel).to_be_focused()
    box = cancel.bounding_box()
    assert box
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    with page.expect_response(lambda answer: "part" in answer.url or "jobs" in answer.url):
        move(3)
    take_turn(page)
    page.mouse.up()
    expect(page.get_by_text("Stopping at the next step.")).to_be_visible()


def test_a_file_that_is_being_made_comes_by_itself(
    page: Page,
    context: BrowserContext,
    live_server: LiveServer,
    campaign: Campaign,
    settings: Settings,
    assert_accessible: Callable[[], None],
) -> None:
    score(campaign=campaign, rule="union", by=None)
    settings.JOBS_INLINE = False  # the test is the worker
    sign_in(context, make_member(campaign, "olga", "organizer"), live_server)
    page.goto(f"/campaigns/{campaign.slug}/results/1/")
    page.get_by_role("link", name="Report", exact=True).click()
    expect(page.get_by_role("heading", name="Making the report of a version")).to_be_visible()
    expect(page.get_by_text("waiting for its turn")).to_be_visible()
    assert_accessible()
    with page.expect_download() as arriving:
        run_job(Job.objects.get().pk, heartbeat=False)
    assert arriving.value.suggested_filename == f"{campaign.slug}-report-1.html"
    assert "Agreement of assessors" in arriving.value.path().read_text(encoding="utf-8")
    expect(page.get_by_text("The file is ready.")).to_be_visible()
    with page.expect_download() as again:
        page.get_by_role("link", name="Download").click()
    assert again.value.path().read_bytes() == arriving.value.path().read_bytes()


def test_who_sees_no_jobs_sees_the_check_of_a_file_end_by_itself(
    page: Page,
    context: BrowserContext,
    live_server: LiveServer,
    campaign: Campaign,
    settings: Settings,
    assert_accessible: Callable[[], None],
) -> None:
    settings.JOBS_INLINE = False  # the test is the worker
    sign_in(context, make_member(campaign, "judith", "adjudicator"), live_server)
    page.goto(f"/campaigns/{campaign.slug}/tables/decisions/")
    table = b"qid,docid,passage,answer,grade,ground,overruled,note,adjudicator\n"
    page.locator("input[type=file]").set_input_files(
        {"name": "d.csv", "mimeType": "text/csv", "buffer": table}
    )
    page.get_by_role("button", name="Check the file").click()
    expect(page.get_by_text("You can close this page: the work goes on.")).to_be_visible()
    assert_accessible()
    with loaded_anew(page):
        run_job(Job.objects.get().pk, heartbeat=False)
    expect(page.get_by_text("0 rows, 0 with something new.")).to_be_visible()
