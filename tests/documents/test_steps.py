"""Long works side by side: on SQLite they take turns, so that those who save find the database free."""

import fcntl
import threading
from collections.abc import Callable

import pytest
from django.db import connection

from assessment.people.models import Account
from documents.steps import Pace, delete_in_steps, short_step
from tests.factory import make_account

pytestmark = [pytest.mark.both_databases, pytest.mark.django_db(transaction=True)]
sqlite_only = pytest.mark.skipif(
    "connection.vendor != 'sqlite'", reason="PostgreSQL has no lock on all writing"
)


def in_thread(work: Callable[[], None]) -> threading.Thread:
    """Work that begins now, with a connection of its own."""

    def whole() -> None:
        try:
            work()
        finally:
            connection.close()

    thread = threading.Thread(target=whole)
    thread.start()
    return thread


@sqlite_only
def test_a_step_waits_for_the_turn_of_another_process_and_a_save_does_not() -> None:
    entered = threading.Event()

    def step() -> None:
        with short_step():
            entered.set()

    with open(f"{connection.settings_dict['NAME']}-turn", "ab") as other:
        fcntl.flock(other, fcntl.LOCK_EX)
        waiting = in_thread(step)
        make_account("ada")
        assert not entered.wait(0.2)
    assert entered.wait(20)
    waiting.join()
    assert Account.objects.filter(username="ada").exists()


@sqlite_only
def test_no_step_begins_in_the_pause_of_another(monkeypatch: pytest.MonkeyPatch) -> None:
    order: list[str] = []
    paused, go_on, entered = threading.Event(), threading.Event(), threading.Event()

    def rest(seconds: float) -> None:
        order.append("pause")
        paused.set()
        assert go_on.wait(20)

    monkeypatch.setattr("documents.steps.time.sleep", rest)

    def first() -> None:
        with short_step():
            order.append("first")

    def second() -> None:
        with short_step():
            order.append("second")
            entered.set()

    threads = [in_thread(first)]
    assert paused.wait(20)
    threads.append(in_thread(second))
    make_account("ada")
    order.append("save")
    assert not entered.wait(0.3)
    go_on.set()
    for thread in threads:
        thread.join()
    assert order == ["first", "pause", "save", "second", "pause"]


def test_a_step_inside_a_step_waits_for_nobody() -> None:
    people = [make_account(name) for name in ("ada", "ben", "cleo")]
    with short_step(), Pace().step():
        delete_in_steps(Account.objects.filter(pk__in=[one.pk for one in people]))
    assert not Account.objects.exists()
    with short_step():
        make_account("dora")
    assert Account.objects.get().username == "dora"
