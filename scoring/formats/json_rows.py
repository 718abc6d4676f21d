"""JSON as rows: an object on each line, or an array of objects, where a column is a path (`annotator.name`).

Where a path leads into a list of objects (`nuggets.text`), the object that holds the list stands for a row for each of them.

The array may stand in an object of its own, as its only list of objects (`{"questions": [{…}, {…}]}`).

Numbers stay as they are written. Of objects on lines of their own each is read, whatever is wrong with those before it.
"""

import json
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

from scoring.budget import spend
from scoring.formats.problems import Problems, shown
from scoring.say import say

_NO_TEXT = re.compile("[\0\ud800-\udfff]")
_START = re.compile(r"\s*(\{|\[\s*\{)")
_NEXT = re.compile(r"\n[ \t]*\{")
# What the list is called in which programs keep their rows, where more stands beside it, or the file is cut off.
HOLDERS = (
    "questions",
    "topics",
    "data",
    "rows",
    "items",
    "examples",
    "records",
    "results",
    "answers",
    "predictions",
)
_BEGUN = re.compile(rf'\s*\{{\s*"(?:{"|".join(HOLDERS)})"\s*:\s*(?=\[\s*\{{)')
_BETWEEN = re.compile(r"\s*[:,]?\s*")


def is_json(text: str) -> bool:
    """Whether a text begins as such rows do."""
    return bool(_START.match(text))


def values(text: str, problems: Problems) -> Iterator[tuple[int, Any]]:
    """The values of a text, each with the line in which it begins; where one cannot be read, that is noted."""
    place, within = _after_blanks(text, 0), _list_within(text)
    is_array, place = within is not None or text[place] == "[", within or place
    place, line, counted, is_first = place + is_array, 1, 0, True
    while True:
        spend()
        try:
            place = _after_gap(text, place, is_array=is_array, is_first=is_first, within=within is not None)
        except _Unfinished as error:
            _note(error.line, str(error), problems)
            return
        line += text.count("\n", counted, min(place, len(text)))
        counted, is_first = place, False
        if place >= len(text):
            return
        try:
            value, place = _DECODER.raw_decode(text, place)
        except (ValueError, RecursionError) as error:
            _note(*_reason(error, line), problems)
            following = None if is_array else _NEXT.search(text, place)
            if following is None:
                return
            place = following.start()
        else:
            yield line, value


def _list_within(text: str) -> int | None:
    """Where the list of rows begins in a file that is one object around it; None where the rows are its objects."""
    start = _after_blanks(text, 0)
    if text[start] != "{":
        return None
    try:
        value, end = _DECODER.raw_decode(text, start)
    except (ValueError, RecursionError):
        begun = _BEGUN.match(text)
        return begun.end() if begun else None
    name = _holder(value) if not text[end:].strip() else ""
    return _place_of(text, start + 1, name) if name else None


def _holder(value: Mapping[str, Any]) -> str:
    """The name of the only list of objects that an object holds, alone or by a name that says so; "" where it has none."""
    lists = [name for name, inner in value.items() if _is_of_objects(inner)]
    return lists[0] if len(lists) == 1 and (len(value) == 1 or lists[0].lower() in HOLDERS) else ""


def _place_of(text: str, place: int, name: str) -> int:
    """Where the value of a name begins in an object, of which the first character stands at the place."""
    while True:
        spend()
        key, place = _DECODER.raw_decode(text, _after_sign(text, place))
        place = _after_sign(text, place)
        if key == name:
            return place
        _, place = _DECODER.raw_decode(text, place)


def _after_sign(text: str, place: int) -> int:
    found = _BETWEEN.match(text, place)
    return found.end() if found else place


def _reason(error: Exception, line: int) -> tuple[int, str]:
    """Where and why a value that begins in this line cannot be read."""
    if isinstance(error, json.JSONDecodeError):
        return error.lineno, error.msg
    return line, why_no_json(error)


def why_no_json(error: Exception) -> str:
    """Why a text is no JSON that can be read: an error of `json`, in our words where Python's speak of its settings."""
    if isinstance(error, RecursionError):
        return say("too many levels")
    if type(error) is ValueError:  # of `int`; whatever else may be wrong has a class of its own
        return say("a number with thousands of digits")
    return str(error)


