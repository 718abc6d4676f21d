"""Writes of document lists: bringing them in from a file, and the word of those who accept a licence."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from django.db import transaction

from assessment.campaigns.models import (
    Campaign,
    DocumentList,
    LicenceAcceptance,
    ListedDocument,
    Question,
    Series,
)
from assessment.campaigns.selectors.document_lists import collection_of, licence_of
from assessment.campaigns.services.locks import lock_campaign
from assessment.campaigns.services.topics import UNSTORED, SourceFile
from assessment.people.models import Account
from assessment.people.services.events import record_event
from assessment.shared.errors import Conflict, FileRefused, Refused
from documents.bulk import insert_rows
from documents.errors import UnknownCollection
from documents.selectors import known_docids
from scoring.formats import document_lists
from scoring.formats.document_lists import Listed

Target = Series | Question


class ListsImported(NamedTuple):
    """What an import brought."""

    lists: int
    documents: int
    unknown: int | None  # documents that the collection does not have; None where it is not on this site
    replaced: int  # lists there were before

    @property
    def sentence(self) -> str:
        """What was done, for people."""
        lists = "one list" if self.lists == 1 else f"{self.lists:,} lists"
        replaced = f", in place of {self.replaced:,}" if self.replaced else ""
        sentence = f"Imported {lists} of {self.documents:,} documents in all{replaced}."
        if self.unknown is None:
            return (
                f"{sentence} Their ids could not be looked up: the campaign's collection is not on this site."
            )
        return f"{sentence} {self.unknown:,} of them are not in the collection." if self.unknown else sentence


def import_document_lists(*, campaign: Campaign, file: SourceFile, by: Account | None) -> ListsImported:
    """Make the lists of a file the campaign's lists, in place of all there were.

    Raises FileRefused listing every error; Refused where runs were checked against the lists there are.
    """
    _refuse_in_use(campaign)
    listed, problems = document_lists.read(file.data, file.name, _targets(campaign))
    if problems:
        raise FileRefused(UNSTORED, problems, "Fix what is listed and import again.")
    return _replace(campaign, file.name, listed, _count_unknown(campaign, listed), by)


@transaction.atomic
def _replace(
    campaign: Campaign, name: str, listed: Sequence[Listed], unknown: int | None, by: Account | None
) -> ListsImported:
    """Put the lists in the place of those there are."""
    lock_campaign(campaign)
    _refuse_in_use(campaign)
    targets = _targets(campaign)
    if strange := {row.target for row in listed} - targets.keys():
        raise Conflict(
            f"The questions changed while the lists were read: there is no {min(strange)} any more. {UNSTORED}",
            "questions_changed",
            "Import the lists again.",
        )
    replaced = campaign.document_lists.count()
    campaign.document_lists.all().delete()
    lists = _store(campaign, targets, listed)
    imported = ListsImported(lists, len(listed), unknown, replaced)
    record_event(by=by, campaign=campaign, verb="document_lists:imported", subject=name, **imported._asdict())
    return imported


def _refuse_in_use(campaign: Campaign) -> None:
    if not campaign.track.document_lists:
        message = f"Runs of {campaign.track.title} search the whole collection. {UNSTORED}"
        raise Refused(message, "lists_useless", "Use a campaign of another track for document lists.")
    if campaign.document_lists.exists() and campaign.runs.current().filter(scope="top50").exists():
        raise Refused(
            f"Runs of {campaign.slug} were checked against the present lists. {UNSTORED}",
            "lists_in_use",
            "Use another campaign for other lists.",
        )


def _targets(campaign: Campaign) -> dict[str, Target]:
    """What a list can be for, by id; a series stands before a question of the same id."""
    questions: dict[str, Target] = {question.qid: question for question in campaign.questions.all()}
    return questions | {series.key: series for series in campaign.series.all()}


def _store(campaign: Campaign, targets: dict[str, Target], listed: Iterable[Listed]) -> int:
    by_target: dict[str, list[Listed]] = {}
    for row in listed:
        by_target.setdefault(row.target, []).append(row)
    lists = [_list_of(campaign, targets[key], len(rows)) for key, rows in by_target.items()]
    DocumentList.objects.bulk_create(lists)
    entries = (
        (made.pk, row.rank, row.docid, row.score)
        for made, rows in zip(lists, by_target.values(), strict=True)
        for row in sorted(rows, key=lambda row: row.rank)
    )
    insert_rows(ListedDocument, ("document_list_id", "rank", "docid", "score"), entries)
    return len(lists)


def _list_of(campaign: Campaign, target: Target, documents: int) -> DocumentList:
    of = {"series": target} if isinstance(target, Series) else {"question": target}
    return DocumentList(campaign=campaign, documents=documents, **of)


def _count_unknown(campaign: Campaign, listed: Iterable[Listed]) -> int | None:
    docids = {row.docid for row in listed}
    try:
        return len(docids - known_docids(campaign.collection_slug, docids))
    except UnknownCollection:
        return None


@transaction.atomic
def accept_licence(*, campaign: Campaign, seen: str, by: Account) -> LicenceAcceptance:
    """Note that somebody accepts the licence of the campaign's collection, once for each version of its text.

    `seen` is the checksum of the text they read. Raises Conflict where it is another by now.
    """
    licence = licence_of(collection_of(campaign))
    if licence is None:
        raise Refused(
            "There is no licence to accept. Nothing was recorded.",
            "no_licence",
            "The organizers can add one to the collection.",
        )
    if seen != licence.sha256:
        raise Conflict(
            "The text of the licence has changed. Nothing was recorded.",
            "licence_changed",
            "Read the present text.",
        )
    slug = licence.collection.slug
    acceptance, is_new = LicenceAcceptance.objects.get_or_create(
        account=by, collection_slug=slug, sha256=seen, defaults={"text": licence.text}
    )
    if is_new:
        title = licence.collection.title
        record_event(by=by, campaign=campaign, verb="licence:accepted", subject=title, sha256=seen)
    return acceptance
