"""Which documents the pools of campaigns rely on, and which of them another collection lacks."""

from collections.abc import Iterable
from typing import NamedTuple

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
    questions = Question.objects.filter(campaign__collection_slug=slug, pool_items__isnull=False)
    return questions.values_list("pool_items__docid", flat=True).distinct()


def missing_in(campaign: Campaign, slug: str) -> Missing:
    """How many of the campaign's pooled documents are not in the collection of this name."""
    questions = campaign.questions.filter(pool_items__isnull=False)
    pooled = set(questions.values_list("pool_items__docid", flat=True).distinct())
    if not pooled:
        return Missing(0, 0)
    try:
        known = known_docids(slug, pooled)
    except UnknownCollection:
        known = set()
    return Missing(len(pooled), len(pooled - known))
