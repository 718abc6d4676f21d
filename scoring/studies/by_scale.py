"""The grades of people by the scales that they are on: a number over several would count grades that can never meet."""

from collections import defaultdict
from collections.abc import Collection
from typing import NamedTuple

from scoring import evaluations
from scoring.agreement.items import graded
from scoring.agreement.ratings import Ratings
from scoring.index import Index
from scoring.records import Item
from scoring.scales import Scale


class _OnScale(NamedTuple):
    """The judged items of one scale, and the labels of the types that have them."""

    scale: Scale
    labels: list[str]
    items: set[Item]


def by_scale(index: Index) -> dict[str, Ratings]:
    """The grades of items: of all under "" where one scale has them all; else of each scale, under the labels of its types.

    A number over several scales would count grades that can never meet, such as those of relevance and of support.
    """
    return {name: _graded(index, scale, items) for name, (scale, items) in scales_of(index).items()}


def scales_of(index: Index) -> dict[str, tuple[Scale | None, Collection[Item]]]:
    """The scales and judged items by the same names; no scale where none of the evaluation's has them."""
    found = _on_scales(index)
    widest = max((one.scale for one in found), key=lambda scale: len(scale.grades), default=None)
    if widest is None or all(set(widest.grades).issuperset(one.scale.grades) for one in found):
        return {"": (widest, index.votes)}
    names = [", ".join(one.labels) for one in found]
    return {
        name if names.count(name) == 1 else f"{name} ({one.scale.name})": (one.scale, one.items)
        for name, one in zip(names, found, strict=True)
    }


def _graded(index: Index, scale: Scale | None, items: Collection[Item]) -> Ratings:
    """What was said of items, and all that could be: whether they are steps of one scale, with what values."""
    listed = scale.grades if scale else ()
    odd = {grade for item in items for grade in index.votes[item].values()}.difference(listed)
    if scale is None or odd:
        return graded(index, (*listed, *sorted(odd)), ordered=False, only=items)
    values = scale.values if scale.is_graded else {}
    return graded(index, listed, only=items)._replace(values=values)


def _on_scales(index: Index) -> list[_OnScale]:
    """The judged items by scale, in the order of the evaluation's types; scales of the same grades are one."""
    types = {question.qid: question.type for question in index.evaluation.topics.questions}
    asked: defaultdict[tuple[str, bool], set[Item]] = defaultdict(set)
    for item in index.votes:
        asked[types.get(item.qid, ""), bool(item.answer)].add(item)
    found: dict[tuple[str, ...], _OnScale] = {}
    for name, kind in evaluations.track_of(index.evaluation).question_types.items():
        for answer in ("answer", ""):
            items, scale = asked.get((name, bool(answer))), kind.scale_for(answer)
            if items and scale:
                one = found.setdefault(scale.grades, _OnScale(scale, [], set()))
                one.items.update(items)
                one.labels.extend({kind.label}.difference(one.labels))
    return list(found.values())
