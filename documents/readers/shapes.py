"""How documents of an XML collection are built: names of elements and attributes, from TOML and not from code."""

import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from documents.say import say

FORMATS: Mapping[str, tuple[str, ...]] = {
    "acquis": ("acquis",),
    "europarl": ("europarl",),
    "respubliqa": ("acquis", "europarl"),
}
TABLES = ("acquis", "europarl")
_GROUPS = ("text", "language")
_NAME = re.compile(r"[\w.-]*(?:/@[\w.-]+)?|\.")


class Shape(NamedTuple):
    """Where the parts of a document stand. Names are those of elements, of whatever namespace; empty: there is none."""

    ids: str  # pattern of the whole id, with the groups `text` (the same in all languages) and `language`
    record: str  # the outermost element
    text: str  # the element with the text; `.` for the record. What stands beside it is shown as fields
    title: str
    paragraph: str
    number: str  # attribute of a paragraph (and of a title that has one)
    section: str  # element, or element/@attribute, where a part of the text begins
    speaker: str  # element/@attribute; around the paragraphs or before them
    heading: str  # element, or element/@attribute
    language: str  # attribute of the record
    entities: bool  # whether characters may be written by name, as in HTML: `&eacute;`
    labels: tuple[tuple[str, str], ...]  # what a section is called on the page

    def match(self, docid: str) -> re.Match[str] | None:
        """The parts of an id; None for an id of another kind."""
        return _compiled(self.ids).fullmatch(docid)


def shapes_of(format: str, mapping: Mapping[str, Any]) -> tuple[Shape, ...]:
    """The shapes of a format, with what a collection's manifest says otherwise."""
    return tuple(make_shape(name, mapping.get(name, {})) for name in FORMATS[format])


def make_shape(name: str, changes: Mapping[str, Any]) -> Shape:
    """The shape of this name with some entries replaced."""
    entries = {**_usual(name), **changes}
    labels = {**_usual(name)["labels"], **changes.get("labels", {})}
    return Shape(**{**entries, "labels": tuple(labels.items())})


def shape_errors(name: str, table: Any) -> Iterator[tuple[str, str]]:
    """What is wrong with the table of a manifest that changes a shape: the entry and a sentence for each error."""
    if not isinstance(table, dict):
        yield "", say("{name} is not a table.", name=repr(name))
        return
    for key, value in table.items():
        if error := _entry_error(key, value, {"entry": repr(key), "table": name}):
            yield key, error


def _entry_error(key: str, value: Any, named: Mapping[str, str]) -> str:
    if key not in Shape._fields:
        known = ", ".join(Shape._fields)
        return say("The entry {entry} of [{table}] is unknown; known are {names}.", **named, names=known)
    if key == "entities":
        wrong = say("The entry {entry} of [{table}] is neither true nor false.", **named)
        return "" if isinstance(value, bool) else wrong
    if key == "labels":
        texts = isinstance(value, dict) and all(isinstance(text, str) for text in value.values())
        return "" if texts else say("The entry {entry} of [{table}] does not map texts to texts.", **named)
    if not isinstance(value, str):
        return say("The entry {entry} of [{table}] is not a text.", **named)
    if key == "ids":
        return _pattern_error(value, named)
    wrong = say("The entry {entry} of [{table}] is no name of an element, nor element/@attribute.", **named)
    return "" if _NAME.fullmatch(value) else wrong


def _pattern_error(pattern: str, named: Mapping[str, str]) -> str:
    try:
        groups = re.compile(pattern).groupindex
    except re.error as error:
        reason = str(error)
        return say(
            "The entry {entry} of [{table}] is no regular expression: {reason}.", **named, reason=reason
        )
    missing = [name for name in _GROUPS if name not in groups]
    if not missing:
        return ""
    return say("The entry {entry} of [{table}] has no group {group}.", **named, group=repr(missing[0]))


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern)


@cache
def _usual(name: str) -> dict[str, Any]:
    return tomllib.loads((Path(__file__).parent / f"{name}.toml").read_text(encoding="utf-8"))
