"""The process that cleans pages: messages of any length, and a worker that dies or does not answer."""

import os
import signal
from collections.abc import Iterator

import pytest

from documents.sanitise import process, wire
from documents.sanitise.channel import exchange
from documents.sanitise.process import Workshop
from documents.sanitise.result import NotClean


@pytest.fixture
def workshop() -> Iterator[Workshop]:
    made = Workshop()
    yield made
    made.close()


def worker_of(workshop: Workshop) -> int:
    assert workshop.worker
    return workshop.worker.pid


def test_a_page_longer_than_a_pipe_goes_there_and_back(workshop: Workshop) -> None:
    text = "The word. é " * 200_000
    page = workshop.clean(f"<p>{text}", "")
    assert page.text == text
    assert page.nodes[1] == len(text)


def test_a_dead_worker_is_replaced(workshop: Workshop) -> None:
    workshop.clean("<p>one", "")
    former = worker_of(workshop)
    assert workshop.worker
    workshop.worker.kill()
    workshop.worker.wait()
    assert workshop.clean("<p>two", "").text == "two"
    assert worker_of(workshop) != former


def test_a_worker_that_does_not_answer_is_ended(workshop: Workshop, monkeypatch: pytest.MonkeyPatch) -> None:
    workshop.clean("<p>one", "")
    former = worker_of(workshop)
    os.kill(former, signal.SIGSTOP)
    monkeypatch.setattr(process, "SECONDS", 0.05)
    with pytest.raises(NotClean, match="takes longer"):
        workshop.clean("<p>two" * 100_000, "")
    monkeypatch.undo()
    assert workshop.clean("<p>three", "").text == "three"
    assert worker_of(workshop) != former


def test_an_answer_may_come_in_pieces_and_must_come_whole() -> None:
    message = wire.packed({"title": "é"}, b"html", b"", b"nodes")
    assert wire.unpacked(message) == ({"title": "é"}, [b"html", b"", b"nodes"])
    assert [wire.length_of(message[:cut]) for cut in (0, 15, 16)] == [0, 0, len(message)]
    there, back = os.pipe(), os.pipe()
    for end in (there[1], back[0]):
        os.set_blocking(end, False)
    os.write(back[1], message[:-1])
    with pytest.raises(TimeoutError):
        exchange(there[1], back[0], b"page", 0.01)
    os.write(back[1], message[:-1])
    os.close(back[1])
    with pytest.raises(ConnectionError):
        exchange(there[1], back[0], b"page", 5)
    for end in (*there, back[0]):
        os.close(end)
