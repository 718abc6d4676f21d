"""Which documents the pools of campaigns rely on, and which of them another collection lacks."""

from collections.abc import Iterable
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
    return _pooled(Question.objects.filter(campaign__collection_slug=slug))


def missing_in(campaign: Campaign, slug: str) -> Missing:
    """How many of the campaign's pooled documents are not in the collection of this name."""
    pooled = set(_pooled(campaign.questions.all()))
    if not pooled:
        return Missing(0, 0)
    try:
        known = known_docids(slug, pooled)
    except UnknownCollection:
        known = set()
    return Missing(len(pooled), len(pooled - known))


def not_held(questions: "QuerySet[Question]", slug: str) -> list[str]:
    """The documents in the pools of questions that the collection of this name lacks, in the order of their ids."""
    pooled = set(_pooled(questions))
    return sorted(pooled - known_docids(slug, pooled)) if pooled else []


def _pooled(questions: "QuerySet[Question]") -> "QuerySet[Question, str]":
    """The documents in the pools of questions; answers that name none are passed over."""
    docids = questions.filter(pool_items__docid__gt="").values_list("pool_items__docid", flat=True)
    return docids.distinct()
