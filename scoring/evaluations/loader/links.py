"""Which type of question comes after which in a series, checked: each names one that is judged, and none comes after itself."""

from collections.abc import Mapping, Sequence

from scoring.evaluations.loader.source import as_written, meant
from scoring.evaluations.loader.table import Table
from scoring.say import say
from scoring.tracks.base import QuestionType
from scoring.tracks.linked import types_before


def check_after(tables: Sequence[Table], types: Sequence[QuestionType], *, in_series: bool) -> None:
    """Refuse each `after` that orders nothing; the tables are those of the types."""
    named = {kind.name: kind for kind in types}
    for table, kind in zip(tables, types, strict=True):
        if kind.after:
            message, hint, code = _wrong(kind, named, in_series)
            if message:
                table.refuse("after", message, hint, code)


def _wrong(kind: QuestionType, named: Mapping[str, QuestionType], in_series: bool) -> tuple[str, str, str]:
    """What is wrong with an `after`, what to do, and its code; empty where nothing is."""
    leave_out = say("Leave it out.")
    if not in_series:
        return (
            say("after orders the questions of a series, and there are no series."),
            leave_out,
            "combination",
        )
    if kind.after == kind.name:
        return say("{type} comes after itself.", type=kind.name), leave_out, "circular"
    if kind.after not in named:
        message = say("after is {value}.", value=as_written(kind.after))
        return message, meant(kind.after, [name for name in named if name != kind.name]), "unknown_name"
    if not (kind.judged and named[kind.after].judged):
        message = say(
            "after orders what is judged, and one of {type} and {other} is not.",
            type=kind.name,
            other=kind.after,
        )
        return message, leave_out, "combination"
    if chain := _circle(kind, named):
        message = say("These types come after each other in a circle: {types}.", types=" → ".join(chain))
        return message, say("Leave out one after of them."), "circular"
    return "", "", ""


def _circle(kind: QuestionType, named: Mapping[str, QuestionType]) -> list[str]:
    """The types that lead back to one; none where it stands in no circle."""
    before = types_before(named, kind.name)
    last = named.get(before[-1]) if before else None
    return [kind.name, *before, kind.name] if last and last.after == kind.name else []
