"""What a question is scored by under a rule, in a form that outlives later changes of the judgments."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from scoring.records import Item


class Answer(NamedTuple):
    """One class of a final answer set."""

    name: str
    label: str
    origin: str  # pool, development


class AnswerSet(NamedTuple):
    """The final answer set of a list question, and the correct items with their classes."""

    answers: tuple[Answer, ...]
    items: tuple[tuple[Item, str], ...]


class Weighed(NamedTuple):
    """A nugget with its weight: as counted, and as a share of the question's heaviest."""

    name: str
    text: str
    origin: str
    votes: int
    weight: Fraction


class Holder(NamedTuple):
    """An item that holds nuggets."""

    item: Item
    nuggets: tuple[str, ...]  # names
    labels: tuple[str, ...] = ()  # how far it holds each, where cells have labels


class NuggetList(NamedTuple):
    """The nuggets of a question, the items that hold any, and how many of the pool's items were looked through."""

    nuggets: tuple[Weighed, ...]
    items: tuple[Holder, ...]
    seen: int
    pooled: int


Key = AnswerSet | NuggetList  # what one question is scored by, kept with each version of the scores


def as_json(key: Key) -> dict[str, Any]:
    """What `from_json` reads back. The question is not in it."""
    if isinstance(key, AnswerSet):
        return {
            "answers": [list(answer) for answer in key.answers],
            "items": [[*item[1:], name] for item, name in key.items],
        }
    return {
        "nuggets": [[*nugget[:-1], str(nugget.weight)] for nugget in key.nuggets],
        "items": [
            [*one.item[1:], list(one.nuggets), *([list(one.labels)] if one.labels else [])]
            for one in key.items
        ],
        "seen": key.seen,
        "pooled": key.pooled,
    }


def from_json(qid: str, stored: Mapping[str, Any]) -> Key:
    """What a question is scored by, as `as_json` wrote it."""
    if "answers" in stored:
        return AnswerSet(
            tuple(Answer(*answer) for answer in stored["answers"]),
            tuple((Item(qid, *parts), name) for *parts, name in stored["items"]),
        )
    return NuggetList(
        tuple(
            Weighed(name, text, origin, votes, Fraction(weight))
            for name, text, origin, votes, weight in stored["nuggets"]
        ),
        tuple(_holder(qid, *row) for row in stored["items"]),
        stored["seen"],
        stored["pooled"],
    )


def _holder(
    qid: str, docid: str, passage: str, answer: str, names: Sequence[str], labels: Sequence[str] = ()
) -> Holder:
    return Holder(Item(qid, docid, passage, answer), tuple(names), tuple(labels))
