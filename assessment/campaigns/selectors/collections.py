"""Reads for the site admins' pages about collections."""

import os
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from django.conf import settings
from django.db.models import Count, QuerySet, Sum
from django.http import Http404
from django.utils.formats import number_format

from assessment.campaigns.models import Campaign
from assessment.jobs.models import Job
from assessment.people.models import Account, Member
from assessment.people.selectors.access import Visitor
from assessment.people.selectors.accounts import access_creator
from assessment.shared.say import say, say_n
from documents.errors import CollectionRefused
from documents.links import document_url
from documents.manifest import NAME, read_manifest
from documents.models import Collection, DocumentEntry, Scan, ScanState
from documents.selectors import find_entry

_DEPTH = 3  # folders below a root that are looked at
_MOST_FOLDERS = 300
JOBS_SHOWN = 20
DOCUMENTS_SHOWN = 5


class CollectionOverview(NamedTuple):
    """A collection with what is known of its imports."""

    collection: Collection
    complete: Scan | None
    unfinished: Scan | None
    job: Job | None  # that works on it now

    @property
    def state(self) -> str:
        """How it stands, in two words."""
        if self.job:
            return say("at work") if self.collection.edition else say("first import")
        if self.unfinished:
            return say("import cut off")
        return say("texts held") if self.collection.held else say("ids only")

    @property
    def documents(self) -> str:
        """How many documents readers see; empty where they see none yet."""
        return (
            number_format(self.collection.documents, force_grouping=True) if self.collection.edition else ""
        )

    @property
    def promised(self) -> str:
        """How many there must be by the manifest."""
        promised = self.collection.promised
        return "" if promised is None else number_format(promised, force_grouping=True)

    @property
    def read(self) -> str:
        """How many documents an import that was cut off has read."""
        count = self.unfinished.documents if self.unfinished else 0
        return say_n("{n} document", "{n} documents", count)


class Folder(NamedTuple):
    """A folder that may be imported."""

    path: str
    title: str


def key_of(slug: str) -> str:
    """What the jobs about a collection share, so that only one of them is active."""
    return f"collection:{slug}"


def all_overviews() -> list[CollectionOverview]:
    """All collections, those too of which the first import has not ended."""
    collections, scans = Collection.objects.order_by("slug"), _live_scans()
    jobs = Job.objects.active().filter(key__startswith=key_of("")).defer("log")
    by_key = {job.key: job for job in jobs}
    return [
        _overview(collection, scans[collection.pk], by_key.get(key_of(collection.slug)))
        for collection in collections
    ]


def access_overview(visitor: Visitor, slug: str) -> tuple[Account, CollectionOverview]:
    """One collection, for site admins and whoever brought it; others get a 404."""
    account = access_creator(visitor)
    collection = Collection.objects.filter(slug=slug).first()
    if collection is None or not brought(account, slug):
        raise Http404
    active = Job.objects.active().filter(key=key_of(slug)).select_related("asked_by").first()
    return account, _overview(collection, _live_scans(collection=collection)[collection.pk], active)


def brought(account: Account, slug: str) -> bool:
    """Whether somebody may import a collection of this name again: site admins, and who alone imported it so far."""
    if account.is_superuser:
        return True
    askers = set(Job.objects.filter(key=key_of(slug)).values_list("asked_by", flat=True))
    return askers == {account.pk}


def own_among(overviews: Iterable[CollectionOverview], account: Account) -> set[str]:
    """The names of those collections whose pages somebody may open."""
    slugs = {overview.collection.slug for overview in overviews}
    if account.is_superuser:
        return slugs
    own: set[str] = set()
    others: set[str] = set()
    for key, asker in Job.objects.filter(key__startswith=key_of("")).values_list("key", "asked_by"):
        (own if asker == account.pk else others).add(key.removeprefix(key_of("")))
    return slugs & own - others


