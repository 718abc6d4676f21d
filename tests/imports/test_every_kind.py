"""What the engine of imports promises of every kind of file: one that is added is in `kinds`, and keeps all of it."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path

import pytest
from django.core.management import call_command
from django.db import transaction
from hypothesis import given, settings
from hypothesis import strategies as st

from assessment.campaigns.models import Campaign, State
from assessment.campaigns.services.checked_files import (
    check_here,
    import_here,
    request_check,
    store_checked,
)
from assessment.campaigns.services.intakes import INTAKES
from assessment.jobs.models import Job, JobState
from assessment.jobs.models.registry import KINDS as WORKS
from assessment.jobs.services.lifecycle import cancel
from assessment.jobs.services.runner import run_job
from assessment.shared.errors import AssizeError, FileRefused, Refused
from documents.steps import Pace
from tests.imports.interrupted import run_and_die
from tests.imports.kind_scenes import Rows, as_csv
from tests.imports.kinds import FILE, KINDS, Kind
from tests.imports.stored import (
    HISTORY,
    JOINED,
    RECORDS,
    Stored,
    assert_undone,
    changed,
    stored,
    told,
    too_long,
)
from tests.sizes import examples
from tests.write_locks import watch_writes

pytestmark = pytest.mark.django_db
every_kind = pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
every_table = pytest.mark.parametrize(
    "kind", [kind for kind in KINDS.values() if kind.is_table], ids=lambda kind: kind.name
)
every_job = pytest.mark.parametrize(
    "kind", [kind for kind in KINDS.values() if kind.intake.by_job], ids=lambda kind: kind.name
)


@contextmanager
def tried() -> Iterator[None]:
    """A block that leaves nothing behind in the database."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def test_every_kind_is_tried() -> None:
    assert set(KINDS) == set(INTAKES), "a kind of file without a scene in tests/imports/kinds.py"


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


@pytest.mark.both_databases
@every_kind
def test_an_undo_leaves_every_column_as_it_was(kind: Kind, tmp_path: Path) -> None:
    campaign = kind.scene(tmp_path)
    before = stored()
    kind.bring(campaign)
    assert changed(before, stored()) - RECORDS - HISTORY - JOINED == set(kind.changes.split())
    undo_last(campaign)
    assert bool(assert_undone(before, campaign)) == bool(kind.remains)
    assert "This file was imported" not in kind.bring(campaign), "it is new again"
    undo_last(campaign)
    assert_undone(before, campaign)


def undo_last(campaign: Campaign) -> None:
    number = str(campaign.imports.latest("number").number)
    call_command("undo_import", campaign.slug, number, "--reason", "wrong file")


@every_kind
def test_the_same_file_again_changes_nothing_and_says_when_it_came(kind: Kind, tmp_path: Path) -> None:
    campaign = kind.scene(tmp_path)
    kind.bring(campaign)
    before, last = stored({"Event"}), campaign.imports.latest("number")
    said = kind.bring(campaign)
    assert f"This file was imported on {last.made_at:%Y-%m-%d} as import {last.number}; nothing new." in said
    assert stored({"Event"}) == before


# How a file is written


def json_lines(rows: Rows) -> bytes:
    return "".join(json.dumps(row) + "\n" for row in rows).encode()


@every_kind
def test_however_a_file_is_written_it_says_the_same(kind: Kind, tmp_path: Path) -> None:
    campaign = kind.scene(tmp_path)
    ways = [b"\xef\xbb\xbf" + kind.data, kind.data.replace(b"\n", b"\r\n")]
    if kind.is_table:
        ways += [as_csv(kind.rows, ";"), as_csv(kind.rows, "\t")]
        ways += [json_lines(kind.rows), json.dumps(kind.rows).encode()]
    with tried():
        kind.bring(campaign)
        plain = told(RECORDS)
    for way in ways:
        with tried():
            kind.bring(campaign, way)
            assert told(RECORDS) == plain, way[:80]


def no_rows(kind: Kind) -> bytes:
    columns = list(kind.rows[0])
    return as_csv([], columns=columns) if kind.is_table else kind.write([])


