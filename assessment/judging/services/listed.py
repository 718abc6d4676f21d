"""What comes as a list, of which all is stored or none: what is wrong with it, by the place in the list."""

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Any, NamedTuple, Protocol, TypeVar
from uuid import UUID

from assessment.judging.models import Change
from assessment.judging.selectors.rows import items_of
from assessment.judging.services.changes import used_twice
from assessment.judging.services.closed import refuse_closed
from assessment.judging.services.parts.part import Subject
from assessment.shared.errors import AssizeError, FileRefused, Refused


class Wrong(NamedTuple):
    """What is wrong with one row; `line` is its place, from 1, `file` what the list is called."""

    line: int
    code: str
    message: str
    hint: str
    file: str


class Row(Protocol):
    """A row as it was sent, about one pool item."""

    @property
    def line(self) -> int: ...
    @property
    def item(self) -> int: ...
    @property
    def client_id(self) -> UUID: ...


Sent = TypeVar("Sent", bound=Row)


def nothing_stored(problems: Iterable[Wrong]) -> FileRefused:
    """The refusal of a list, with all that is wrong."""
    return FileRefused("Nothing was stored.", sorted(problems), "Correct what is listed, and send all again.")


def wrong_by(line: int, error: AssizeError, file: str) -> Wrong:
    """What a refusal says, at a place of the list."""
    return Wrong(line, error.code, error.message, error.hint, file)


def refuse_doubles(rows: Sequence[Sent], item: Callable[[Sent], Any], file: str) -> None:
    """Refuse a list that has an item or an id twice."""
    problems = []
    for what, code, keys in (
        ("item", "item_twice", [item(row) for row in rows]),
        ("id", "client_id_used", [row.client_id for row in rows]),
    ):
        seen: set[Any] = set()
        for row, key in zip(rows, keys, strict=True):
            if key in seen:
                message = f"The same {what} stands in the list before."
                problems.append(Wrong(row.line, code, message, "Send it once.", file))
            seen.add(key)
    if problems:
        raise nothing_stored(problems)


def in_pool_of(subject: Subject, rows: Sequence[Sent], problems: list[Wrong], file: str) -> list[Sent]:
    """The rows about items that are judged there; the others are added to what is wrong."""
    assert subject.assignment is not None
    pool = items_of(subject.assignment).filter(pk__in=[row.item for row in rows])
    held = set(pool.values_list("pk", flat=True))
    problems += [
        Wrong(
            row.line,
            "item_not_in_pool",
            f"{row.item} is no item of the pool of this question.",
            "Leave it out.",
            file,
        )
        for row in rows
        if row.item not in held
    ]
    return [row for row in rows if row.item in held]


def stored_before(
    subject: Subject,
    rows: Sequence[Sent],
    is_same: Callable[[Sent, Change], bool],
    problems: list[Wrong],
    file: str,
) -> set[int]:
    """The places of rows that were stored before under their ids; ids that were used otherwise are wrong."""
    ids = [row.client_id for row in rows]
    made = {row.client_id: row for row in Change.objects.filter(question=subject.question, client_id__in=ids)}
    known = [row for row in rows if row.client_id in made]
    again = {row.line for row in known if is_same(row, made[row.client_id])}
    problems += [wrong_by(row.line, used_twice(), file) for row in known if row.line not in again]
    return again


def wrong_where_closed(subject: Subject, rows: Collection[Sent], problems: list[Wrong], file: str) -> None:
    """Add that nothing can be said any more, where something new is said."""
    assert subject.assignment is not None
    try:
        refuse_closed(subject.assignment)
    except Refused as error:
        problems += [wrong_by(row.line, error, file) for row in list(rows)[:1]]
