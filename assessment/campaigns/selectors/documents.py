"""The documents that are said to support what is known of questions: whether the collection has them."""

from collections.abc import Iterable

from assessment.campaigns.models import Campaign
from assessment.shared.say import say
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


def page_error(campaign: Campaign, page: str) -> str:
    """Why a document cannot be the page of a question that is annotated, which gets its id; "" where it can."""
    if not page:
        return say("Name the page: the document of the collection that answers, or should.")
    if error := campaign.track.id_error(page):
        return error
    if unknown_documents(campaign, [page]):
        return say(
            "The collection {collection} has no document {page}.",
            collection=campaign.collection_slug,
            page=page,
        )
    return ""
