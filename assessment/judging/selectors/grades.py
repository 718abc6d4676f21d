"""The grades that people gave to pool items, as disputes and decisions see them."""

from collections import defaultdict
from collections.abc import Collection, Mapping
from typing import NamedTuple

from django.db.models import QuerySet

from assessment.judging.models import Judgment, JudgmentKind
from assessment.submissions.models import PoolItem, in_pool


class Given(NamedTuple):
    """One assessor's grade of an item."""

    member: int
    name: str
    grade: str
    note: str


def counting_judgments(judgments: QuerySet[Judgment]) -> QuerySet[Judgment]:
    """Those that enter disputes: grades by people of items in the pool, in assignments that were not handed over."""
    own = judgments.filter(in_pool("item"), kind=JudgmentKind.HUMAN, assignment__handed_over_at__isnull=True)
    return own.exclude(grade="")


def grades_given(items: "Collection[int] | QuerySet[PoolItem]") -> Mapping[int, list[Given]]:
    """The counting grades of some items, by item, in the order of the assessors' names."""
    rows = counting_judgments(Judgment.objects.filter(item__in=items)).order_by("item_id", "member__name")
    found: defaultdict[int, list[Given]] = defaultdict(list)
    for item, member, name, grade, note in rows.values_list(
        "item_id", "member_id", "member__name", "grade", "note"
    ):
        found[item].append(Given(member, name, grade, note))
    return found
