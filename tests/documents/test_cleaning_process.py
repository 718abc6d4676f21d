"""The process that cleans pages: messages of any length, and a worker that dies or does not answer."""

import os
import random
import signal
from collections.abc import Iterator

import pytest

from documents.sanitise import process, wire
from documents.sanitise.process import Workshop
from documents.sanitise.result import NotClean, Packed
from tests.documents import mortal_worker


@pytest.fixture
def workshop() -> Iterator[Workshop]:
    made = Workshop()
    yield made
    made.close()


def worker_of(workshop: Workshop) -> int:
    assert workshop.worker
    return workshop.worker.pid


def texts(workshop: Workshop, *pages: str) -> list[str]:
    """The visible text of each page, or why it has none."""
    outcomes = workshop.clean_all([(html, "") for html in pages])
    return [str(page) if isinstance(page, NotClean) else page.unpacked().text for page in outcomes]


def test_pages_longer_than_a_pipe_go_there_and_back(workshop: Workshop) -> None:
    chance = random.Random(3)
    word = "".join(chance.choices("abcdefgh é", k=2_400_000)).strip()  # too long for a pipe when packed, too
    (page,) = workshop.clean_all([(f"<p>{word}", "")])
    assert isinstance(page, Packed)
    assert page.unpacked().text == word
    assert page.unpacked().nodes[1] == len(word)
    long = [f"{number} {word}" for number in range(4)]
    assert texts(workshop, *[f"<p>{text}" for text in long]) == long
    assert texts(workshop) == []


def test_a_dead_worker_is_replaced(workshop: Workshop) -> None:
    texts(workshop, "<p>one")
    former = worker_of(workshop)
    assert workshop.worker
    workshop.worker.kill()
    workshop.worker.wait()
    assert texts(workshop, "<p>two") == ["two"]
    assert worker_of(workshop) != former


def test_a_worker_that_does_not_answer_is_ended(workshop: Workshop, monkeypatch: pytest.MonkeyPatch) -> None:
    texts(workshop, "<p>one")
    former = worker_of(workshop)
    os.kill(former, signal.SIGSTOP)
    monkeypatch.setattr(process, "SECONDS", 0.05)
    (why,) = texts(workshop, "<p>two" * 100_000)
    assert "takes longer" in why
    monkeypatch.undo()
    assert texts(workshop, "<p>three") == ["three"]
    assert worker_of(workshop) != former


@pytest.mark.parametrize("fill", [1, 60_000])
def test_a_page_that_the_worker_dies_over_takes_no_other_along(
    workshop: Workshop, monkeypatch: pytest.MonkeyPatch, fill: int
) -> None:
    """Be all pages in the pipe when it dies, or most of them not written yet."""
    monkeypatch.setattr(Workshop, "module", mortal_worker.__name__)
    good = [f"<p>{number} {'word ' * fill}" for number in range(6)]
    found = texts(workshop, *good[:3], mortal_worker.DEADLY, *good[3:5], mortal_worker.DEADLY, good[5])
    assert [text.split()[0] for text in found] == ["0", "1", "2", "Reading", "3", "4", "Reading", "5"]


def test_a_message_comes_back_in_its_parts() -> None:
    message = wire.packed({"title": "é\n"}, b"ht\nml", b"", b"nodes")
    assert wire.unpacked(message) == ({"title": "é\n"}, [b"ht\nml", b"", b"nodes"])
