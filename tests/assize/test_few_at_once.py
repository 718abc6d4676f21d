"""The threads of a web process: few at work at once, first come, first served, and more where those take long."""

import threading
from collections.abc import Iterator
from concurrent.futures import CancelledError, Future, wait
from contextlib import contextmanager
from typing import Any

import pytest

from assize.connections import Dispatcher
from assize.few_at_once import FewAtOnce

LONG, NO_TIME = 3600.0, 0.0  # seconds until a task counts as one that takes long: never here, and at once
PATIENCE = 30  # seconds


def pool(threads: int = 8, at_once: int = 2, brief: float = LONG) -> FewAtOnce:
    made = FewAtOnce(threads, at_once, brief)
    made.start(lambda: None)
    return made


class Task:
    """Something that is at work until it is told to end."""

    def __init__(self) -> None:
        self.has_begun, self.ends = threading.Event(), threading.Event()

    def __call__(self) -> int:
        self.has_begun.set()
        assert self.ends.wait(PATIENCE)
        return threading.get_ident()


@contextmanager
def at_work(few: FewAtOnce, number: int) -> Iterator[tuple[list[Task], "list[Future[Any]]"]]:
    tasks = [Task() for _ in range(number)]
    try:
        yield tasks, [few.submit(task) for task in tasks]
    finally:
        for task in tasks:
            task.ends.set()


def begun(tasks: list[Task]) -> list[int]:
    return [number for number, task in enumerate(tasks) if task.has_begun.is_set()]


def test_two_are_at_work_and_the_next_begins_when_one_ends() -> None:
    few = pool()
    with at_work(few, 4) as (tasks, done):
        assert tasks[0].has_begun.wait(PATIENCE)
        assert tasks[1].has_begun.wait(PATIENCE)
        assert begun(tasks) == [0, 1]
        tasks[1].ends.set()
        assert tasks[2].has_begun.wait(PATIENCE)
        assert begun(tasks) == [0, 1, 2]
        tasks[0].ends.set()
        assert tasks[3].has_begun.wait(PATIENCE)
    assert not wait(done, PATIENCE).not_done


def test_those_that_take_long_hold_up_nobody_while_a_thread_is_free() -> None:
    few = pool(threads=5, brief=NO_TIME)
    with at_work(few, 6) as (tasks, _):
        for task in tasks[:5]:
            assert task.has_begun.wait(PATIENCE)
        tasks[3].ends.set()
        assert tasks[5].has_begun.wait(PATIENCE)


def test_who_waits_begins_once_those_at_work_have_taken_long() -> None:
    few = pool(brief=0.01)
    with at_work(few, 7) as (tasks, _):
        for task in tasks:
            assert task.has_begun.wait(PATIENCE)


def test_the_thread_that_was_at_work_last_does_the_next() -> None:
    few = pool(at_once=1)
    with at_work(few, 20) as (_, done):
        pass
    assert len({future.result(PATIENCE) for future in done}) == 1


def test_what_goes_wrong_is_told_and_the_thread_goes_on() -> None:
    few = pool(threads=1)
    with pytest.raises(ZeroDivisionError):
        few.submit(lambda: 1 / 0).result(PATIENCE)
    with pytest.raises(SystemExit):
        few.submit(lambda: exit(3)).result(PATIENCE)
    assert few.submit(int, "7", base=8).result(PATIENCE) == 7


def test_after_the_end_what_waits_is_done_and_nothing_is_taken() -> None:
    few = pool()
    with at_work(few, 4) as (_, done):
        few.shutdown(wait=False)
        with pytest.raises(RuntimeError):
            few.submit(int)
    assert not wait(done, PATIENCE).not_done
    assert all(future.result() for future in done)


def test_what_waits_can_be_given_up() -> None:
    few = pool()
    with at_work(few, 3) as (_, done):
        few.shutdown(wait=False, cancel_futures=True)
    assert done[0].result(PATIENCE)
    with pytest.raises(CancelledError):
        done[2].result(PATIENCE)


def test_each_thread_prepares_before_it_takes_anything() -> None:
    ready = threading.Barrier(4)  # passed once three threads and this one have come
    few = FewAtOnce(3, at_once=2, brief=LONG)
    few.start(lambda: ready.wait(PATIENCE))
    waits = few.submit(int)
    assert not waits.running()
    ready.wait(PATIENCE)
    assert waits.result(PATIENCE) == 0


def test_a_thread_that_could_not_prepare_begins_as_it_is(caplog: pytest.LogCaptureFixture) -> None:
    def first() -> None:
        raise LookupError("nothing to prepare")

    few = FewAtOnce(1)
    few.start(first)
    assert few.submit(int).result(PATIENCE) == 0
    assert "LookupError: nothing to prepare" in caplog.text


class Channel(Task):
    """A connection of waitress."""

    service = Task.__call__


def test_a_server_that_stops_waits_for_those_at_work() -> None:
    server, channel = Dispatcher(threads=2), Channel()
    server.add_task(channel)
    assert channel.has_begun.wait(PATIENCE)
    stopping = threading.Thread(target=server.shutdown, kwargs={"timeout": PATIENCE})
    stopping.start()
    assert stopping.is_alive()
    channel.ends.set()
    stopping.join(PATIENCE)
    assert not stopping.is_alive()


def test_the_log_tells_of_a_connection_that_could_not_be_served(caplog: pytest.LogCaptureFixture) -> None:
    class Broken:
        def service(self) -> None:
            raise ValueError("broken")

    server = Dispatcher(threads=2)
    server.add_task(Broken())
    server.shutdown(cancel_pending=False)
    assert "A connection could not be served." in caplog.text
    assert "ValueError: broken" in caplog.text
