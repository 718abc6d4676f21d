"""The documents that are said to support what is known of questions: whether the collection has them."""

from collections.abc import Iterable

from assessment.campaigns.models import Campaign
from documents.errors import UnknownCollection
from documents.selectors import known_docids


def unknown_documents(campaign: Campaign, docids: Iterable[str]) -> list[str]:
    """Those that the campaign's collection does not have, each once; none where it is not on this site."""
    asked = list(dict.fromkeys(docid for docid in docids if docid))
    if not (asked and campaign.collection_slug):
        return []
    try:
        there = known_docids(campaign.collection_slug, asked)
    except UnknownCollection:
        return []
    return [docid for docid in asked if docid not in there]