def _note(line: int, error: str, problems: Problems) -> None:
    message = say("The JSON cannot be read here: {error}.", error=error)
    problems.add(line, "json", message, say("Write an object on each line, or an array of objects."))


class _Unfinished(Exception):
    """Where an array of JSON cannot be read on."""

    def __init__(self, message: str, line: int) -> None:
        super().__init__(message)
        self.line = line


def _after_gap(text: str, place: int, *, is_array: bool, is_first: bool, within: bool) -> int:
    """Where the next value begins; the end of the text where there is none. Raises _Unfinished for what is not finished.

    `within`: the array stands in an object.
    """
    place = _after_blanks(text, place)
    if not is_array:
        return place
    here = text[place : place + 1]
    if here == "]":
        end = _after_blanks(text, place + 1)
        if end == len(text) if not within else text[end : end + 1] in (",", "}"):
            return len(text)
        if within:
            raise _Unfinished(say("the object is not finished"), text.count("\n", 0, end) + 1)
        raise _Unfinished(say("something stands behind the array"), text.count("\n", 0, end) + 1)
    if not here or (here == ",") == is_first:
        raise _Unfinished(say("the array is not finished"), text.count("\n", 0, place) + 1)
    place = place if is_first else _after_blanks(text, place + 1)
    if place == len(text):
        raise _Unfinished(say("the array is not finished"), text.count("\n") + 1)
    return place


def _after_blanks(text: str, place: int) -> int:
    while text[place : place + 1].isspace():
        place += 1
    return place


class OddObject(ValueError):
    """An object that says two things under one name, or holds what is no text."""


def first_repeated(names: Iterable[str]) -> str | None:
    """The first of some names that stands there already; None where each stands there once."""
    seen = set[str]()
    for name in names:
        if name in seen:
            return name
        seen.add(name)
    return None


def each_once(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    """An object of which each name stands there once; raises OddObject."""
    repeated = first_repeated(name for name, _ in pairs)
    if repeated is not None:
        raise OddObject(say("{name} stands there twice", name=shown(repeated)))
    return dict(pairs)


def _object(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    found = each_once(pairs)
    if any(_NO_TEXT.search(part) for pair in pairs for part in pair if isinstance(part, str)):
        raise OddObject(say("a NUL, or half of a character"))
    return found


_DECODER = json.JSONDecoder(parse_int=str, parse_float=str, parse_constant=str, object_pairs_hook=_object)


def leaves(value: Mapping[str, Any], before: str = "") -> Iterator[tuple[str, Any]]:
    """The paths of an object, those of objects within it, and of objects in its lists, included."""
    for name, inner in value.items():
        path = f"{before}{name}"
        if isinstance(inner, dict) and inner:
            yield from leaves(inner, f"{path}.")
            continue
        yield path, inner
        for one in inner if not before and _is_of_objects(inner) else ():
            yield from leaves(one, f"{path}.")


def spread(
    value: Mapping[str, Any], paths: Collection[str], needed: Collection[str] = ()
) -> Iterator[Mapping[str, Any]]:
    """An object; where paths lead into a list of objects of its, one with each of these in the place of the list.

    An empty list gives the object without it, unless one of the paths that are `needed` leads there: then it has no row.
    """
    for name, inner in value.items():
        within = {path for path in paths if path.startswith(f"{name}.") and path not in value}
        if isinstance(inner, list) and within:
            instead = inner or ([] if within.intersection(needed) else [None])
            yield from ({**value, name: one} for one in instead)
            return
    yield value


def _is_of_objects(inner: Any) -> bool:
    return isinstance(inner, list) and bool(inner) and all(isinstance(one, dict) for one in inner)


def cell_at(value: Any, path: str) -> Any:
    """What stands at a path: a text, "" for null, or a list or an object; None where nothing stands there."""
    if not isinstance(value, dict):
        return value if isinstance(value, list) else None
    if path in value:
        inner = value[path]
        return "" if inner is None else str(inner).lower() if isinstance(inner, bool) else inner
    name, _, rest = path.partition(".")
    return cell_at(value[name], rest) if rest and name in value else None
