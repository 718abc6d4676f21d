"""What a type of question says of others of its series: which it comes after (`after`), which hold its answers whole (`context`)."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from scoring.evaluations.loader.source import as_written, meant
from scoring.evaluations.loader.table import Table
from scoring.say import say
from scoring.stages import GRADES
from scoring.tracks.base import QuestionType
from scoring.tracks.linked import types_before


class Wrong(NamedTuple):
    """What is wrong with a link, and what to do about it."""

    message: str
    hint: str
    code: str = "combination"


def check_links(tables: Sequence[Table], types: Sequence[QuestionType], *, in_series: bool) -> None:
    """Refuse each link that ties nothing; the tables are those of the types."""
    named = {kind.name: kind for kind in types}
    for table, kind in zip(tables, types, strict=True):
        for key, other in (("after", kind.after), ("context", kind.context)):
            if other and (wrong := _wrong(key, kind, named, in_series)):
                table.refuse(key, *wrong)


def _wrong(key: str, kind: QuestionType, named: Mapping[str, QuestionType], in_series: bool) -> Wrong | None:
    other = kind.after if key == "after" else kind.context
    if not in_series:
        message = say("{key} ties questions of a series to each other, and there are no series.", key=key)
        return Wrong(message, say("Leave it out."))
    if other == kind.name:
        return Wrong(
            say("{key} names the type itself.", key=key), say("Name another, or leave it out."), "circular"
        )
    if other not in named:
        message = say("{key} is {value}.", key=key, value=as_written(other))
        return Wrong(message, meant(other, [name for name in named if name != kind.name]), "unknown_name")
    return _wrong_after(kind, named) if key == "after" else _wrong_context(kind)


def _wrong_after(kind: QuestionType, named: Mapping[str, QuestionType]) -> Wrong | None:
    if not (kind.judged and named[kind.after].judged):
        message = say(
            "after orders what is judged, and {type} or {other} is not.", type=kind.name, other=kind.after
        )
        return Wrong(message, say("Leave it out."))
    if chain := _circle(kind, named):
        message = say("These types come after each other in a circle: {types}.", types=" → ".join(chain))
        return Wrong(message, say("Leave out one after of them."), "circular")
    return None


def _circle(kind: QuestionType, named: Mapping[str, QuestionType]) -> list[str]:
    """The types that lead back to one; none where it stands in no circle."""
    before = types_before(named, kind.name)
    last = named.get(before[-1]) if before else None
    return [kind.name, *before, kind.name] if last and last.after == kind.name else []


def _wrong_context(kind: QuestionType) -> Wrong | None:
    if kind.form.asks(GRADES) and not kind.form.entry:
        return None
    message = say(
        "Answers are shown within others where they are graded one by one, and {type} is not.", type=kind.name
    )
    return Wrong(message, say("Leave it out."))
