"""What the engine of imports promises of every kind of file: one that is added is in `kinds`, and keeps all of it."""

import json
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command

from assessment.campaigns.models import Campaign, FileImport, FileImportState, ImportedFile, State
from assessment.campaigns.services.checked_files import (
    check_here,
    request_check,
    store_checked,
)
from assessment.campaigns.services.intakes import INTAKES
from assessment.jobs.models import Job, JobState
from assessment.jobs.models.registry import KINDS as WORKS
from assessment.jobs.services.lifecycle import cancel
from assessment.jobs.services.runner import run_job
from assessment.shared.errors import Refused
from documents.steps import Pace
from scoring.progress import listened
from tests import factory
from tests.api.asking import client_of, done, send_json
from tests.imports.interrupted import run_and_die
from tests.imports.kinds import FILE, KINDS, NO_ROWS, Kind, every_kind
from tests.imports.stored import (
    HISTORY,
    JOINED,
    RECORDS,
    assert_undone,
    changed,
    stored,
    told,
    tried,
)
from tests.write_locks import watch_writes

pytestmark = pytest.mark.django_db
every_job = pytest.mark.parametrize(
    "kind", [kind for kind in KINDS.values() if kind.intake.by_job], ids=lambda kind: kind.name
)


def test_every_kind_is_tried() -> None:
    assert {*KINDS, *NO_ROWS} == set(INTAKES), "a kind of file without a scene in tests/imports/kinds.py"


@every_kind
def test_a_table_is_what_has_columns(kind: Kind, tmp_path: Path) -> None:
    sent = kind.sends(kind.scene(tmp_path))
    columns = kind.intake.columns(sent)
    assert kind.is_table == (columns is not None)
    assert columns is None or set(columns.names) >= set(kind.rows[0])


@every_kind
def test_a_check_stores_nothing(kind: Kind, tmp_path: Path) -> None:
    campaign = kind.scene(tmp_path)
    before = stored()
    taken = check_here(kind.intake, kind.sends(campaign))
    assert taken.sentence
    assert taken.review
    assert stored() == before


@every_kind
def test_a_check_says_how_many_rows_are_done(kind: Kind, tmp_path: Path) -> None:
    """One rule for all: what goes through rows counts them, so that the page of its job has numbers."""
    sent = kind.sends(kind.scene(tmp_path))
    heard: list[tuple[int, int, str]] = []
    with listened(lambda *said: heard.append(said)):
        check_here(kind.intake, sent)
    parts = {what: (done, total) for done, total, what in heard}
    assert parts
    assert all(done == total > 0 for done, total in parts.values())


@pytest.mark.both_databases
@every_kind
def test_an_undo_leaves_every_column_as_it_was(kind: Kind, tmp_path: Path) -> None:
    campaign = kind.scene(tmp_path)
    before = stored()
    kind.bring(campaign)
    assert changed(before, stored()) - RECORDS - HISTORY - JOINED == set(kind.changes.split())
    if kind.unkept:
        assert_unkept(campaign)
        return
    undo_last(campaign)
    assert bool(assert_undone(before, campaign)) == bool(kind.remains)
    assert "This file was imported" not in kind.bring(campaign), "it is new again"
    undo_last(campaign)
    assert_undone(before, campaign)


def assert_unkept(campaign: Campaign) -> None:
    """That of a kind of which no import is kept nothing can be undone, or read again."""
    assert not FileImport.objects.exists()
    assert not ImportedFile.objects.exists()
    with pytest.raises(CommandError, match="no import 1"):
        call_command("undo_import", campaign.slug, "1", "--reason", "wrong file")


def undo_last(campaign: Campaign) -> None:
    number = str(campaign.imports.latest("number").number)
    call_command("undo_import", campaign.slug, number, "--reason", "wrong file")


@every_kind
def test_the_same_file_again_changes_nothing_and_says_when_it_came(kind: Kind, tmp_path: Path) -> None:
    campaign = kind.scene(tmp_path)
    kind.bring(campaign)
    before, last = stored({"Event"}), campaign.imports.order_by("number").last()
    said = kind.bring(campaign)
    when = (
        f"This file was imported on {last.made_at:%Y-%m-%d} as import {last.number}; nothing new."
        if last
        else ""
    )
    assert (when == "") == bool(kind.unkept)
    assert when in said
    assert stored({"Event"}) == before


