"""Files and texts made to take long: what reading them costs, at one size and at twice of it.

The tests prove that each of them is answered; how quickly is measured here alone. Where reading takes time by the
square of the size, twice of it costs four times as much.
"""

from collections.abc import Callable
from functools import partial

from bench.site import Figures, timed
from documents.marks import find_answer, find_known
from documents.sanitise import process
from documents.sanitise.result import NotClean
from scoring import evaluations
from scoring.records import Question, Topics
from scoring.tracks.base import Declaration, RunChecks

QUESTIONS = Topics((Question("1", "factoid", "Who?"),))


def hostile() -> Figures:
    """Topics, runs, pages and answers that are made to take long (CPU milliseconds, and how many times as much twice the size costs)."""
    figures: dict[str, float] = {}
    for name, size, read in CASES:
        once, twice = (timed(partial(read, many))[0].cpu for many in (size, 2 * size))
        figures[f"{name}, ms"] = 1000 * once
        figures[f"{name}, twice"] = twice / once
    return figures


def _topics(data: bytes) -> None:
    evaluations.get("series2004").read_topics(data, "topics.xml")


def _run(data: bytes) -> None:
    declaration = Declaration("team", length_limit=50, encoding="utf-8")
    evaluations.get("trec8").check_run(data, "run.txt", RunChecks(QUESTIONS, declaration, {}, set))


def _page(html: str) -> None:
    try:
        process.sanitise(html)
    except NotClean:
        return


CASES: tuple[tuple[str, int, Callable[[int], object]], ...] = (
    ("topics: comments that do not end", 200_000, lambda n: _topics(b"<!DOCTYPE x [" + b"<!--" * n)),
    ("topics: elements that do not end", 100_000, lambda n: _topics(b"<a>" * n)),
    ("run: one line", 20_000_000, lambda n: _run(b"x" * n)),
    ("run: spaces and tabs", 5_000_000, lambda n: _run(b" " * n + b"x\t" * n)),
    ("run: empty lines", 1_000_000, lambda n: _run(b"\n" * n)),
    ("page: nested elements", 50_000, lambda n: _page("<div>" * n + "word")),
    ("page: attributes", 50_000, lambda n: _page("<p " + " ".join(f"a{m}=1" for m in range(n)) + ">word")),
    (
        "answer: the same word again and again",
        1_000,
        lambda n: find_answer("the amber " * n, "the " * 300 + "x"),
    ),
    (
        "answer: numbers",
        1_000,
        lambda n: find_answer(" ".join(map(str, range(n))), " ".join(map(str, range(300)))),
    ),
    ("answer: signs alone", 2_000, lambda n: find_answer("- ' \" a ( " * n, "- " * 500 + "x")),
    (
        "100 accepted answers",
        60_000,
        lambda n: find_known(
            "amber basin cedar, " * n, ["amber basin", *(f"basin cedar, amber {m}" for m in range(99))]
        ),
    ),
)
