"""Which documents the pools of campaigns rely on, and which of them another collection lacks."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from django.db.models import QuerySet

from assessment.campaigns.models import Campaign, Question
from documents.errors import UnknownCollection
from documents.selectors import known_docids
from documents.uses import register_use


class Missing(NamedTuple):
    """How many documents are in the pools of a campaign, and how many of these a collection lacks."""

    pooled: int
    missing: int


@register_use
def pooled_in(slug: str) -> Iterable[str]:
    """The documents in the pools of all campaigns that name the collection."""
    return {docid for _, docid in _pooled(Question.objects.filter(campaign__collection_slug=slug))}


def missing_in(campaign: Campaign, slug: str) -> Missing:
    """How many of the campaign's pooled documents are not in the collection of this name."""
    pooled = {docid for _, docid in _pooled(campaign.questions.all())}
    if not pooled:
        return Missing(0, 0)
    try:
        known = known_docids(slug, pooled)
    except UnknownCollection:
        known = set()
    return Missing(len(pooled), len(pooled - known))


def not_held(questions: "QuerySet[Question]", slug: str) -> Mapping[str, list[str]]:
    """By question, the documents in its pool that the collection of this name lacks, in the order of their ids."""
    pooled = set(_pooled(questions))
    lacking = {docid for _, docid in pooled}
    lacking -= known_docids(slug, lacking) if lacking else set()
    found = defaultdict[str, list[str]](list)
    for qid, docid in sorted(pooled):
        if docid in lacking:
            found[qid].append(docid)
    return found


def _pooled(questions: "QuerySet[Question]") -> "QuerySet[Question, tuple[str, str]]":
    """The questions and the documents in their pools now; answers that name none are passed over."""
    in_pool = questions.filter(pool_items__docid__gt="", pool_items__left_at=None)
    return in_pool.order_by().values_list("qid", "pool_items__docid").distinct()