@every_kind
def test_programs_check_bring_and_undo_it(kind: Kind, tmp_path: Path) -> None:
    campaign = kind.scene(tmp_path)
    olga = client_of(factory.make_member(campaign, "olga", "organizer"))
    imports = f"/api/v1/campaigns/{campaign.slug}/imports/"
    said = {name: json.dumps(value) for name, value in kind.sent.items()}

    def send(data: bytes, **more: str) -> dict[str, Any]:
        file = SimpleUploadedFile(FILE, data)
        answer = olga.post(imports, {"kind": kind.name, "file": file, **said, **more})
        told: dict[str, Any] = done(olga, answer) if answer.status_code == 202 else answer.json()
        return told

    refused = send(b"Dear all,\n", check_only="true")
    assert (refused.get("error") or refused)["problems"]
    assert send(kind.data, check_only="true").get("state") in {None, JobState.DONE}
    assert campaign.imports.filter(file=FILE).count() == 0
    answer = send(kind.data)
    for job in Job.objects.active():  # of a file that a job checked first
        run_job(job.pk, heartbeat=False)
    if kind.unkept:
        assert (answer["number"], answer["job"]) == (None, None)
        assert send_json(olga, f"{imports}1/undo/", {"reason": "a slip"}).status_code == 404
        assert_unkept(campaign)
        return
    stored_as = campaign.imports.get(file=FILE)
    assert stored_as.state == FileImportState.MADE
    done(olga, send_json(olga, f"{imports}{stored_as.number}/undo/", {"reason": "a slip"}))
    stored_as.refresh_from_db()
    assert stored_as.state == FileImportState.UNDONE


# Killed, cancelled, undone


@every_kind
def test_what_no_job_stores_is_stored_in_one_transaction(kind: Kind, tmp_path: Path) -> None:
    campaign = kind.scene(tmp_path)
    with watch_writes() as watch:
        kind.bring(campaign)
    wrote = [one for one in watch.transactions if one.rows]
    assert (len(wrote) == 1) != kind.intake.by_job


@pytest.fixture
def _small_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two rows in each step, however fast they are."""
    monkeypatch.setattr(Pace, "rows", property(lambda pace: 2, lambda pace, rows: None), raising=False)


def begun(kind: Kind, campaign: Campaign) -> Job:
    """The job that stores a file that was checked."""
    check = request_check(kind=kind.name, sent=kind.sends(campaign))
    run_job(check.pk, heartbeat=False)
    job = store_checked(check=check_of(check), by=None).job
    assert job
    return job


def check_of(job: Job) -> Job:
    return Job.objects.select_related("campaign").get(pk=job.pk)


@every_job
@pytest.mark.usefixtures("_small_steps")
def test_whoever_goes_on_with_a_killed_import_ends_as_if_it_had_not_been_killed(
    kind: Kind, tmp_path: Path
) -> None:
    campaign = kind.scene(tmp_path)
    with tried():
        run_job(begun(kind, campaign).pk, heartbeat=False)
        whole = told()
    for steps in count():
        with tried():
            job = begun(kind, campaign)
            died = run_and_die(job, steps)
            assert not died or run_job(job.pk, heartbeat=False)
            assert check_of(job).state == JobState.DONE
            assert told() == whole, steps
        if not died:
            break
    assert steps > 3, "there is more than one step between the first and the last"


@every_job
@pytest.mark.usefixtures("_small_steps")
def test_an_import_that_is_cancelled_at_any_step_is_undone_however_often_that_is_killed(
    kind: Kind, tmp_path: Path
) -> None:
    campaign = kind.scene(tmp_path)
    before = stored()
    for steps in count():
        with tried():
            job = begun(kind, campaign)
            if not run_and_die(job, steps):
                break
            cancel(job=job, by=None)
            assert check_of(job).state == JobState.CANCELLED
            undo = Job.objects.active().filter(kind=WORKS[job.kind].undo).first()
            assert (undo is not None) == (steps > 0)
            while undo and run_and_die(undo, 1):
                Job.objects.filter(pk=undo.pk).update(attempts=0)
            left = assert_undone(before, campaign)
            assert kind.remains or not left
    assert steps > 3


# Released


@every_kind
def test_nothing_that_counts_comes_in_once_scores_are_released(kind: Kind, tmp_path: Path) -> None:
    campaign = kind.scene(tmp_path)
    Campaign.objects.filter(pk=campaign.pk).update(state=State.RELEASED)
    campaign.refresh_from_db()
    before = stored()
    if kind.late:
        kind.bring(campaign)
        assert stored() != before
        return
    with pytest.raises(Refused) as refused:
        kind.bring(campaign)
    assert refused.value.code == "campaign_released"
    assert refused.value.hint
    assert stored() == before
