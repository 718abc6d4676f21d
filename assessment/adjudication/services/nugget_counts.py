"""What an imported table of nugget matches or votes brings, in numbers and in words."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from assessment.adjudication.services.table_files import left_sentence
from assessment.judging.services.file_steps import already_there
from assessment.shared.say import say_n


class Counts(NamedTuple):
    """How many rows are new, change something, or are there already."""

    new: int
    changed: int
    same: int


def sentence_of(report: Mapping[str, Any], stored: Callable[[int], str]) -> str:
    """What was stored, what of it replaced something, what was there already, and what was left out."""
    said = [stored(report["new"] + report["replaced"])]
    if report["replaced"]:
        said.append(say_n("{n} replaced another.", "{n} replaced another.", report["replaced"]))
    if report["same"]:
        said.append(already_there(report["same"]))
    return " ".join(said) + left_sentence(report["skipped"])


def matches_stored(number: int) -> str:
    """How many nugget matches were stored."""
    return say_n("Stored {n} nugget match.", "Stored {n} nugget matches.", number)


def votes_stored(number: int) -> str:
    """How many nugget votes were stored."""
    return say_n("Stored {n} nugget vote.", "Stored {n} nugget votes.", number)
