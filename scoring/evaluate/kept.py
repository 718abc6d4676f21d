"""What the scores of lists and nuggets rest on under a rule, in a form that outlives later changes of the judgments."""

from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any, NamedTuple

from scoring.evaluate.ground import Basis, Ground
from scoring.evaluate.scorer import Scorer
from scoring.evaluate.weights import normalised
from scoring.formats.nuggets import in_order
from scoring.records import Item, KnownAnswer


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


class NuggetList(NamedTuple):
    """The nuggets of a question, the items that hold any, and how many of the pool's items were looked through."""

    nuggets: tuple[Weighed, ...]
    items: tuple[tuple[Item, tuple[str, ...]], ...]
    seen: int
    pooled: int


Kept = AnswerSet | NuggetList


def kept(scorer: Scorer, ground: Ground | None) -> Iterator[tuple[str, Kept]]:
    """What each retained question of lists and nuggets rests on, on the ground that `Scorer.ground` gives."""
    if ground is None or scorer.basis is None:
        return
    yield from _answer_sets(scorer, scorer.basis, ground)
    yield from _nugget_lists(scorer, scorer.basis, ground)


def _answer_sets(scorer: Scorer, basis: Basis, ground: Ground) -> Iterator[tuple[str, Kept]]:
    spoken = leading_classes(basis)
    items: dict[str, list[tuple[Item, str]]] = {}
    for item, name in sorted(ground.classes.of_item.items()):
        items.setdefault(item.qid, []).append((item, name))
    developed = {
        (told.qid, told.name) for told in scorer.evaluation.known_answers if told.origin == "development"
    }
    for qid in sorted(basis.lists):
        answers = (
            Answer(
                name,
                spoken[qid, name].label if (qid, name) in spoken else name,
                "development" if (qid, name) in developed else "pool",
            )
            for name in ground.classes.known[qid]
        )
        ordered = sorted(answers, key=lambda answer: (answer.label, answer.name))
        yield qid, AnswerSet(tuple(ordered), tuple(items.get(qid, ())))


def leading_classes(basis: Basis) -> Mapping[tuple[str, str], KnownAnswer]:
    """Who speaks for each class: the settled row, else the primary assessor's, else the first by name."""
    primary = basis.people.primary
    ranked = sorted(
        basis.index.evaluation.known_answers,
        key=lambda it: (it.assessor != "", it.assessor != primary.get(it.qid), it.assessor),
        reverse=True,
    )
    return {(it.qid, it.name): it for it in ranked}


def _nugget_lists(scorer: Scorer, basis: Basis, ground: Ground) -> Iterator[tuple[str, Kept]]:
    items: dict[str, list[tuple[Item, tuple[str, ...]]]] = {}
    for item, names in sorted(ground.nuggets.items()):
        items.setdefault(item.qid, []).append((item, tuple(sorted(names, key=in_order))))
    pooled = Counter(item.qid for item in scorer.evaluation.pool)
    seen = Counter(item.qid for item in scorer.evaluation.pool if item in basis.seen)
    texts = {(told.qid, told.name): told for told in scorer.evaluation.nuggets}
    for qid in sorted(basis.pyramids):
        weights = basis.weights[qid]
        shares = normalised(weights)
        nuggets = (
            Weighed(name, texts[qid, name].text, texts[qid, name].origin, weights[name], shares[name])
            for name in sorted(weights, key=in_order)
        )
        yield qid, NuggetList(tuple(nuggets), tuple(items.get(qid, ())), seen[qid], pooled[qid])


def as_json(told: Kept) -> dict[str, Any]:
    """What `from_json` reads back. The question is not in it."""
    if isinstance(told, AnswerSet):
        return {
            "answers": [list(answer) for answer in told.answers],
            "items": [[*item[1:], name] for item, name in told.items],
        }
    return {
        "nuggets": [[*nugget[:-1], str(nugget.weight)] for nugget in told.nuggets],
        "items": [[*item[1:], list(names)] for item, names in told.items],
        "seen": told.seen,
        "pooled": told.pooled,
    }


def from_json(qid: str, told: Mapping[str, Any]) -> Kept:
    """What a question's scores rest on, as `as_json` wrote it."""
    if "answers" in told:
        return AnswerSet(
            tuple(Answer(*answer) for answer in told["answers"]),
            tuple((Item(qid, *parts), name) for *parts, name in told["items"]),
        )
    return NuggetList(
        tuple(
            Weighed(name, text, origin, votes, Fraction(weight))
            for name, text, origin, votes, weight in told["nuggets"]
        ),
        tuple((Item(qid, *parts), tuple(names)) for *parts, names in told["items"]),
        told["seen"],
        told["pooled"],
    )