def campaigns_with(collection: Collection, reader: Account) -> QuerySet[Campaign]:
    """The campaigns that judge by it, as far as somebody has a role in them."""
    campaigns = Campaign.visible.filter(collection_slug=collection.slug).order_by("title", "pk")
    if reader.is_superuser:
        return campaigns
    own = Member.objects.filter(account=reader, roles__isnull=False)
    return campaigns.filter(pk__in=own.values("campaign"))


def first_documents(collection: Collection) -> list[str]:
    """Some ids to begin with, for somebody who wants to see how the collection is shown."""
    if not collection.held:
        return []
    entries = DocumentEntry.objects.filter(collection=collection, edition=collection.edition)
    return list(entries.order_by("docid").values_list("docid", flat=True)[:DOCUMENTS_SHOWN])


def address_of_document(collection: Collection, docid: str, reader: Account) -> str:
    """Where somebody reads a document of a collection; a DocumentsError where it has none of this id."""
    entry = find_entry(collection.slug, docid)
    return document_url(collection.slug, entry.docid, reader=reader.as_reader)


def jobs_about(collection: Collection) -> QuerySet[Job]:
    """The newest jobs about it, without their logs."""
    jobs = Job.objects.filter(key=key_of(collection.slug)).select_related("asked_by").defer("log")
    return jobs.order_by("-pk")[:JOBS_SHOWN]


def files_on_disk(scan: Scan) -> dict[str, int | None]:
    """How many files a scan read, and their bytes."""
    return scan.files.aggregate(count=Count("pk"), size=Sum("size"))


def shown_job(number: str | None) -> Job | None:
    """The job that the page was asked to show (?job=12), if it is about a collection."""
    if not (number and number.isdecimal() and len(number) < 19):
        return None
    jobs = Job.objects.select_related("campaign", "asked_by")
    return jobs.filter(pk=int(number), campaign=None, key__startswith=key_of("")).first()


def folders() -> list[Folder]:
    """The folders below the roots that hold a manifest or stand directly below a root, by path."""
    found = {path: None for root in settings.COLLECTION_ROOTS for path in _below(Path(root), _DEPTH)}
    return [_folder(path) for path in sorted(found)[:_MOST_FOLDERS]]


def _below(root: Path, depth: int) -> Iterator[Path]:
    """Folders worth offering; one with a manifest is not looked into."""
    try:
        inside = sorted(entry.name for entry in os.scandir(root) if entry.is_dir() and entry.name[0] != ".")
    except OSError:  # a root that is not there, or may not be read
        return
    for name in inside:
        path = root / name
        if (path / NAME).is_file():
            yield path
        elif depth == _DEPTH:
            yield path
            yield from _below(path, depth - 1)
        elif depth > 1:
            yield from (deeper for deeper in _below(path, depth - 1) if (deeper / NAME).is_file())


def _folder(path: Path) -> Folder:
    try:
        manifest = read_manifest(path)
    except (CollectionRefused, OSError):
        return Folder(str(path), say("{folder}: its manifest has errors", folder=path.name))
    if manifest.slug:
        return Folder(str(path), f"{path.name}: {manifest.title or manifest.slug}")
    return Folder(str(path), say("{folder}: no manifest", folder=path.name))


def _live_scans(**chosen: Collection) -> defaultdict[int, list[Scan]]:
    """The scans that count, by collection."""
    found: defaultdict[int, list[Scan]] = defaultdict(list)
    for scan in Scan.objects.filter(**chosen).exclude(state=ScanState.OBSOLETE):
        found[scan.collection_id].append(scan)
    return found


def _overview(collection: Collection, live: Iterable[Scan], job: Job | None) -> CollectionOverview:
    by_state = {scan.state: scan for scan in live}
    return CollectionOverview(
        collection, by_state.get(ScanState.COMPLETE), by_state.get(ScanState.READING), job
    )


def folders_in_use() -> list[tuple[str, str]]:
    """The collections with files that campaigns which are not archived have, each with its folder."""
    used = Campaign.visible.filter(archived_at=None).values("collection_slug")
    found = Collection.visible.filter(slug__in=used).exclude(path="")
    return list(found.order_by("slug").values_list("slug", "path"))
