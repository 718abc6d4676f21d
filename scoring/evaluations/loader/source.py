"""A declaration as it came: its tables, its problems, and their lines."""

import re
import tomllib
from collections.abc import Collection, Mapping, Sequence
from difflib import get_close_matches
from functools import cached_property
from typing import Any

from scoring.evaluations.loader.places import Place, lines_of, prefixes
from scoring.formats.encoded import decode
from scoring.formats.kinds import TEXT, kind_of_file, refuse_kind
from scoring.formats.problems import Problems, shown
from scoring.records import Problem
from scoring.say import say

MOST_BYTES = 262_144  # of a declaration; those that there are have under 10,000
MOST_DOTS = 100  # in a line: Python's reader takes time by their square
MOST_NAMES = 300  # with which one that nobody knows is compared
_LARGEST = 10**30  # number that is written out in a message
_MOST_DIGITS = 4_300  # of a number that Python reads
_LONG_NUMBER = re.compile(rf"(?<![0-9_])[0-9](?:_?[0-9]){{{_MOST_DIGITS},}}")
_PLACE = re.compile(r" \(at (?:line ([0-9]+), column [0-9]+|end of document)\)")
_TWICE = re.compile(r"Cannot (?:overwrite|declare|mutate|redefine)")


class DefinitionError(ValueError):
    """A declaration that cannot be taken, and everything that is wrong with it."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(map(str, problems)))


class Source:
    """What was read of a file, and where problems are noted."""

    def __init__(self, data: bytes, name: str) -> None:
        self.problems = Problems(name)
        self.values: Mapping[str, Any] = {}
        self._sound = ""  # its text, where that is TOML
        if text := self._text(data):
            self._parse(text)

    def add(self, place: Place, code: str, message: str, hint: str) -> None:
        """Note a problem at the line of a key, or of the table where the key would stand."""
        line = next((self._lines[one] for one in prefixes(place) if one in self._lines), 0)
        self.problems.add(line, code, message, hint)

    @cached_property
    def _lines(self) -> Mapping[Place, int]:
        return lines_of(self._sound)

    def _text(self, data: bytes) -> str | None:
        if len(data) > MOST_BYTES:
            message = say(
                "The file has {size} bytes; declarations of evaluations have at most {most}.",
                size=len(data),
                most=MOST_BYTES,
            )
            hint = say("Leave questions, runs and guidelines out of it: they have files of their own.")
            self.problems.add(0, "file_size", message, hint)
            return None
        text = (decode(data, self.problems) or "").replace("\r\n", "\n")
        for number, line in enumerate(text.split("\n"), 1):
            if line.count(".") > MOST_DOTS:
                message = say("The line has more than {most} dots.", most=MOST_DOTS)
                self.problems.add(
                    number,
                    "toml",
                    message,
                    say("Write long texts between three quotation marks each, in lines."),
                )
        return text if not self.problems else None

    def _parse(self, text: str) -> None:
        try:
            self.values = tomllib.loads(text)
            self._sound = text
        except RecursionError:
            message = say("Brackets are nested too deeply.")
            self.problems.add(0, "toml", message, say("Write tables under headers instead."))
        except ValueError as error:
            self._not_toml(str(error), text)

    def _not_toml(self, reason: str, text: str) -> None:
        if kind_of_file(text.encode()) != TEXT and not text.lstrip().startswith("[["):
            hint = say("Its first line is, for example, {example}.", example='title = "…"')
            return refuse_kind(text.encode(), self.problems, "TOML", hint)
        found = _PLACE.search(reason)
        if not found and (number := _LONG_NUMBER.search(text)):
            message = say("A number has more than {most} digits.", most=_MOST_DIGITS)
            line = text.count("\n", 0, number.start()) + 1
            return self.problems.add(line, "toml", message, say("Write it shorter, or in quotation marks."))
        line = int(found[1]) if found and found[1] else text.rstrip().count("\n") + 1
        if _TWICE.match(reason):
            message, code = say("This is declared already."), "declared_twice"
            return self.problems.add(line, code, message, say("Keep one of the two."))
        message = say("The file is no TOML from here on: {reason}.", reason=_PLACE.sub("", reason))
        hint = say("Write KEY = VALUE, texts in quotation marks, and lists in square brackets.")
        return self.problems.add(line, "toml", message, hint)


def meant(name: str, known: Collection[str]) -> str:
    """What to do about a name that nobody knows: the one that it is nearest to, else all there are."""
    near = get_close_matches(name, sorted(known), n=1) if len(known) <= MOST_NAMES else ()
    if near:
        return say("Is {name} meant?", name=near[0])
    return say("There are {names}.", names=", ".join(known)) if known else say("Leave it out.")


def as_written(value: object) -> str:
    """A value of a file, quoted for a message."""
    if isinstance(value, str):
        return shown(value)
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict | list):
        return "{…}" if isinstance(value, dict) else "[…]"
    if isinstance(value, int) and abs(value) >= _LARGEST:
        return "…"
    return shown(str(value)).strip('"')
