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
from tests.browser.judging import sign_in
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
    page.get_by_role("button", name="Pool").click()
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
    run_job(job.pk, heartbeat=False)
    expect(page.get_by_text(read(job).result["sentence"])).to_be_visible()
    assert_accessible()
    page.get_by_role("link", name=f"job {job.pk}").click()
    expect(page.get_by_role("heading", name="Log")).to_be_visible()
    assert_accessible()
