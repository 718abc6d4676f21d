"""Reads of document lists, access to them, and whether somebody accepted the licence of their texts."""

import hashlib
from collections.abc import Mapping
from typing import NamedTuple

from django.db.models import Q
from django.http import Http404

from assessment.campaigns.models import (
    Campaign,
    DocumentList,
    LicenceAcceptance,
    ListedDocument,
)
from assessment.campaigns.selectors.campaigns import access_campaign, sees_questions
from assessment.people.models import Account, Member
from assessment.people.selectors.access import Access, Permission, Visitor
from assessment.shared.errors import Refused
from assessment.shared.say import say, sentence
from documents.errors import UnknownCollection
from documents.models import Collection
from documents.selectors import get_collection, indexed_docids
from scoring.formats.document_lists import TOP

MOST = 1000  # that can be asked for, as long as a list of NIST
SHOWN = 100  # lines on a page

_OWN_COPY = sentence("Look them up by their ids in your own copy of the collection.")
_ADD_LICENCE = sentence(
    "The organizers can write a licence into the collection’s manifest and import it again."
)


class Licence(NamedTuple):
    """What may be done with the texts of a collection."""

    collection: Collection
    text: str

    @property
    def sha256(self) -> str:
        """The name of this version of the text."""
        return hashlib.sha256(self.text.encode()).hexdigest()


def access_document_lists(account: Visitor, slug: str) -> Access:
    """A campaign whose lists the account may see; before the questions are out, only that there may be lists."""
    access = access_campaign(account, slug, Permission.SEE_DOCUMENT_LISTS)
    if not access.campaign.track.document_lists:
        raise Http404
    return access


def access_licence(account: Visitor, slug: str) -> Access:
    """A campaign whose licence the account may accept: once it may see the lists, or search the collection."""
    access = access_campaign(account, slug, Permission.SEE_DOCUMENT_LISTS)
    if not access.may(Permission.SEARCH) and not (
        access.campaign.track.document_lists and sees_questions(access)
    ):
        raise Http404
    return access


def access_document_list(account: Visitor, slug: str, target: str) -> tuple[Access, DocumentList]:
    """The list of a series or question, once the questions are out."""
    access = access_document_lists(account, slug)
    rows = access.campaign.document_lists.select_related("series", "question")
    of_target = Q(series__key=target) | Q(question__qid=target)
    found = rows.filter(of_target).order_by("pk").first() if sees_questions(access) else None
    if found is None:
        raise Http404
    return access, found


def document_lists(campaign: Campaign) -> list[DocumentList]:
    """All lists of a campaign, in the order of its series and questions."""
    rows = campaign.document_lists.select_related("series", "question__series")
    return sorted(rows, key=_place)


def _place(row: DocumentList) -> tuple[int, int]:
    if row.question is None:
        return row.series.position if row.series else 0, 0
    series = row.question.series
    return series.position if series else 0, row.question.position


def collection_of(campaign: Campaign) -> Collection | None:
    """The collection that the listed documents are from, where it is on this site."""
    try:
        return get_collection(campaign.collection_slug)
    except UnknownCollection:
        return None


def licence_of(collection: Collection | None) -> Licence | None:
    """The licence of a collection; None where nobody has said what may be done with its texts."""
    if collection is None:
        return None
    parts = [part.strip() for part in (collection.licence, collection.licence_text)]
    text = "\n\n".join(part for part in parts if part)
    return Licence(collection, text) if text else None


def acceptance_of(account: Account, licence: Licence | None) -> LicenceAcceptance | None:
    """When the account accepted this very text, if it did."""
    if licence is None:
        return None
    accepted = account.licences.filter(collection_slug=licence.collection.slug, sha256=licence.sha256)
    return accepted.first()


def accepted_licence(access: Access) -> Licence:
    """The licence under which somebody may have the texts; Refused where the texts cannot be given to them."""
    collection = collection_of(access.campaign)
    licence = licence_of(collection)
    if collection is None or not collection.held:
        raise Refused(
            say("The texts of these documents are not on this site."), "texts_not_held", say(_OWN_COPY)
        )
    if licence is None:
        raise Refused(
            say("There is no licence yet for these texts. Nothing was sent."),
            "no_licence",
            say(_ADD_LICENCE),
        )
    if acceptance_of(access.account, licence) is None:
        raise Refused(
            say("The texts are only for people who accepted their licence. Nothing was sent."),
            "licence_not_accepted",
            say("Read it on the page of the list and accept it."),
        )
    return licence


def acceptances(campaign: Campaign, licence: Licence) -> list[LicenceAcceptance]:
    """Which people of the campaign accepted this very text, in the order in which they did."""
    accepted = LicenceAcceptance.objects.filter(
        collection_slug=licence.collection.slug, sha256=licence.sha256
    )
    people = Member.objects.filter(campaign=campaign).values("account")
    return list(accepted.filter(account__in=people).select_related("account").order_by("accepted_at", "pk"))


class DocumentLine(NamedTuple):
    """A line of a list as pages show it."""

    row: ListedDocument
    known: bool  # whether the collection on this site has the document


class ListPart(NamedTuple):
    """Some lines of a list, from a rank on."""

    lines: list[DocumentLine]
    first: int
    last: int
    before: int | None  # where the part before this one begins; None at the start
    after: int | None


def part_of(document_list: DocumentList, collection: Collection | None, first: int = 1) -> ListPart:
    """As many lines as a page shows, from the rank `first` on or, past the end, from the start."""
    first = first if 1 <= first <= document_list.documents else 1
    last = min(first + SHOWN - 1, document_list.documents)
    rows = list(document_list.entries.filter(rank__range=(first, last)).order_by("rank"))
    known = indexed_docids(collection, [row.docid for row in rows]) if collection else set()
    before = max(1, first - SHOWN) if first > 1 else None
    after = last + 1 if last < document_list.documents else None
    return ListPart([DocumentLine(row, row.docid in known) for row in rows], first, last, before, after)


def top_documents(campaign: Campaign) -> Mapping[str, frozenset[str]]:
    """What `scoring.formats.document_lists.given_out` tells of a file, from the lists that were imported."""
    lists: dict[int, set[str]] = {}
    rows = ListedDocument.objects.filter(document_list__campaign=campaign, rank__lte=TOP)
    for pk, docid in rows.values_list("document_list", "docid"):
        lists.setdefault(pk, set()).add(docid)
    if not lists:
        return {}
    questions = campaign.questions.values_list("qid", "document_list", "series__document_list")
    chosen = {qid: own or shared for qid, own, shared in questions}
    return {qid: frozenset(lists[pk]) for qid, pk in chosen.items() if pk in lists}
