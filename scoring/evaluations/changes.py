"""What of an evaluation that people brought is words, and what scores and judgments rest on."""

import json
import tomllib
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from scoring.say import say

# Keys whose values people read and nothing rests on; `label` of a type is how pages call it, that of a grade its id.
WORDS = frozenset({"title", "about", "source", "help", "meant"})
_NAMED_BY = ("label", "name")  # of a table of a list: what it is called where it differs
_TYPE = "type"

Value = str | int | float | bool | None


class Difference(NamedTuple):
    """One place where two evaluations differ in more than words."""

    place: str  # such as scale graded, grades 3, value
    before: str | None  # as JSON writes it; None: it is not there
    after: str | None

    def __str__(self) -> str:
        if self.before is None:
            return say("{place} is new: {after}", place=self.place, after=self.after)
        if self.after is None:
            return say("{place} is missing; it was {before}", place=self.place, before=self.before)
        return say(
            "{place} is {after}; it was {before}", place=self.place, after=self.after, before=self.before
        )


def differences(before: str, after: str) -> list[Difference]:
    """In what two evaluations differ besides their words, in the order of the first. Both are sound."""
    old, new = _rest(before), _rest(after)
    places = dict.fromkeys((*old, *new))
    return [
        Difference(place, old.get(place), new.get(place))
        for place in places
        if old.get(place) != new.get(place)
    ]


def substance(definition: str) -> str:
    """All of an evaluation but its words, as one text: for checksums of what scores rest on."""
    return json.dumps([*_rest(definition).items()], ensure_ascii=False)


def _rest(definition: str) -> dict[str, str]:
    """Each value that is no word, as JSON, by its place; a list of tables also by their names in order."""
    return dict(_values(tomllib.loads(definition.removeprefix("\ufeff").replace("\r\n", "\n"))))


def _values(table: Mapping[str, Any], place: str = "", key: str = "") -> Iterator[tuple[str, str]]:
    for name in sorted(table):
        value, here = table[name], f"{place}, {name}" if place else name
        if name in WORDS or (key == _TYPE and name == "label"):
            continue
        if isinstance(value, dict):
            yield from _values(value, here, name)
        elif isinstance(value, list) and any(isinstance(one, dict) for one in value):
            names = [_name(one, _TYPE if name == _TYPE else "") for one in value]
            yield here, _written(names)
            for called, one in zip(names, value, strict=True):
                yield from _values(one, f"{here} {called}", name)
        else:
            yield here, _written(value)


def _name(table: Mapping[str, Any], key: str) -> str:
    by = ("name",) if key == _TYPE else _NAMED_BY
    return next((str(table[name]) for name in by if name in table), "")


def _written(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, default=str)
