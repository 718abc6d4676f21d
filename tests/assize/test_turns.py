"""Writers of SQLite wait in one queue: in order of arrival, in threads and processes, and never for the dead."""

import gc
import os
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.db import OperationalError, connections, transaction

from assize.fair_sqlite import turns
from assize.fair_sqlite.base import DatabaseWrapper
from assize.fair_sqlite.turns import WriteQueue

PATIENCE = 60.0  # seconds; the machine may be busy
# Takes a turn for each line that it reads, writes that line to the file of the order, and keeps the last one.
OTHER = """
import sys
from pathlib import Path
from assize.fair_sqlite.turns import WriteQueue

queue, order = WriteQueue(Path(sys.argv[1])), Path(sys.argv[2])
for line in sys.stdin:
    turn = queue.take(60)
    with order.open("a") as file:
        file.write(line)
    if line.strip() == "keep":
        sys.stdin.read()
    turn.leave()
"""


def wait_for(condition: Callable[[], object]) -> None:
    """Until it holds; fails after a minute."""
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.001)


class Scene:
    """A queue with this process and others in it, and the order in which they had their turns."""

    def __init__(self, folder: Path) -> None:
        self.file, self.order = folder / "queue", folder / "order"
        self.queue = WriteQueue(self.file)
        self.open_file = os.open(self.file, os.O_RDONLY)  # to close it would free what this process holds
        self.order.touch()

    @contextmanager
    def another(self) -> Iterator["subprocess.Popen[str]"]:
        """A process that takes turns."""
        command = [sys.executable, "-c", OTHER, str(self.file), str(self.order)]
        process = subprocess.Popen(command, stdin=subprocess.PIPE, text=True, cwd=settings.BASE_DIR)
        try:
            yield process
        finally:
            process.kill()
            process.communicate()

    def come(self, name: str, process: "subprocess.Popen[str] | None" = None) -> threading.Thread | None:
        """Have a thread, or another process, enter the queue behind all who are there."""
        numbers = self.numbers()
        thread = None
        if process:
            assert process.stdin
            process.stdin.write(f"{name}\n")
            process.stdin.flush()
        else:
            thread = threading.Thread(target=self._work, args=(name,))
            thread.start()
        wait_for(lambda: self.numbers() > numbers)
        return thread

    def numbers(self) -> int:
        """How many numbers were taken."""
        return int.from_bytes(os.pread(self.open_file, 8, 0), "little")

    def served(self) -> list[str]:
        """Who had their turn."""
        return self.order.read_text().split()

    def _work(self, name: str) -> None:
        turn = self.queue.take(PATIENCE)
        assert turn
        with self.order.open("a") as file:
            file.write(f"{name}\n")
        turn.leave()


@pytest.fixture
def scene(tmp_path: Path) -> Scene:
    """An empty queue."""
    return Scene(tmp_path)


def test_in_order_of_arrival(scene: Scene) -> None:
    """Threads of this process and two others are served as they came."""
    with scene.another() as one, scene.another() as two:
        first = scene.queue.take(PATIENCE)
        assert first
        places = [None, one, None, two, None, None]
        threads = [scene.come(str(number), place) for number, place in enumerate(places)]
        assert scene.served() == []
        first.leave()
        wait_for(lambda: len(scene.served()) == len(places))
        assert scene.served() == [str(number) for number in range(len(places))]
        for thread in filter(None, threads):
            thread.join()


def test_nobody_waits_for_the_dead(scene: Scene) -> None:
    """Of a killed process neither the turn nor a place in the queue keeps anybody waiting."""
    with scene.another() as holder, scene.another() as waiting:
        scene.come("keep", holder)
        wait_for(scene.served)
        scene.come("never", waiting)
        waiting.kill()
        waiting.wait()
        thread = scene.come("me")
        assert scene.served() == ["keep"]
        holder.kill()
        wait_for(lambda: scene.served() == ["keep", "me"])
        assert thread
        thread.join()


def test_waiting_ends(scene: Scene) -> None:
    """Who waited too long leaves the queue, and keeps nobody behind from going on."""
    with scene.another() as holder:
        scene.come("keep", holder)
        wait_for(scene.served)
        assert scene.queue.take(0.01) is None
        holder.communicate()
        turn = scene.queue.take(PATIENCE)
        assert turn
    assert scene.queue.take(0.01) is None
    turn.leave()
    turn.leave()
    del turn
    assert scene.queue.take(0.01)


