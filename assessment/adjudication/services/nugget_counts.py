"""What an imported table of nugget matches or votes brings, in numbers and in words."""

from collections.abc import Callable
from typing import NamedTuple

from assessment.adjudication.services.table_files import left_sentence
from assessment.shared.say import say_n


class Counts(NamedTuple):
    """How many rows are new, change something, or are there already."""

    new: int
    changed: int
    same: int


def sentence_of(counts: Counts, stored: Callable[[int], str], left: int) -> str:
    """What was stored, what of it replaced something, what was there already, and what was left out."""
    said = [stored(counts.new + counts.changed)]
    if counts.changed:
        said.append(say_n("{n} replaced another.", "{n} replaced another.", counts.changed))
    if counts.same:
        said.append(say_n("{n} was there already.", "{n} were there already.", counts.same))
    return " ".join(said) + left_sentence(left)


def matches_stored(number: int) -> str:
    """How many nugget matches were stored."""
    return say_n("Stored {n} nugget match.", "Stored {n} nugget matches.", number)


def votes_stored(number: int) -> str:
    """How many nugget votes were stored."""
    return say_n("Stored {n} nugget vote.", "Stored {n} nugget votes.", number)
