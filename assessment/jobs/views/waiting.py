"""Waiting for a job for as long as a page may take, and where the page goes then."""

import time

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from assessment.jobs.models import Job, JobState
from assessment.jobs.services.runner import run_job

WAIT_SECONDS = 0.3  # within which an answer feels immediate
POLL_SECONDS = 0.02


def wait_briefly(job: Job) -> Job:
    """Read the job again as soon as it has ended, at the latest after 0.3 seconds.

    Small work is then answered with its result and never looks like a job.
    """
    if settings.JOBS_INLINE:
        run_job(job.pk, heartbeat=False)
    end = time.monotonic() + WAIT_SECONDS
    while True:
        now = Job.objects.select_related("campaign", "asked_by").get(pk=job.pk)
        if not now.is_active or settings.JOBS_INLINE or time.monotonic() > end:
            return now
        time.sleep(POLL_SECONDS)


def shown_in(request: HttpRequest, job: Job, page: str) -> HttpResponse:
    """Go where the result is to be seen; while there is none, to the page that shows the job in place."""
    return result_on(request, job, job.link or page if job.state == JobState.DONE else page)


def result_on(request: HttpRequest, job: Job, page: str) -> HttpResponse:
    """Go to a page that tells the result; while there is none, it shows the job in place."""
    if job.state != JobState.DONE:
        return redirect(f"{page}?job={job.pk}")
    messages.success(request, job.result["sentence"])
    return redirect(page)
