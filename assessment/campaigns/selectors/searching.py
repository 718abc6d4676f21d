"""Searching the collection of a campaign: by what somebody typed, and for each question or target at once."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from assessment.campaigns.models import Campaign
from assessment.people.selectors.access import Access
from assessment.shared.errors import AssizeError, Refused, Unavailable
from assessment.shared.say import say
from documents.errors import DocumentsError
from documents.links import document_url
from documents.models import Collection
from documents.remote.setting import setting_named
from documents.search.finding import Hit, Results, search, search_words
from documents.search.indexes import SearchAway, open_index
from documents.search.queries import MOST_CLAUSES
from documents.selectors import find_entry, get_collection

_WORD = re.compile(r"\w+")


class TopicHits(NamedTuple):
    """What was found for a question or, where the campaign has series, for the target of one."""

    topic: str
    hits: tuple[Hit, ...]


def collection_of(campaign: Campaign) -> Collection:
    """The collection that a campaign uses; Refused where it has none, or none that is here."""
    if not campaign.collection_slug:
        raise Refused(
            say(
                "The campaign {campaign} has no collection: there is nothing to search.",
                campaign=campaign.slug,
            ),
            "no_collection",
            say("Choose one on its page Settings."),
        )
    try:
        return get_collection(campaign.collection_slug)
    except DocumentsError as error:
        raise refused(error) from error


def search_in(campaign: Campaign, typed: str, *, limit: int, offset: int = 0) -> Results:
    """The documents of a campaign's collection that fit, the best first; Refused where they cannot be looked for."""
    try:
        return search(collection_of(campaign), typed, limit=limit, offset=offset)
    except DocumentsError as error:
        raise refused(error) from error


def found_for_topics(campaign: Campaign, top: int) -> Iterator[TopicHits]:
    """The best documents for each target of a series, and for each question that is in none; by their words alone."""
    collection = collection_of(campaign)
    try:
        index = open_index(collection)
        for topic, text in _topics(campaign):
            words = list(dict.fromkeys(_WORD.findall(text)))[:MOST_CLAUSES]
            yield TopicHits(topic, search_words(index, words, limit=top))
    except DocumentsError as error:
        raise refused(error) from error


def document_beside(access: Access, docid: str, words: str) -> str:
    """Where somebody reads a document that was found, with the words marked; empty where there is none of this id."""
    campaign = access.campaign
    try:
        entry = find_entry(campaign.collection_slug, docid)
    except DocumentsError:
        return ""
    return document_url(
        campaign.collection_slug,
        entry.docid,
        reader=access.account.as_reader,
        find=words,
        how="words",
        remote=setting_named(campaign.remote_resources),
    )


def refused(error: DocumentsError) -> AssizeError:
    """What a collection cannot do, as the error of the site's own family."""
    kind = Unavailable if isinstance(error, SearchAway) else Refused
    return kind(error.message, error.code, error.hint)


def _topics(campaign: Campaign) -> Iterator[tuple[str, str]]:
    """The ids of targets and of questions in no series, each with the words to look for."""
    for series in campaign.series.order_by("position"):
        yield series.key, series.target
    yield from campaign.questions.filter(series=None).order_by("position").values_list("qid", "text")
