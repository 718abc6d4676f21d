"""Elements of XML with their places, and how problems at a line and column are noted."""

import re
from dataclasses import dataclass, field
from typing import NamedTuple

from scoring.formats.problems import Problems, shown
from scoring.say import say

GIVE_UP = 2_000  # errors after which a file is read no further


class Place(NamedTuple):
    """Where something stands in a file; both count from 1, the column in characters."""

    line: int
    column: int

    def after(self, text: str) -> "Place":
        """The place where a text ends that begins here."""
        lines = text.count("\n")
        return Place(self.line + lines, len(text) - text.rfind("\n") if lines else self.column + len(text))


@dataclass(slots=True)
class Element:
    """An element with all that stands in it."""

    name: str
    place: Place
    attributes: dict[str, str] = field(default_factory=dict)
    children: list["Element"] = field(default_factory=list)
    pieces: list[tuple[Place, str]] = field(default_factory=list)  # of text, outside of its children

    @property
    def text(self) -> str:
        """The text that stands directly in it."""
        return "".join(text for _, text in self.pieces)


def note(problems: Problems, place: Place, code: str, message: str, hint: str = "") -> None:
    """Note a problem at a line and column."""
    problems.add(place.line, code, f"Column {place.column}: {message}", hint)


def note_stray(problems: Problems, place: Place, text: str, sentence: str, **values: str) -> None:
    """Note each line of a text that stands where only elements can, by a sentence with the line as {text}."""
    read = 0
    for match in re.finditer(r"\S[^\n]*", text):
        place, read = place.after(text[read : match.start()]), match.start()
        message = say(sentence, text=shown(match[0].rstrip()), **values)
        note(problems, place, "stray_text", message, say("Remove it."))
        if problems.count > GIVE_UP:
            return