def test_a_damaged_file_is_a_queue_too(scene: Scene) -> None:
    """Whatever stands in the file is taken for a number."""
    scene.file.write_bytes(b"\xff" * 20)
    first = scene.queue.take(0.01)
    assert first
    assert scene.queue.take(0.01) is None
    first.leave()
    assert scene.queue.take(0.01)


# Connections


class Database:
    """A database with a queue that nobody waits in for long."""

    def __init__(self, file: Path) -> None:
        self.file = file

    @contextmanager
    def connected(self) -> Iterator[DatabaseWrapper]:
        """A connection of this thread, as the site has them."""
        options = {
            "timeout": 0.05,
            "transaction_mode": "IMMEDIATE",
            "init_command": "PRAGMA journal_mode=WAL",
        }
        former = connections["default"]
        made = DatabaseWrapper({**former.settings_dict, "NAME": str(self.file), "OPTIONS": options})
        connections["default"] = made
        try:
            yield made
        finally:
            connections["default"] = former
            made.close()

    def is_free(self) -> bool:
        """Whether nobody has the turn to write."""
        turn = turns.take_turn(self.file)
        if turn:
            turn.leave()
        return turn is not None


@pytest.fixture
def database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, django_db_blocker: Any) -> Iterator[Database]:
    """An empty database."""
    monkeypatch.setattr(turns, "PATIENCE", 0.0)
    with django_db_blocker.unblock():
        yield Database(tmp_path / "site.sqlite3")


class Undone(Exception):
    """Ends a transaction."""


def test_a_transaction_has_the_turn(database: Database) -> None:
    """From its begin to its end, by whichever way; a transaction within it is part of it, and reads have none."""
    with database.connected() as connection:
        with transaction.atomic():
            assert not database.is_free()
            with suppress(Undone), transaction.atomic():
                raise Undone
            assert not database.is_free()
        assert database.is_free()
        with suppress(Undone), transaction.atomic():
            raise Undone
        assert database.is_free()
        with connection.cursor() as cursor:
            cursor.execute("SELECT count(*) FROM sqlite_master")
            cursor.execute("BEGIN DEFERRED")
            assert database.is_free()
            cursor.execute("ROLLBACK")
        connection.set_autocommit(False, force_begin_transaction_with_broken_autocommit=True)
        assert not database.is_free()
        connection.close()
        assert database.is_free()


def test_a_statement_by_itself_waits_for_its_turn(database: Database) -> None:
    """Outside of a transaction it is one; within a transaction it has the turn of that."""
    with database.connected() as connection, connection.cursor() as cursor:
        cursor.execute("CREATE TABLE a (b)")
        before = turns.queue_of(database.file).newest()
        cursor.execute("INSERT INTO a VALUES (1)")
        cursor.execute("SELECT b FROM a")
        assert turns.queue_of(database.file).newest() == before + 1
        with transaction.atomic():
            cursor.execute("UPDATE a SET b = 2")
        assert turns.queue_of(database.file).newest() == before + 2
        assert not connection.others_write()
        assert database.is_free()
        assert connection.others_write()


def test_without_a_turn(database: Database) -> None:
    """Who gets no turn writes all the same, and whom SQLite keeps out gives the turn back."""
    turn = turns.take_turn(database.file)
    assert turn
    with database.connected() as connection, transaction.atomic():
        connection.cursor().execute("CREATE TABLE a (b)")
    turn.leave()
    with closing(sqlite3.connect(database.file, isolation_level=None)) as foreign, database.connected():
        foreign.execute("BEGIN IMMEDIATE")
        with pytest.raises(OperationalError, match="locked"), transaction.atomic():
            pass
    assert database.is_free()


def test_no_file_for_the_queue(database: Database) -> None:
    """Where the file cannot be had, SQLite's own waiting is left."""
    database.file.with_name(f"{database.file.name}-queue").mkdir()
    with database.connected() as connection, transaction.atomic():
        connection.cursor().execute("CREATE TABLE a (b)")
    assert turns.take_turn(database.file) is None


def test_a_thread_ends_in_a_transaction(database: Database) -> None:
    """Its turn ends with it."""

    def begin() -> None:
        with database.connected() as connection:
            connection.set_autocommit(False, force_begin_transaction_with_broken_autocommit=True)
            assert not database.is_free()
            connection.close = lambda: None

    thread = threading.Thread(target=begin)
    thread.start()
    thread.join()
    gc.collect()
    assert database.is_free()
