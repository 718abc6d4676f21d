"""Pages are copied and made ready for annotators once somebody is to annotate them."""

from pathlib import Path

import pytest
from django.core.management import call_command

from assessment.jobs.models import Job, JobState
from documents.models import PageLayout, Snapshot
from tests.judging.annotating import QIDS, AnnotationRoom

pytestmark = pytest.mark.django_db(transaction=True)


def test_who_comes_first_need_not_wait(tmp_path: Path) -> None:
    room = AnnotationRoom(tmp_path)
    call_command("assign", "comets", assessors="ada,ben", judges=2)
    job = Job.objects.get(kind="submissions.copy")
    assert job.campaign == room.campaign
    call_command("run_jobs", until_done=True)
    job.refresh_from_db()
    assert job.state == JobState.DONE
    assert job.result["sentence"] == "Copied 3 of 3 documents, 0 had been copied before."
    assert set(Snapshot.objects.values_list("docid", flat=True)) == set(QIDS)
    assert [bool(row.page) for row in PageLayout.objects.all()] == [True] * 3
    assert not Job.objects.exclude(pk=job.pk).exists()


def test_nothing_is_asked_where_nobody_was_added(tmp_path: Path) -> None:
    AnnotationRoom(tmp_path)
    call_command("assign", "comets", assessors="ada,ben", judges=2)
    Job.objects.all().delete()
    call_command("assign", "comets", assessors="ada,ben", judges=2)
    assert not Job.objects.exists()