FOREIGN: dict[str, Callable[[Kind], bytes]] = {
    "UTF-16": lambda kind: kind.data.decode().encode("utf-16"),
    "another JSON": lambda kind: b'{"hello": ["a", 1]}\n',
    "another XML": lambda kind: b'<?xml version="1.0"?>\n<notes><note day="1">Nothing</note></notes>\n',
    "a web page": lambda kind: b"<!doctype html>\n<html><body><p>Nothing</p></body></html>\n",
    "a text": lambda kind: b"Dear all,\nplease find the file attached.\n",
    "Latin-1": lambda kind: (
        kind.write([{name: f"{cell}\xe9" for name, cell in row.items()} for row in kind.rows])
        .decode()
        .encode("latin-1")
    ),
    "empty": lambda kind: b"",
    "blanks": lambda kind: b" \r\n\n",
    "no rows": no_rows,
    "binary": lambda kind: b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 4,
    "packed": lambda kind: b"\x1f\x8b\x08\x00" + b"\0" * 40,
}


@every_kind
def test_what_is_no_such_file_is_refused_with_its_name_and_a_remedy(kind: Kind, tmp_path: Path) -> None:
    campaign = kind.scene(tmp_path)
    before = stored()
    for name, write in FOREIGN.items():
        for act in (check_here, lambda intake, sent: import_here(intake.kind, sent)):
            with pytest.raises((FileRefused, Refused)) as refused:
                act(kind.intake, kind.sends(campaign, write(kind)))
            assert_told(refused.value, name)
    assert stored() == before


def assert_told(error: AssizeError, name: str) -> None:
    """That a refusal says of which file, and what to do."""
    if isinstance(error, FileRefused):
        assert {problem.file for problem in error.problems} == {FILE}, name
        assert error.hint or all(problem.hint for problem in error.problems), (name, error.problems)
    else:
        assert error.code != "job_broken", (name, error)
        assert FILE in error.message, (name, error)
        assert error.hint, (name, error)


# What stands in a cell


HOSTILE = {
    "a NUL": "a\0b",
    "half a character": "a\ud800b",
    "very long": "x" * 100_000,
    "a formula": '=HYPERLINK("https://evil.test","here")',
    "another direction": "a\u202eb",
    "two lines": "a\nb",
    "a quote": 'a"b',
}
NO_TEXT = ("a\0b", "a\ud800b")


@pytest.mark.both_databases
@every_kind
def test_whatever_stands_in_a_cell_is_stored_as_it_is_or_refused_with_its_line(
    kind: Kind, tmp_path: Path
) -> None:
    campaign = kind.scene(tmp_path)
    before = stored()
    for column in kind.rows[0]:
        for name, cell in HOSTILE.items():
            rows = [{**kind.rows[0], column: cell}, *kind.rows[1:]]
            for write in (kind.write, json_lines) if kind.is_table and cell in NO_TEXT else (kind.write,):
                if refused := refusal(kind, campaign, write(rows), cell):
                    assert_told(refused, f"{name} in {column}")
                    assert any(problem.line for problem in refused.problems), (name, refused.problems)
                assert refused or cell not in NO_TEXT
        assert stored() == before, column


def refusal(kind: Kind, campaign: Campaign, data: bytes, cell: str) -> FileRefused | None:
    """Why a file is refused; what it stores, with this cell, is taken back."""
    with transaction.atomic():
        try:
            kind.bring(campaign, data)
        except FileRefused as refused:
            return refused
        now = stored(RECORDS, HISTORY)
        assert is_kept(cell, now), data[:300]
        assert not too_long(now)
        transaction.set_rollback(True)
    return None


@every_kind
def test_no_bytes_bring_the_reading_down(kind: Kind, tmp_path: Path) -> None:
    campaign = kind.scene(tmp_path)
    cells = sorted({cell for row in kind.rows for cell in row.values()} | {'"', "a\0b", "\u00e9", "{", "<"})
    rows = st.lists(st.lists(st.sampled_from(cells), max_size=9).map(",".join), max_size=6)

    @settings(max_examples=examples(100))
    @given(data=st.binary(max_size=100) | rows.map(lambda them: no_rows(kind) + "\n".join(them).encode()))
    def read(data: bytes) -> None:
        with tried(), suppress(FileRefused, Refused):
            kind.bring(campaign, data)

    before = stored()
    read()
    assert stored() == before


def is_kept(cell: str, rows: Stored) -> bool:
    """Whether a text is stored to the letter, but for where its line ends."""
    texts = [value for row in rows.values() for value in row.values() if isinstance(value, str)]
    return any(cell in text or " ".join(cell.split()) in text for text in texts)


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
