"""What became of the final answer set or the nuggets of one question from one version to another."""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from assessment.shared.say import say_n
from scoring.forms.keys import AnswerSet, Key, NuggetList, Weighed


class Reworded(NamedTuple):
    """A class or nugget that has another label or text now."""

    before: str
    after: str


class Reweighed(NamedTuple):
    """A nugget whose weight is another now."""

    text: str
    before: float
    after: float


class KeyChange(NamedTuple):
    """The difference in one question; empty parts where nothing changed."""

    qid: str
    text: str
    in_nuggets: bool  # whether nuggets are counted, not answers
    before: int  # size of the answer set, or number of nuggets
    after: int
    gained: Sequence[str] = ()
    lost: Sequence[str] = ()
    reworded: Sequence[Reworded] = ()
    reweighed: Sequence[Reweighed] = ()
    items: int = 0  # items that belong to other classes, or hold other nuggets

    @property
    def counted(self) -> str:
        """The size in both versions."""
        if self.before == self.after:
            return (
                say_n("{n} nugget", "{n} nuggets", self.after)
                if self.in_nuggets
                else say_n("{n} answer", "{n} answers", self.after)
            )
        if self.in_nuggets:
            return say_n("{before} → {n} nugget", "{before} → {n} nuggets", self.after, before=self.before)
        return say_n("{before} → {n} answer", "{before} → {n} answers", self.after, before=self.before)

    @property
    def moved(self) -> str:
        """What became of the items."""
        if self.in_nuggets:
            return say_n("{n} item with other nuggets", "{n} items with other nuggets", self.items)
        return say_n(
            "{n} item joined, left or changed a class",
            "{n} items joined, left or changed a class",
            self.items,
        )

    @property
    def is_empty(self) -> bool:
        return not (self.gained or self.lost or self.reworded or self.reweighed or self.items)


def key_change(qid: str, text: str, before: Key | None, after: Key | None) -> KeyChange | None:
    """What changed in a question; None for nothing, or where a version kept nothing of it."""
    if isinstance(before, AnswerSet) and isinstance(after, AnswerSet):
        made = answers_change(qid, text, before, after)
    elif isinstance(before, NuggetList) and isinstance(after, NuggetList):
        made = nuggets_change(qid, text, before, after)
    else:
        return None
    return None if made.is_empty else made


def answers_change(qid: str, text: str, before: AnswerSet, after: AnswerSet) -> KeyChange:
    old = {answer.name: answer.label for answer in before.answers}
    new = {answer.name: answer.label for answer in after.answers}
    return KeyChange(
        qid,
        text,
        False,
        len(old),
        len(new),
        gained=[label for name, label in new.items() if name not in old],
        lost=[label for name, label in old.items() if name not in new],
        reworded=reworded((old[name], label) for name, label in new.items() if name in old),
        items=differing(before.items, after.items),
    )


def nuggets_change(qid: str, text: str, before: NuggetList, after: NuggetList) -> KeyChange:
    old = {nugget.name: nugget for nugget in before.nuggets}
    new = {nugget.name: nugget for nugget in after.nuggets}
    both = [(old[name], nugget) for name, nugget in new.items() if name in old]
    return KeyChange(
        qid,
        text,
        True,
        len(old),
        len(new),
        gained=[nugget.text for name, nugget in new.items() if name not in old],
        lost=[nugget.text for name, nugget in old.items() if name not in new],
        reworded=reworded((one.text, other.text) for one, other in both),
        reweighed=[reweighed(one, other) for one, other in both if one.weight != other.weight],
        items=differing(before.items, after.items),
    )


def reworded(pairs: Iterable[tuple[str, str]]) -> list[Reworded]:
    return [Reworded(old, new) for old, new in pairs if old != new]


def reweighed(before: Weighed, after: Weighed) -> Reweighed:
    return Reweighed(after.text, float(before.weight), float(after.weight))


def differing(before: Iterable[tuple[Any, ...]], after: Iterable[tuple[Any, ...]]) -> int:
    """How many items stand in one of two lists only, or otherwise."""
    old, new = ({item: said for item, *said in rows} for rows in (before, after))
    return sum(old.get(item) != new.get(item) for item in old.keys() | new.keys())
