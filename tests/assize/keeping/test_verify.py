"""`manage.py verify` beside the history: foreign keys and the checksums of kept files."""

import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from hashlib import sha256

import pytest
from django.db import connection
from django.utils import timezone

from assessment.campaigns.models import FileImport, ImportedFile
from assessment.judging.services.sealing import seal_history
from assessment.people.models import Event
from assessment.people.services.events import record_event
from assessment.shared.errors import Refused
from assessment.submissions.models import Run, RunFile
from assessment.submissions.services.teams import ensure_team
from assize.keeping.verifying import check_files, check_history, check_keys, verify
from documents.models import Collection, Snapshot
from tests.conftest import ON_POSTGRES
from tests.factory import make_campaign

pytestmark = pytest.mark.django_db


def quiet(*_: object) -> None:
    """Progress that nobody watches."""


def made_run() -> Run:
    """A run with the bytes of its file."""
    campaign = make_campaign()
    team = ensure_team(by=None, campaign=campaign, name="lkg")
    digest = sha256(b"1 Q0").hexdigest()
    run = Run.objects.create(
        campaign=campaign, team=team, run_id="lkg1", run_key="lkg1", sha256=digest, responses_count=1
    )
    RunFile.objects.create(run=run, name="lkg1.txt", compressed=zlib.compress(b"1 Q0"))
    return run


def copy_of(content: bytes) -> Snapshot:
    collection = Collection.objects.create(slug="texts", title="Texts", held=True)
    return Snapshot.objects.create(
        collection=collection,
        docid="A-1",
        revision=1,
        renderer_version=1,
        sha256=sha256(content).hexdigest(),
        record=zlib.compress(content),
        encoding="utf-8",
    )


def test_an_empty_site_is_whole() -> None:
    assert all(checked.mismatches == [] for checked in verify())


def test_days_that_nobody_seals_are_told() -> None:
    make_campaign()
    record_event(by=None, campaign=None, verb="account:edited", subject="ada")
    assert check_history(quiet).notes == []
    Event.objects.update(at=timezone.now() - timedelta(days=3))
    due, removed = check_history(quiet).notes
    assert "over and not sealed" in due
    assert "their seals were removed" in removed
    seal_history()
    assert check_history(quiet).notes == []


def test_bytes_that_are_not_those_of_their_checksum_are_named() -> None:
    copy = copy_of(b"a document")
    run = made_run()
    assert check_files(quiet).mismatches == []
    Snapshot.objects.filter(pk=copy.pk).update(record=zlib.compress(b"another"))
    RunFile.objects.filter(run=run).update(compressed=b"no zlib")
    assert check_files(quiet).mismatches == [
        f"run {run.pk} (lkg1): its bytes are not those of its checksum",
        f"document copy {copy.pk} (A-1): its bytes are not those of its checksum",
    ]


def test_kept_bytes_that_are_gone_are_named() -> None:
    campaign = make_campaign()
    digest = sha256(b"1\tq").hexdigest()
    given = FileImport.objects.create(
        campaign=campaign, number=1, kind="questions", file="q.tsv", sha256=digest
    )
    file = ImportedFile.objects.create(source=given, position=1, name="q.tsv", size=3, sha256=digest)
    assert check_files(quiet).mismatches == [f"imported file {file.pk} (q.tsv): its bytes are gone"]
    ImportedFile.objects.update(is_kept=False)  # it was too large to be kept
    assert check_files(quiet).mismatches == []


@contextmanager
def unwatched() -> Iterator[None]:
    """Foreign keys are not looked at, as where somebody works past the site."""
    off, on = (
        ("SET session_replication_role = replica", "SET session_replication_role = origin")
        if ON_POSTGRES
        else ("PRAGMA foreign_keys = OFF", "PRAGMA foreign_keys = ON")
    )
    with connection.cursor() as cursor:
        cursor.execute(off)
        try:
            yield
        finally:
            cursor.execute(on)


@pytest.mark.django_db(transaction=True)
def test_a_foreign_key_that_leads_nowhere_is_found() -> None:
    run = made_run()
    with unwatched():
        Run.objects.filter(pk=run.pk).update(team_id=987654)
    try:
        assert "submissions_run.team_id: 1 lead to no row" in check_keys(quiet).mismatches
        with pytest.raises(Refused, match="found"):
            verify()
    finally:
        with unwatched():
            Run.objects.filter(pk=run.pk).update(team_id=run.team_id)
