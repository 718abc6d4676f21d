"""Target types in a file of their own, as NIST gave them out: one `#TYPE target text` line for each series.

A line belongs to the series with that target text. Where a text differs, the line belongs to the series at the same
place, provided that every series has a line, most texts match, and those that do are in the order of the topics:
a file of another year has as many lines by chance. XML references such as &amp; may stand in the text.
"""

import html
import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from scoring.formats.encoded import decode
from scoring.formats.folding import fold
from scoring.formats.problems import Problems, shown
from scoring.records import Problem, Topics
from scoring.say import say

TYPES = {
    "PERSON": "PERSON",
    "ORG": "ORGANIZATION",
    "ORGANIZATION": "ORGANIZATION",
    "THING": "THING",
    "EVENT": "EVENT",
}
_LINE = re.compile(r"#\s*(\w+)[ \t]+(.+)")


class ByPlace(NamedTuple):
    """A line whose text no target has, taken for the series at the same place."""

    line: int
    text: str
    target: str

    def __str__(self) -> str:
        return f"line {self.line} {shown(self.text)} for {shown(self.target)}"


class Typed(NamedTuple):
    """Topics with the types that a file gives, what is wrong with the file, and what was taken by place.

    `untyped` are the targets that have no type then.
    """

    topics: Topics
    problems: list[Problem]
    by_place: tuple[ByPlace, ...] = ()
    untyped: tuple[str, ...] = ()


class _Entry(NamedTuple):
    line: int
    kind: str
    target: str


def read(data: bytes, name: str, topics: Topics) -> Typed:
    """The topics with the types of their targets."""
    problems = Problems(name)
    text = decode(data, problems)
    entries = _entries(text, problems) if text is not None else []
    places = _by_text(entries, topics)
    by_place: tuple[ByPlace, ...] = ()
    left = [number for number in range(len(entries)) if number not in places]
    if left and _in_place(entries, places, topics):
        by_place = tuple(ByPlace(entries[n].line, entries[n].target, topics.series[n].target) for n in left)
        places |= {number: number for number in left}
    elif left:
        left = _refuse_repeated(entries, places, left, problems)
        _refuse([(number, entries[number]) for number in left], len(entries), topics, problems)
    types = {place: entries[number].kind for number, place in places.items()}
    typed = tuple(
        series._replace(target_type=types.get(place, series.target_type))
        for place, series in enumerate(topics.series)
    )
    untyped = tuple(series.target for series in typed if not series.target_type)
    return Typed(topics._replace(series=typed), problems.listed(), by_place, untyped)


def _entries(text: str, problems: Problems) -> list[_Entry]:
    entries = []
    for number, line in enumerate(text.split("\n"), 1):
        match = _LINE.fullmatch(fold(line))
        if match and match[1].upper() in TYPES:
            entries.append(_Entry(number, TYPES[match[1].upper()], html.unescape(fold(match[2]))))
        elif fold(line):
            message = say("The line {line} names no target type.", line=shown(line))
            problems.add(
                number,
                "target_type",
                message,
                say("Write # and one of {types}, then the target.", types=", ".join(TYPES)),
            )
    return entries


def _by_text(entries: Sequence[_Entry], topics: Topics) -> dict[int, int]:
    """The place of the series with a line's text, by the number of the line; equal texts in their order."""
    free: dict[str, list[int]] = {}
    for place, series in enumerate(topics.series):
        free.setdefault(series.target, []).append(place)
    return {
        number: free[entry.target].pop(0) for number, entry in enumerate(entries) if free.get(entry.target)
    }


def _in_place(entries: Sequence[_Entry], places: Mapping[int, int], topics: Topics) -> bool:
    """Whether the file plainly is these topics' own, line by line, though some texts are written otherwise."""
    return (
        len(entries) == len(topics.series)
        and 2 * len(places) > len(entries)
        and all(number == place for number, place in places.items())
    )


def _refuse_repeated(
    entries: Sequence[_Entry], places: Mapping[int, int], left: Sequence[int], problems: Problems
) -> list[int]:
    """Name the lines that give a target another time; return the others that have no series."""
    first = {entries[number].target: entries[number].line for number in sorted(places, reverse=True)}
    for number in left:
        line, _, target = entries[number]
        if target in first:
            message = say(
                "The target {target} is in line {first} already.",
                target=shown(target),
                first=first[target],
            )
            problems.add(line, "target_twice", message, say("Give each target one line."))
    return [number for number in left if entries[number].target not in first]


def _refuse(left: Sequence[tuple[int, _Entry]], lines: int, topics: Topics, problems: Problems) -> None:
    """Name each line without a series; where that is most of the file, say once that it is another file."""
    if 2 * len(left) >= lines and len(left) > 1:
        place, entry = left[0]
        is_within = place < len(topics.series)
        counted = {"left": len(left), "lines": lines, "target": shown(entry.target)}
        message = (
            say(
                "{left} of the {lines} targets in this file are not in the topics: here {target}, "
                "where the topics have {other}.",
                other=shown(topics.series[place].target),
                **counted,
            )
            if is_within
            else say(
                "{left} of the {lines} targets in this file are not in the topics: here {target}.", **counted
            )
        )
        hint = say("Give the file of target types that belongs to these topics.")
        problems.add(entry.line, "unknown_target", message, hint)
        return
    for _, entry in left:
        message = say("No series has the target {target}.", target=shown(entry.target))
        problems.add(
            entry.line, "unknown_target", message, say("Write the target's text as the topics file has it.")
        )
