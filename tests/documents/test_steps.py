"""Long works side by side: on SQLite they take turns, so that those who save find the database free."""

import fcntl
import threading
from collections.abc import Callable

import pytest
from django.db import connection

from assessment.people.models import Account
from documents.steps import Pace, delete_in_steps, short_step
from tests.factory import make_account
from tests.jobs.site import wait_for

pytestmark = pytest.mark.django_db(transaction=True)
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


def others_write() -> bool:
    """Whether somebody has come to write since this connection's last turn."""
    return bool(connection.others_write())  # type: ignore[attr-defined]  # the site's own connection


@sqlite_only
def test_no_step_begins_in_the_pause_of_another(monkeypatch: pytest.MonkeyPatch) -> None:
    order: list[str] = []
    saves: list[threading.Thread] = []
    paused, go_on, entered = threading.Event(), threading.Event(), threading.Event()

    def rest(seconds: float) -> None:
        order.append("pause")
        paused.set()
        assert go_on.wait(20)

    monkeypatch.setattr("documents.steps.sleep", rest)

    def save() -> None:
        make_account("ada")
        order.append("save")

    def first() -> None:
        with short_step():
            order.append("first")
            saves.append(in_thread(save))
            wait_for(others_write, "somebody who waits")

    def second() -> None:
        with short_step():
            order.append("second")
            entered.set()

    threads = [in_thread(first)]
    assert paused.wait(20)
    saves[0].join()
    threads.append(in_thread(second))
    assert not entered.wait(0.3)
    go_on.set()
    for thread in threads:
        thread.join()
    assert sorted(order[1:3]) == ["pause", "save"]
    assert [order[0], *order[3:]] == ["first", "second"]


@sqlite_only
def test_there_is_no_pause_while_nobody_else_writes(monkeypatch: pytest.MonkeyPatch) -> None:
    paused: list[float] = []
    monkeypatch.setattr("documents.steps.sleep", paused.append)
    for name in ("ada", "ben", "cleo"):
        with short_step():
            make_account(name)
    assert paused == []

    def save() -> None:
        Account.objects.update(is_active=False)

    in_thread(save).join()
    with short_step():
        make_account("dora")
    assert len(paused) == 1


def test_a_step_inside_a_step_waits_for_nobody() -> None:
    people = [make_account(name) for name in ("ada", "ben", "cleo")]
    with short_step(), Pace().step():
        delete_in_steps(Account.objects.filter(pk__in=[one.pk for one in people]))
    assert not Account.objects.exists()
    with short_step():
        make_account("dora")
    assert Account.objects.get().username == "dora"


def test_steps_grow_while_they_are_quick_and_shrink_when_they_are_slow(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = 0.0
    monkeypatch.setattr("documents.steps.perf_counter", lambda: now)
    monkeypatch.setattr("documents.steps.SECONDS", 0.05)
    pace, sizes = Pace(first=100, most=400, fewest=60), []
    for seconds in (0.01, 0.01, 0.01, 0.1, 1, 1, 1):
        with pace.timed():
            now += seconds
        sizes.append(pace.rows)
    assert sizes == [200, 400, 400, 200, 100, 60, 60]
