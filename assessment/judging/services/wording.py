"""Texts and names of classes and nuggets, and how they are quoted."""

import unicodedata
from collections.abc import Iterable, Iterator
from itertools import count

from assessment.judging.models.batches import BatchKind
from assessment.shared.say import say_n

QUOTED = 40  # characters of a text in a sentence


def one_line(text: str) -> str:
    """A text on one line with single blanks, without control characters: what files of lines can hold."""
    return " ".join("".join(" " if unicodedata.category(it) == "Cc" else it for it in text).split())


def short(text: str) -> str:
    """The beginning of a long text."""
    return text if len(text) <= QUOTED else f"{text[: QUOTED - 1]}…"


def next_names(names: Iterable[str]) -> Iterator[str]:
    """The next free numbers of a question's classes or nuggets."""
    highest = max((int(name) for name in names if name.isascii() and name.isdigit()), default=0)
    return map(str, count(highest + 1))


def from_file(batch: BatchKind, n: int) -> str:
    """What undoing calls so many nugget matches or votes that came as a file."""
    if batch == BatchKind.MATCHES:
        return say_n("{n} nugget match from a file", "{n} nugget matches from a file", n)
    return say_n("{n} nugget vote from a file", "{n} nugget votes from a file", n)
