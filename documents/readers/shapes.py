"""How documents of an XML collection are built: names of elements and attributes, from TOML and not from code."""

import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

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
        yield "", f"{name!r} is not a table."
        return
    for key, value in table.items():
        if error := _entry_error(key, value):
            yield key, f"The entry {key!r} of [{name}] {error}."


def _entry_error(key: str, value: Any) -> str:
    if key not in Shape._fields:
        return f"is unknown; known are {', '.join(Shape._fields)}"
    if key == "entities":
        return "" if isinstance(value, bool) else "is neither true nor false"
    if key == "labels":
        texts = isinstance(value, dict) and all(isinstance(text, str) for text in value.values())
        return "" if texts else "does not map texts to texts"
    if not isinstance(value, str):
        return "is not a text"
    if key == "ids":
        return _pattern_error(value)
    return "" if _NAME.fullmatch(value) else "is no name of an element, nor element/@attribute"


def _pattern_error(pattern: str) -> str:
    try:
        groups = re.compile(pattern).groupindex
    except re.error as error:
        return f"is no regular expression: {error}"
    missing = [name for name in _GROUPS if name not in groups]
    return f"has no group {missing[0]!r}" if missing else ""


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern)


@cache
def _usual(name: str) -> dict[str, Any]:
    return tomllib.loads((Path(__file__).parent / f"{name}.toml").read_text(encoding="utf-8"))
