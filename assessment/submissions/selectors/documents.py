"""Pooled documents at which an organizer should look, and one of them in both readings."""

from typing import NamedTuple

from django.db.models import BooleanField, ExpressionWrapper, Q, QuerySet
from django.http import Http404

from assessment.campaigns.models import Campaign
from assessment.campaigns.selectors.campaigns import access_campaign
from assessment.people.selectors.access import Access, Permission, Visitor
from assessment.submissions.models import DocumentFlag, PoolItem
from documents import second_opinion, snapshots
from documents.comparison import Stretch, compare
from documents.errors import DocumentsError
from documents.links import document_url
from documents.marks import Hits
from documents.models import ReadingOutcome, SecondOpinion
from documents.remote.setting import setting_named
from documents.selectors import Description, described, find_entry, not_described, open_document


def access_documents(account: Visitor, slug: str) -> Access:
    """The campaign, for those who see what its runs gave."""
    return access_campaign(account, slug, Permission.SEE_ALL_RUNS)


def access_document(account: Visitor, slug: str, docid: str) -> tuple[Access, list[PoolItem]]:
    """A pooled document's items, for those who see what the runs gave."""
    access = access_documents(account, slug)
    items = PoolItem.objects.filter(question__campaign=access.campaign, docid=docid)
    found = list(items.select_related("question").order_by("question__position", "answer", "pk"))
    if not found:
        raise Http404
    return access, found


class DocumentText(NamedTuple):
    """The text of a document, and what is to be said of it; no text where it cannot be had."""

    docid: str
    about: Description
    text: str = ""


def text_of(campaign: Campaign, docid: str) -> DocumentText:
    """A document as it was copied for assessors."""
    try:
        opened = open_document(campaign.collection_slug, docid)
    except DocumentsError as error:
        return DocumentText(docid, not_described(error))
    return DocumentText(
        docid, described(opened, Hits(0, False, 0, 0, 0)), snapshots.shown_text(opened.snapshot)
    )


def flagged(campaign: Campaign) -> QuerySet[DocumentFlag]:
    """The documents at which somebody should look: those read differently first, then those that lack most answers."""
    doubtful = ExpressionWrapper(
        Q(outcome__in=(ReadingOutcome.DIFFERS, ReadingOutcome.UNREAD)), BooleanField()
    )
    return campaign.document_flags.annotate(doubtful=doubtful).order_by("-doubtful", "-missing", "docid")


class Cited(NamedTuple):
    """An answer that cites a document, and whether it stands there literally."""

    item: PoolItem
    stands: bool


class Readings(NamedTuple):
    """A document as an organizer looks at it: what is amiss, and the two readings where they differ."""

    address: str = ""
    error: str = ""  # why the document is not here
    outcome: str = ""  # of the second reading; empty where there was none
    sentence: str = ""
    stretches: tuple[Stretch, ...] = ()
    cited: tuple[Cited, ...] = ()
    is_page: bool = False  # whether it can be read a second time

    @property
    def differences(self) -> int:
        """In how many places the readings differ."""
        return sum(not stretch.same for stretch in self.stretches)


def readings_of(access: Access, items: list[PoolItem]) -> Readings:
    """What is known of a document's readings."""
    collection, docid = access.campaign.collection_slug, items[0].docid
    try:
        snapshot = snapshots.snapshot_of(find_entry(collection, docid))
    except DocumentsError as error:
        return Readings(error=str(error))
    absent = set(second_opinion.not_found_in(snapshot, {item.answer for item in items}))
    opinion = SecondOpinion.objects.filter(snapshot=snapshot).first()
    both = second_opinion.both_readings(snapshot, opinion)
    remote = setting_named(access.campaign.remote_resources)
    return Readings(
        document_url(
            collection, docid, reader=access.account.as_reader, answer=items[0].answer, remote=remote
        ),
        outcome=ReadingOutcome(opinion.outcome).label if opinion else "",
        sentence=opinion.sentence if opinion else "",
        stretches=tuple(compare(*both)) if both else (),
        cited=tuple(Cited(item, item.answer not in absent) for item in items),
        is_page=bool(snapshot.html),
    )
