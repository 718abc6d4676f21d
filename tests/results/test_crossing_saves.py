"""A save that crosses a release, by two connections; test_crossing_acts.py has all other acts, in one."""

import threading
from pathlib import Path
from uuid import uuid4

import pytest
from django.core.management import call_command
from django.db import connection, transaction

from assessment.campaigns.models import State
from assessment.judging.models import Judgment
from assessment.judging.services.judgments import record_judgment
from assessment.shared import gate
from tests.results.test_crossing_acts import SLUG, build, check, other, signed_in


@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
def test_a_save_that_is_being_stored_is_in_the_release_or_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The save is held in its transaction, after everything that asks whether it may be; the release begins meanwhile."""
    scene = signed_in(build(), tmp_path)
    stored, go_on = threading.Event(), threading.Event()
    record = Judgment.objects.get(pk=scene.judgment.pk)

    def save() -> None:
        try:
            with transaction.atomic():
                record_judgment(
                    by=record.member.account,
                    assignment_id=record.assignment_id,
                    item_id=record.item_id,
                    grade=other(record.grade),
                    seen=record.changes,
                    client_id=uuid4(),
                )
                stored.set()
                go_on.wait(60)
        finally:
            connection.close()

    thread = threading.Thread(target=save)
    thread.start()
    assert stored.wait(60)
    # It goes on when the release waits at the gate; on SQLite nothing can be asked of a job while somebody writes.
    monkeypatch.setattr(gate, "sleep", lambda _: go_on.set())
    if connection.vendor == "sqlite":
        go_on.set()
    call_command("release", SLUG)
    go_on.set()
    thread.join()
    assert Judgment.objects.get(pk=record.pk).grade == other(record.grade)
    assert check() == State.RELEASED
