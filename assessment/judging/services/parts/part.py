"""What a part of somebody's word is. A part maps keys to values, as JSON holds them.

So a change keeps what stood before and after in one row. A value is a word, a list, or a record of named fields; of a
record, whoever changes it or saw it names the fields that they mean. None is "not there".
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from assessment.campaigns.models import Question
from assessment.judging.models import Assignment, ChangeKind
from assessment.people.models import Member
from assessment.shared.errors import Conflict
from assessment.shared.say import say

Values = dict[str, Any]
State = dict[str, Values]  # by part
KEEP = object()  # what undo leaves as it stands


class Subject(NamedTuple):
    """Whose word on which question: an assessor's with an assignment, or the adjudicator's, which settles."""

    question: Question
    member: Member | None = None
    assignment: Assignment | None = None
    kind: ChangeKind = ChangeKind.PARTS
    guidelines: int | None = None  # primary key of those in force


class ChangeConflict(Conflict):
    """What the page saw was changed meanwhile: what stands now, and what was to stand.

    With `of_record` both are one record, and a person chooses between them; else they are states.
    """

    def __init__(
        self,
        message: str,
        stored: Values,
        wanted: Values,
        *,
        code: str = "changed_meanwhile",
        hint: str | None = None,
        of_record: bool = False,
        item: int | None = None,
    ) -> None:
        super().__init__(
            message, code, say("Look at it again; yours was kept aside.") if hint is None else hint
        )
        self.stored = stored
        self.wanted = wanted
        self.of_record = of_record
        self.item = item

    @property
    def for_pages(self) -> dict[str, Any]:
        """What stands now, for programs; people in it have no keys, and its version is called as where it is read."""
        shown = {name: value for name, value in self.stored.items() if name != "member_id"}
        return shown | ({"seen": shown["changes"]} if "changes" in shown else {})

    @property
    def for_scripts(self) -> dict[str, Any]:
        """What the scripts of the page get besides the sentence."""
        if not self.of_record:
            return {"now": self.stored, "wanted": self.wanted}
        return {"stored": self.stored} | ({"item": self.item} if self.item else {})


def as_wanted(subject: Subject, stored: Any, wanted: Any) -> Any:
    """What is wanted is what is to stand."""
    return wanted


def unless_changed(before: Any, after: Any, stored: Any) -> Any:
    """Undo puts back what stood before, unless somebody changed it since."""
    return before if stored == after else KEEP


def counts_nowhere(subject: Subject, before: State, after: State) -> Mapping[str, int]:
    """No counter hangs on it."""
    return {}


def changed_meanwhile(label: str, stored: State, wanted: State) -> ChangeConflict:
    """The conflict of parts without a sentence of their own."""
    return ChangeConflict(
        say(
            "This was changed in another window, or by another assessor, meanwhile. Not stored: {change}.",
            change=label,
        ),
        stored,
        wanted,
    )


class Part(NamedTuple):
    """How one part is read, changed, undone and counted. To add a kind of judgment is to add one of these.

    `read` and `write` take keys of one subject; writing gets only values that differ from what stands. `resolve`
    makes of what stands and what is wanted what is to stand, or raises Refused. `restore` makes of what stood before
    and after a change and what stands now what its undo puts back. `recount` brings counters up to date, and returns
    what is to be added to those of the assignment.
    """

    read: Callable[[Subject, Iterable[str]], Values]
    write: Callable[[Subject, Values], None]
    resolve: Callable[[Subject, Any, Any], Any] = as_wanted
    restore: Callable[[Any, Any, Any], Any] = unless_changed
    recount: Callable[[Subject, State, State], Mapping[str, int]] = counts_nowhere
    conflict: Callable[[str, State, State], ChangeConflict] = changed_meanwhile


# States


def differing(wanted: Mapping[str, Values], stored: Mapping[str, Values]) -> State:
    """The values that are to be others than those that stand."""
    found = {
        part: {
            key: value for key, value in values.items() if not _holds(value, stored.get(part, {}).get(key))
        }
        for part, values in wanted.items()
    }
    return {part: values for part, values in found.items() if values}


def _holds(wanted: Any, stored: Any) -> bool:
    if isinstance(wanted, dict) and isinstance(stored, dict):
        return all(stored.get(name) == value for name, value in wanted.items())
    return bool(wanted == stored)


def like(state: Mapping[str, Values], shape: Mapping[str, Values]) -> State:
    """Those values of a state, and fields of its records, that another one has."""
    return {
        part: {key: _fields_of(state[part][key], value) for key, value in values.items()}
        for part, values in shape.items()
    }


def _fields_of(value: Any, shape: Any) -> Any:
    if isinstance(value, dict) and isinstance(shape, dict):
        return {name: value[name] for name in shape}
    return value


def joined(state: Mapping[str, Values], newer: Mapping[str, Values]) -> State:
    """A state with the values of a newer one in their places."""
    found = {part: {**values} for part, values in state.items()}
    for part, values in newer.items():
        mine = found.setdefault(part, {})
        for key, value in values.items():
            is_record = isinstance(value, dict) and isinstance(mine.get(key), dict)
            mine[key] = mine[key] | value if is_record else value
    return found
