"""The grades that people gave to pool items, as disputes and decisions see them."""

from collections import defaultdict
from collections.abc import Collection, Mapping
from typing import NamedTuple

from django.db.models import QuerySet

from assessment.judging.models import Judgment
from assessment.submissions.models import PoolItem
from scoring.evaluations import OF_SOME


class Given(NamedTuple):
    """One assessor's grade of an item."""

    member: int
    name: str
    grade: str
    note: str
    of_some: bool = False  # of a third assessor, who judges only where the others differ


def grades_given(items: "Collection[int] | QuerySet[PoolItem]") -> Mapping[int, list[Given]]:
    """The counting grades of some items, by item, in the order of the assessors' names."""
    rows = Judgment.objects.filter(item__in=items).counting().order_by("item_id", "member__name")
    found: defaultdict[int, list[Given]] = defaultdict(list)
    for item, member, name, grade, note, stage in rows.values_list(
        "item_id", "member_id", "member__name", "grade", "note", "assignment__stage"
    ):
        found[item].append(Given(member, name, grade, note, stage in OF_SOME))
    return found
