"""Warnings of one kind put together: hundreds that differ in a question's id are one thing to know."""

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

# What differs between warnings of one kind: what stands in quotation marks, ids after the word question, and whatever
# holds a digit.
_QUOTED = re.compile(r"“[^”]*”|\"[^\"]*\"")
_NAMED = re.compile(r"\b([Qq]uestions?|[Ss]eries|item|pool of) [^ ,.;:]+(, [^ ,.;:]+)*")
_NUMBERED = re.compile(r"[^ ,;:()]*[0-9][^ ,;:()]*")


class Group(NamedTuple):
    """Warnings of one kind, in their order."""

    sentences: Sequence[str]

    @property
    def first(self) -> str:
        return self.sentences[0]

    @property
    def rest(self) -> Sequence[str]:
        return self.sentences[1:]

    @property
    def line(self) -> str:
        """The first, and how many more there are."""
        more = len(self.rest)
        return f"{self.first} (and {more:,} more like it)" if more else self.first


def grouped(warnings: Iterable[str]) -> list[Group]:
    """Warnings by kind, each kind where its first one was."""
    found: dict[str, list[str]] = {}
    for sentence in warnings:
        found.setdefault(shape(sentence), []).append(sentence)
    return [Group(sentences) for sentences in found.values()]


def shape(sentence: str) -> str:
    """What a warning has in common with others of its kind."""
    said = _QUOTED.sub("…", sentence)
    said = _NAMED.sub(r"\1 …", said)
    return _NUMBERED.sub("…", said)
