"""Two jobs that make the same file of a version, each by a connection of its own; test_version_files.py has all else."""

from collections.abc import Mapping
from contextlib import AbstractContextManager
from threading import Barrier
from typing import Any

import pytest
from pytest_django import Settings

from assessment.jobs.models import Job
from assessment.jobs.services import lifecycle
from assessment.jobs.services.handle import JobHandle
from assessment.jobs.services.runner import run_job
from assessment.results.models import VersionFile
from tests.client import Client
from tests.factory import make_member
from tests.judging.scene import at_once
from tests.results.test_version_files import VERSION, build, content


@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
def test_of_two_jobs_that_make_one_file_at_the_same_moment_one_is_kept(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As an organizer by hand and her program, whose token reaches less far, may ask for it at once."""
    campaign, olga = build(), Client()
    olga.force_login(make_member(campaign, "olga", "organizer"))
    settings.JOBS_INLINE = False
    olga.get(f"{VERSION}report.html")
    first = Job.objects.get()
    narrowed = {**first.arguments, "limits": [campaign.pk, ""]}
    second = lifecycle.enqueue(kind=first.kind, campaign=campaign, by=first.asked_by, arguments=narrowed)
    assert second.pk != first.pk
    both_made_it, step = Barrier(2), JobHandle.step

    def kept(job: JobHandle, checkpoint: Mapping[str, Any]) -> AbstractContextManager[None]:
        both_made_it.wait()
        return step(job, checkpoint)

    monkeypatch.setattr(JobHandle, "step", kept)
    at_once(lambda number: run_job((first.pk, second.pk)[number]), times=2)
    assert set(Job.objects.values_list("state", flat=True)) == {"done"}
    names = list(VersionFile.objects.values_list("name", flat=True))
    assert sorted(names) == ["report.html", "report.json", "report.zip"]
    assert content(olga, "report.html").startswith(b"<!DOCTYPE html>")
