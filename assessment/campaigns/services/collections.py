"""Asking for imports of collections. The work itself is done as jobs, one at a time for each collection."""

from contextlib import suppress
from datetime import timedelta
from pathlib import Path
from secrets import token_hex
from typing import Any

from django.conf import settings
from django.utils import timezone

from assessment.campaigns.selectors.collections import brought, key_of
from assessment.campaigns.services.examples import FileExample, lines_example, register_example
from assessment.campaigns.services.source_files import SourceFile
from assessment.jobs.models import Job, JobState
from assessment.jobs.services.lifecycle import enqueue
from assessment.people.models import Account
from assessment.shared.errors import AssizeError, FileRefused, Refused
from assessment.shared.say import say
from documents.errors import CollectionRefused, DocumentsError
from documents.models import Collection
from documents.progress import Progress
from documents.search.indexes import SearchAway, build, is_indexed
from documents.services import ImportReport, manifest_of

FROM_FOLDER = "campaigns.import_collection"
FROM_LIST = "campaigns.import_ids"
GIVE_UP = "campaigns.give_up_import"
INDEX = "campaigns.index_collection"
_AGAIN_AFTER = timedelta(hours=6)  # of an index that could not be made


def request_import(
    *, by: Account, folder: Path, slug: str = "", format: str = "", anew: bool = False, replace: bool = False
) -> Job:
    """Have a folder indexed. What its manifest lacks must be given; a folder outside of the roots is refused."""
    try:
        manifest = manifest_of(folder, slug, format, settings.COLLECTION_ROOTS)
    except CollectionRefused as error:
        raise as_refusal(error) from error
    arguments = {
        "path": str(folder.resolve()),
        "slug": manifest.slug,
        "format": manifest.format,
        "anew": token_hex(8) if anew else "",
        "replace": replace,
    }
    return enqueue_about(FROM_FOLDER, by, arguments)


def _example() -> SourceFile:
    return lines_example("ids.txt", "WIRE-1", "WIRE-2", "WIRE-3")


register_example(FileExample("collection-list", _example, "how-to-bring-a-collection"))


def request_giving_up(*, by: Account, slug: str) -> Job:
    """Have an import that was cut off forgotten; what readers see stays."""
    return enqueue_about(GIVE_UP, by, {"slug": slug})


def index_imported(report: ImportReport, progress: Progress | None) -> str:
    """Have an imported collection searched; why it cannot be, which changes nothing of the import, or an empty text."""
    if not report.collection.held:
        return ""
    try:
        build(report.collection, progress)
    except DocumentsError as error:
        return say("It cannot be searched yet. {why}", why=str(error))
    return ""


def request_missing_indexes() -> None:
    """Have an index made for each collection whose texts are held and that has none, or one that cannot be read.

    An upgrade, a restored backup or a damaged disk leaves such. Where an import is at work it makes its own; where one
    could not be made a while ago, the same would be met again.
    """
    for collection in Collection.visible.filter(held=True).order_by("slug"):
        arguments = {"slug": collection.slug}
        lately = Job.objects.filter(
            kind=INDEX, arguments=arguments, asked_at__gt=timezone.now() - _AGAIN_AFTER
        )
        at_work = Job.objects.active().filter(key=key_of(collection.slug))
        if at_work.exists() or lately.filter(state=JobState.FAILED).exists():
            continue
        with suppress(SearchAway):  # which a later look may find back
            if not is_indexed(collection):
                enqueue(kind=INDEX, by=None, arguments=arguments)


def as_refusal(error: CollectionRefused) -> AssizeError:
    """A refused collection as the error of the site's own family."""
    if error.problems:
        refusal = FileRefused(error.message, error.problems, error.hint)
        refusal.code = error.code
        return refusal
    return Refused(error.message, error.code, error.hint)


def enqueue_about(kind: str, by: Account, arguments: dict[str, Any]) -> Job:
    """Ask for work on a collection. Refused where another work on it is active, or somebody else brought it."""
    slug = arguments["slug"]
    refuse_others(by, slug)
    job = enqueue(kind=kind, by=by, arguments=arguments, key=key_of(slug))
    if job.kind != kind or job.arguments != arguments:
        raise Refused(
            say(
                "Job {number} is already working on the collection {name}. Nothing was started.",
                number=str(job.pk),
                name=slug,
            ),
            "collection_busy",
            say("Wait until it has ended, or cancel it on its page."),
        )
    return job


def refuse_others(by: Account, slug: str) -> None:
    """Refuse to import a collection that somebody else brought."""
    if Collection.objects.filter(slug=slug).exists() and not brought(by, slug):
        raise Refused(
            say(
                "There is already a collection {name}, which somebody else imported. Nothing was started.",
                name=slug,
            ),
            "collection_of_others",
            say("Choose another short name, or ask a site admin."),
        )
