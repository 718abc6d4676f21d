"""Searching the collection of a campaign: by what somebody typed, and for each question or target at once."""

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from assessment.campaigns.models import Campaign, CandidateQuestion, CandidateState
from assessment.campaigns.selectors.campaigns import access_campaign
from assessment.campaigns.selectors.document_lists import accepted_licence
from assessment.people.selectors.access import Access, Permission, Visitor
from assessment.shared.errors import AssizeError, Refused, Unavailable
from assessment.shared.say import say
from documents.errors import DocumentsError
from documents.links import FIND_ROOM, document_url, shortened
from documents.models import Collection, DocumentEntry
from documents.remote.setting import setting_named
from documents.search.finding import Hit, Results, search, search_words
from documents.search.indexes import SearchAway, open_index
from documents.search.queries import MOST_CLAUSES
from documents.selectors import Description, describe_document, find_entry, get_collection

_WORD = re.compile(r"\w+")


class TopicHits(NamedTuple):
    """What was found for a question or, where the campaign has series, for the target of one."""

    topic: str
    hits: tuple[Hit, ...]


def access_search(account: Visitor, slug: str) -> Access:
    """A campaign whose collection the account may search; participants once they accepted the licence (`search_for`)."""
    return access_campaign(account, slug, Permission.SEARCH)


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


def search_for(access: Access, typed: str, *, limit: int, offset: int = 0) -> Results:
    """The same for somebody; Refused where the licence of the texts does not let them."""
    if access.searches_by_licence:
        accepted_licence(access)
    return search_in(access.campaign, typed, limit=limit, offset=offset)


def reads_texts(access: Access) -> bool:
    """Whether somebody may search the texts now, so that they may be told what is in them."""
    if not access.may(Permission.SEARCH):
        return False
    try:
        if access.searches_by_licence:
            accepted_licence(access)
    except Refused:
        return False
    return True


def found_for_topics(campaign: Campaign, top: int) -> Iterator[TopicHits]:
    """The best documents for each target of a series, and for each question that is in none; by their words alone."""
    return found_for(campaign, _topics(campaign), top)


def found_for(campaign: Campaign, texts: Iterable[tuple[str, str]], top: int) -> Iterator[TopicHits]:
    """The best documents for each of some texts, which stand behind their names; Refused where nothing can be found."""
    collection = collection_of(campaign)
    try:
        index = open_index(collection)
        for name, text in texts:
            yield TopicHits(name, search_words(index, _words(text), limit=top))
    except DocumentsError as error:
        raise refused(error) from error


def pages_for(campaign: Campaign, texts: Iterable[str], top: int) -> dict[str, str]:
    """For each text that has one, the best of the first `top` documents found that is nobody else's.

    A page belongs to one question, which gets its id: those of the campaign's questions and of candidates under
    consideration are taken, and those that cannot be an id are no pages.
    """
    taken = set(campaign.questions.values_list("qid", flat=True))
    considered = CandidateQuestion.objects.filter(
        candidate__campaign=campaign, candidate__state=CandidateState.CONSIDERED, reason=""
    )
    taken.update(considered.values_list("page", flat=True))
    id_error, pages = campaign.track.id_error, dict[str, str]()
    for text, found in found_for(campaign, ((text, text) for text in texts), top):
        docids = (hit.docid for hit in found)
        page = next((one for one in docids if one not in taken and not id_error(one)), "")
        if page:
            pages[text] = page
            taken.add(page)
    return pages


class NamedDocument(NamedTuple):
    """A document, and where somebody reads it."""

    entry: DocumentEntry
    address: str


def document_named(access: Access, docid: str, *, answer: str = "", passage: str = "") -> NamedDocument:
    """A document of the campaign's collection with an answer or a paragraph marked.

    Refused where it has none, or the licence does not let them read it.
    """
    campaign = access.campaign
    if access.searches_by_licence:
        accepted_licence(access)
    try:
        entry = find_entry(collection_of(campaign).slug, docid)
    except DocumentsError as error:
        raise refused(error) from error
    address = document_url(
        campaign.collection_slug,
        entry.docid,
        reader=access.account.as_reader,
        answer=answer,
        passage=passage,
        remote=setting_named(campaign.remote_resources),
        keys=True,
    )
    return NamedDocument(entry, address)


class Beside(NamedTuple):
    """A document that is read beside the hits, with the words of the search marked in it."""

    docid: str
    src: str  # without a fragment; empty where there is nothing to show
    description: Description

    @property
    def about(self) -> str:
        """When it was published, and where."""
        return " · ".join(filter(None, (self.description.date, self.description.source)))

    @property
    def places(self) -> int:
        """How many words are marked."""
        return self.description.hits.find

    @property
    def notice(self) -> str:
        """Why there is nothing to show; empty where there is something."""
        return say(self.description.message) if self.description.message else ""

    def place(self, asked: str) -> int:
        """The number of the mark that is asked for, the first unless there is such a one; 0 where nothing is marked."""
        is_one = asked.isdecimal() and len(asked) < 6 and 1 <= int(asked) <= self.places
        return int(asked) if is_one else min(self.places, 1)

    def around(self, place: int) -> tuple[int, int]:
        """The marks before and after one, round in a circle."""
        return place - 1 if place > 1 else self.places, place + 1 if place < self.places else 1


def document_beside(access: Access, docid: str, words: str) -> Beside:
    """A document that was found, as somebody reads it beside the hits; where it cannot be had, why."""
    campaign, find = access.campaign, shortened(words, FIND_ROOM)
    described = describe_document(campaign.collection_slug, docid, find=find, how="words")
    if described.state != "held":
        return Beside(docid, "", described)
    src = document_url(
        campaign.collection_slug,
        docid,
        reader=access.account.as_reader,
        find=find,
        how="words",
        remote=setting_named(campaign.remote_resources),
        keys=True,
        revision=described.revision,
    )
    return Beside(docid, src, described)


def refused(error: DocumentsError) -> AssizeError:
    """What a collection cannot do, as the error of the site's own family."""
    kind = Unavailable if isinstance(error, SearchAway) else Refused
    return kind(error.message, error.code, error.hint)


def _words(text: str) -> list[str]:
    return list(dict.fromkeys(_WORD.findall(text)))[:MOST_CLAUSES]


def _topics(campaign: Campaign) -> Iterator[tuple[str, str]]:
    """The ids of targets and of questions in no series, each with the words to look for."""
    for series in campaign.series.order_by("position"):
        yield series.key, series.target
    yield from campaign.questions.filter(series=None).order_by("position").values_list("qid", "text")
