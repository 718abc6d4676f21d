"""Annotations of Natural Questions by the API: a file is checked, refused, stored; and how annotators decide."""

import gzip
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from assessment.jobs.services.runner import run_job
from assessment.judging.models import PageAnnotation
from tests.api.asking import client_of, done
from tests.factory import make_member
from tests.imports.pages import PAGE, file_of, make_corpus, said

AT = "/api/v1/campaigns/pages/"


@pytest.mark.django_db
def test_annotations_are_checked_stored_and_told(tmp_path: Path) -> None:
    campaign = make_corpus(tmp_path, "5", "7")
    olga = client_of(make_member(campaign, "olga", "organizer"))
    lines = [PAGE.line(5, annotations=[said(0, (4, 6)), said()]), PAGE.line(7, annotations=[said(2)])]

    def send(**more: Any) -> Any:
        file = SimpleUploadedFile("dev.jsonl.gz", gzip.compress(file_of(*lines)))
        return done(olga, olga.post(f"{AT}imports/", {"kind": "annotations", "file": file, **more}))

    checked = send(check_only=True)
    assert (checked["review"]["added"], checked["next"]) == (3, None)
    refused = send()
    assert (refused["state"], refused["error"]["problems"][0]["code"]) == ("failed", "assessor_unknown")
    assert not PageAnnotation.objects.exists()
    first = send(newcomers=True)
    run_job(first["next"], heartbeat=False)
    stored = olga.get(f"{AT}jobs/{first['next']}/").json()
    assert (stored["state"], stored["sentence"][:21]) == ("done", "Stored 3 annotations.")
    found = olga.get(f"{AT}annotators/").json()
    assert found["annotated"] == 2
    assert sum(one["annotations"] for one in found["annotators"]) == 3
    assert {one["long"]["null"] for one in found["annotators"]} == {0, 1}
    assert client_of(make_member(campaign, "eve", "assessor")).get(f"{AT}annotators/").status_code == 404
