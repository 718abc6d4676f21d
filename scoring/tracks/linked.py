"""Types of question that follow each other within a series: `after` of one names the one before it."""

from collections.abc import Iterator, Mapping
from typing import Protocol


class Linked(Protocol):
    """A type of question, as far as the order of judging goes."""

    @property
    def after(self) -> str: ...


def types_before(types: Mapping[str, Linked], name: str) -> tuple[str, ...]:
    """The types whose questions of a series are finished before those of a type begin, the nearest first.

    What comes before these does so too: a task that is left out opens none that was to follow it.
    """
    return tuple(_before(types, name))


def _before(types: Mapping[str, Linked], name: str) -> Iterator[str]:
    seen = {name}
    while name in types and (name := types[name].after) and name not in seen:
        seen.add(name)
        yield name
