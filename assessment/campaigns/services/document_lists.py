"""Writes of document lists: bringing them in from a file, and the word of those who accept a licence."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from django.db import transaction

from assessment.campaigns.models import (
    Campaign,
    DocumentList,
    FileImport,
    FileImportState,
    ImportedFile,
    LicenceAcceptance,
    ListedDocument,
    Question,
    Series,
)
from assessment.campaigns.selectors.document_lists import collection_of, licence_of
from assessment.campaigns.selectors.imports import said_again
from assessment.campaigns.selectors.traces import Watch
from assessment.campaigns.services.imports import (
    Keeping,
    dependents_by_trace,
    pack,
    register_import_kind,
    sha256_of,
)
from assessment.campaigns.services.locks import lock_campaign
from assessment.campaigns.services.planned import refuse_changed
from assessment.campaigns.services.source_files import SourceFile
from assessment.people.models import Account, Event
from assessment.people.services.events import record_event
from assessment.shared.errors import Conflict, FileRefused, Refused
from assessment.shared.say import say, say_n, sentence
from assessment.shared.seen import mark_of
from documents.bulk import insert_rows
from documents.errors import UnknownCollection
from documents.selectors import known_docids
from scoring.formats import document_lists
from scoring.formats.document_lists import Listed

Target = Series | Question
KIND = "document_lists"
DOWNLOADED = "document_texts:downloaded"


class ListsImported(NamedTuple):
    """What an import brought."""

    lists: int
    documents: int
    unknown: (
        Sequence[str] | None
    )  # documents that the collection does not have; None where it is not on this site
    replaced: int  # lists there were before
    again: str = ""  # where the same file was imported before, when
    number: int | None = None  # of the import, where it brought anything

    @property
    def sentence(self) -> str:
        """What was done, for people."""
        if self.again:
            return self.again.strip()
        done = self._done
        if self.unknown is None:
            return say(
                "{done} Their ids could not be looked up: the campaign's collection is not on this site.",
                done=done,
            )
        if not self.unknown:
            return done
        return say("{done} {n} of them are not in the collection.", done=done, n=len(self.unknown))

    @property
    def _done(self) -> str:
        numbers = {"documents": self.documents, "replaced": self.replaced}
        if self.replaced:
            return say_n(
                "Imported one list of {documents} documents in all, in place of {replaced}.",
                "Imported {n} lists of {documents} documents in all, in place of {replaced}.",
                self.lists,
                **numbers,
            )
        return say_n(
            "Imported one list of {documents} documents in all.",
            "Imported {n} lists of {documents} documents in all.",
            self.lists,
            **numbers,
        )


def import_document_lists(
    *, campaign: Campaign, file: SourceFile, by: Account | None, seen: str = ""
) -> ListsImported:
    """Make the lists of a file the campaign's lists, in place of all there were.

    Raises FileRefused listing every error; Refused where runs were checked against the lists there are; Conflict where
    other lists are there than when somebody looked (`seen`).
    """
    _refuse_in_use(campaign)
    listed, problems = document_lists.read(file.data, file.name, _targets(campaign))
    if problems:
        raise FileRefused(say("Nothing was stored."), problems, say("Fix what is listed and import again."))
    return _replace(campaign, file, listed, _unknown(campaign, listed), by, seen)


def mark_of_lists(campaign: Campaign) -> str:
    """A mark of the lists that there are: every import makes new ones."""
    return mark_of(sorted(campaign.document_lists.values_list("pk", flat=True)))


@transaction.atomic
def _replace(
    campaign: Campaign,
    file: SourceFile,
    listed: Sequence[Listed],
    unknown: Sequence[str] | None,
    by: Account | None,
    seen: str,
) -> ListsImported:
    """Put the lists in the place of those there are."""
    lock_campaign(campaign)
    _refuse_in_use(campaign)
    refuse_changed(
        seen,
        mark_of_lists(campaign),
        say("The lists changed since the file was checked. Nothing was stored."),
    )
    targets = _targets(campaign)
    if strange := {row.target for row in listed} - targets.keys():
        raise Conflict(
            say(
                "The questions changed while the lists were read: there is no {id} any more. Nothing was stored.",
                id=min(strange),
            ),
            "questions_changed",
            say("Import the lists again."),
        )
    packed, replaced = pack(file), campaign.document_lists.count()
    if earlier := _as_they_are(campaign, packed, listed):
        return ListsImported(0, 0, unknown, 0, again=said_again(earlier, is_new=False))
    entries = ListedDocument.objects.filter(document_list__campaign=campaign)
    keeping = Keeping(campaign, KIND, packed, Watch(campaign.document_lists.all(), entries), by)
    campaign.document_lists.all().delete()
    imported = ListsImported(_store(campaign, targets, listed), len(listed), unknown, replaced)
    lacking = None if unknown is None else len(unknown)
    facts = {"lists": imported.lists, "documents": len(listed), "unknown": lacking, "replaced": replaced}
    number = keeping.end(imported.sentence, facts)
    record_event(by=by, campaign=campaign, verb="document_lists:imported", subject=file.name, **facts)
    return imported._replace(number=number)


def _as_they_are(
    campaign: Campaign, packed: Sequence[ImportedFile], listed: Sequence[Listed]
) -> FileImport | None:
    """The newest import of lists, where it was of this very file and the lists are still its own."""
    newest = campaign.imports.filter(kind=KIND, state=FileImportState.MADE).order_by("-number").first()
    there = ListedDocument.objects.filter(document_list__campaign=campaign)
    is_same = newest is not None and newest.sha256 == sha256_of(packed) and there.count() == len(listed)
    return newest if is_same else None


def _dependents(source: FileImport) -> list[str]:
    """Beside what changed since: runs that were checked against the lists, and texts that were downloaded."""
    campaign, dependents = source.campaign, []
    if runs := campaign.runs.current().filter(scope="top50").count():
        dependents.append(
            say_n("{n} run checked against these lists.", "{n} runs checked against these lists.", runs)
        )
    took = campaign.events.filter(verb=DOWNLOADED, at__gte=source.made_at)
    if people := took.values("account").distinct().count():
        dependents.append(
            say_n(
                "{n} person downloaded texts of these lists.",
                "{n} people downloaded texts of these lists.",
                people,
            )
        )
    return dependents + dependents_by_trace(source)


register_import_kind(KIND, sentence("Document lists"), dependents=_dependents)


def note_download(*, found: DocumentList, by: Account | None) -> None:
    """Note that somebody downloaded texts of a list, once for each list."""
    seen = Event.objects.filter(campaign=found.campaign, verb=DOWNLOADED, account=by, subject=found.target)
    if not seen.exists():
        record_event(by=by, campaign=found.campaign, verb=DOWNLOADED, subject=found.target)


def _refuse_in_use(campaign: Campaign) -> None:
    if not campaign.track.document_lists:
        message = say(
            "Runs of {track} search the whole collection. Nothing was stored.", track=campaign.track.title
        )
        raise Refused(message, "lists_useless", say("Use a campaign of another track for document lists."))
    if campaign.document_lists.exists() and campaign.runs.current().filter(scope="top50").exists():
        raise Refused(
            say(
                "Runs of {campaign} were checked against the present lists. Nothing was stored.",
                campaign=campaign.slug,
            ),
            "lists_in_use",
            say("Use another campaign for other lists."),
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


def _unknown(campaign: Campaign, listed: Iterable[Listed]) -> list[str] | None:
    docids = {row.docid for row in listed}
    try:
        return sorted(docids - known_docids(campaign.collection_slug, docids))
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
            say("There is no licence to accept. Nothing was recorded."),
            "no_licence",
            say("The organizers can add one to the collection."),
        )
    if seen != licence.sha256:
        raise Conflict(
            say("The text of the licence has changed. Nothing was recorded."),
            "licence_changed",
            say("Read the present text."),
        )
    slug = licence.collection.slug
    acceptance, is_new = LicenceAcceptance.objects.get_or_create(
        account=by, collection_slug=slug, sha256=seen, defaults={"text": licence.text}
    )
    if is_new:
        title = licence.collection.title
        record_event(by=by, campaign=campaign, verb="licence:accepted", subject=title, sha256=seen)
    return acceptance
