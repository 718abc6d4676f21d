"""The threads of a web process: few at work at once, first come, first served, and more where those take long."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from assize.few_at_once import FewAtOnce

LONG, NO_TIME = 3600.0, 0.0  # seconds until a task counts as one that takes long: never here, and at once
PATIENCE = 30  # seconds


def pool(threads: int = 8, at_once: int = 2, brief: float = LONG) -> FewAtOnce:
    return FewAtOnce(lambda: None, threads, at_once, brief)


class Task:
    """A request that is at work until it is told to end."""

    def __init__(self) -> None:
        self.has_begun, self.ends, self.has_ended = (threading.Event() for _ in range(3))
        self.is_cancelled = False
        self.thread = 0

    def service(self) -> None:
        self.thread = threading.get_ident()
        self.has_begun.set()
        assert self.ends.wait(PATIENCE)
        self.has_ended.set()

    def cancel(self) -> None:
        self.is_cancelled = True


class Broken(Task):
    """One that fails, in a way that nothing foresees."""

    def service(self) -> None:
        raise SystemExit("broken")


@contextmanager
def at_work(few: FewAtOnce, number: int) -> Iterator[list[Task]]:
    tasks = [Task() for _ in range(number)]
    try:
        for task in tasks:
            few.add_task(task)
        yield tasks
    finally:
        for task in tasks:
            task.ends.set()


def begun(tasks: list[Task]) -> list[int]:
    return [number for number, task in enumerate(tasks) if task.has_begun.is_set()]


def all_end(tasks: list[Task]) -> bool:
    return all(task.has_ended.wait(PATIENCE) for task in tasks)


def test_two_are_at_work_and_the_next_begins_when_one_ends() -> None:
    few = pool()
    with at_work(few, 4) as tasks:
        assert tasks[0].has_begun.wait(PATIENCE)
        assert tasks[1].has_begun.wait(PATIENCE)
        assert begun(tasks) == [0, 1]
        tasks[1].ends.set()
        assert tasks[2].has_begun.wait(PATIENCE)
        assert begun(tasks) == [0, 1, 2]
        tasks[0].ends.set()
        assert tasks[3].has_begun.wait(PATIENCE)
    assert all_end(tasks)


def test_those_that_take_long_hold_up_nobody_while_a_thread_is_free() -> None:
    few = pool(threads=5, brief=NO_TIME)
    with at_work(few, 6) as tasks:
        for task in tasks[:5]:
            assert task.has_begun.wait(PATIENCE)
        assert begun(tasks) == [0, 1, 2, 3, 4]
        tasks[3].ends.set()
        assert tasks[5].has_begun.wait(PATIENCE)
    assert all_end(tasks)


def test_who_waits_begins_once_those_at_work_have_taken_long() -> None:
    few = pool(brief=0.01)
    with at_work(few, 7) as tasks:
        for task in tasks:
            assert task.has_begun.wait(PATIENCE)


def test_the_thread_that_was_at_work_last_does_the_next() -> None:
    few = pool(at_once=1)
    with at_work(few, 20) as tasks:
        pass
    assert all_end(tasks)
    assert len({task.thread for task in tasks}) == 1


def test_what_goes_wrong_is_told_and_the_thread_goes_on(caplog: pytest.LogCaptureFixture) -> None:
    few = pool(threads=1, at_once=1)
    few.add_task(Broken())
    with at_work(few, 1) as tasks:
        assert tasks[0].has_begun.wait(PATIENCE)
    assert "A connection could not be served." in caplog.text
    assert "SystemExit: broken" in caplog.text


@pytest.mark.parametrize("cancel", [True, False])
def test_a_server_that_stops_waits_for_those_at_work(cancel: bool) -> None:
    few = pool()
    with at_work(few, 3) as tasks:
        assert tasks[1].has_begun.wait(PATIENCE)
        stopping = threading.Thread(target=few.shutdown, args=[cancel, PATIENCE])
        stopping.start()
        tasks[0].ends.set()
        assert stopping.is_alive()
        tasks[1].ends.set()
        tasks[2].ends.set()
        stopping.join(PATIENCE)
        assert not stopping.is_alive()
    assert tasks[2].is_cancelled is cancel
    assert tasks[2].has_ended.is_set() is not cancel


def test_each_thread_prepares_before_it_takes_anything() -> None:
    ready = threading.Barrier(4)  # passed once three threads and this one have come
    few = FewAtOnce(lambda: ready.wait(PATIENCE), at_once=3)
    with at_work(few, 1) as tasks:
        assert not tasks[0].has_begun.is_set()
        ready.wait(PATIENCE)
        assert tasks[0].has_begun.wait(PATIENCE)


def test_a_thread_that_could_not_prepare_begins_as_it_is(caplog: pytest.LogCaptureFixture) -> None:
    def first() -> None:
        raise LookupError("nothing to prepare")

    with at_work(FewAtOnce(first, threads=1, at_once=1), 1) as tasks:
        assert tasks[0].has_begun.wait(PATIENCE)
    assert "LookupError: nothing to prepare" in caplog.text
