"""Reading a list that a program sends: everything that is wrong is found at once, by the place in the list."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple
from uuid import UUID

from assessment.judging.services.listed import Wrong, nothing_stored

LARGEST = 2**63 - 1  # a key of the database

Check = Callable[[Any], bool]
Fields = Mapping[str, tuple[Check, str]]  # by name: whether a value fits, and what to give instead


class Listed(NamedTuple):
    """A list as bodies have it: its name there, what one of it is called and looks like, and how many come at once."""

    name: str
    one: str
    example: str
    most: int


def rows_of(body: Any, listed: Listed) -> list[Any]:
    """The rows of a body `{NAME: […]}`; FileRefused where there is no such list."""
    rows = body.get(listed.name) if isinstance(body, dict) else None
    if not isinstance(rows, list) or not 1 <= len(rows) <= listed.most:
        message = f'Send {{"{listed.name}": […]}} with 1 to {listed.most:,} {listed.name}.'
        hint = "See the documentation of the API."
        raise nothing_stored([Wrong(0, f"{listed.name}_missing", message, hint, listed.name)])
    if odd := [name for name in body if name != listed.name]:
        message = f"{odd[0][:50]!r} is no field of this body."
        raise nothing_stored([Wrong(0, "field_unknown", message, f"There is {listed.name}.", listed.name)])
    return rows


def refuse_wrong(rows: Sequence[Any], wrong: Callable[[int, Any], list[Wrong]]) -> None:
    """Raise FileRefused with all that is wrong with any row."""
    problems: list[Wrong] = []
    for line, row in enumerate(rows, 1):
        problems += wrong(line, row)
    if problems:
        raise nothing_stored(problems)


def wrong_fields(line: int, row: Any, listed: Listed, fields: Fields, needed: Sequence[str]) -> list[Wrong]:
    """What is wrong with a row: it is no object, a field is missing, unknown, or not as it should be."""
    if not isinstance(row, dict):
        message = f"A {listed.one} is an object."
        return [Wrong(line, f"{listed.one}_form", message, f"Such as {listed.example}.", listed.name)]
    found = [_field(line, name, "is missing", listed, fields) for name in needed if name not in row]
    odd = [name for name, value in row.items() if name not in fields or not fields[name][0](value)]
    return found + [_field(line, name, "is not right", listed, fields) for name in odd]


def _field(line: int, name: str, what: str, listed: Listed, fields: Fields) -> Wrong:
    if name not in fields:
        message = f"{name[:50]!r} is no field of a {listed.one}."
        return Wrong(line, "field_unknown", message, f"There are {', '.join(fields)}.", listed.name)
    hint = f"Give {fields[name][1]}."
    return Wrong(line, f"{name}_invalid", f"{name} {what}.", hint, listed.name)


# What values may be


def is_key(value: Any) -> bool:
    """A number by which the database knows a row."""
    return type(value) is int and 0 <= value <= LARGEST


def is_text(longest: int) -> Check:
    """A text of at most so many characters."""
    return lambda value: isinstance(value, str) and len(value) <= longest and "\0" not in value


def is_count(value: Any) -> bool:
    """A number of something."""
    return type(value) is int and 0 <= value < 2**31


def is_uuid(value: Any) -> bool:
    """A UUID as a text."""
    try:
        return isinstance(value, str) and bool(UUID(value))
    except ValueError:
        return False


def is_list(of: Check, most: int) -> Check:
    """A list of at most so many such values."""
    return lambda value: isinstance(value, list) and len(value) <= most and all(map(of, value))


def one_or_none(of: Check) -> Check:
    """Such a value, or null."""
    return lambda value: value is None or of(value)


SENT: Fields = {
    "seconds": (is_count, "a number of seconds"),
    "id": (is_uuid, "a UUID"),
}  # what goes with everything that is sent
