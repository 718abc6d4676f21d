"""The long work of this app, done as jobs."""

from collections.abc import Callable, Mapping
from contextlib import ExitStack
from pathlib import Path
from types import MappingProxyType
from typing import Any

from django.conf import settings

from assessment.campaigns.selectors.searching import refused
from assessment.campaigns.services import evaluation_examples, list_intake  # noqa: F401  # register by being imported
from assessment.campaigns.services.checked_files import CHECK, check_kept, forget_old
from assessment.campaigns.services.collections import (
    FROM_FOLDER,
    FROM_LIST,
    GIVE_UP,
    INDEX,
    as_refusal,
    index_imported,
    request_missing_indexes,
)
from assessment.campaigns.services.due_dates import KEEP, keep_dates, request_due
from assessment.campaigns.services.id_lists import CHECK as CHECK_LIST
from assessment.campaigns.services.id_lists import check_list
from assessment.campaigns.services.imports import UNDO, undo_import
from assessment.campaigns.services.intakes import INTAKES
from assessment.campaigns.services.question_intake import IMPORT as IMPORT_QUESTIONS
from assessment.campaigns.services.site_files import read_confirmed
from assessment.campaigns.services.source_files import SourceFile
from assessment.campaigns.services.topics import store_read
from assessment.campaigns.services.topics_files import read_topics_file
from assessment.jobs.models.registry import Link, Result, register
from assessment.jobs.services.handle import JobHandle
from assessment.jobs.services.regularly import regularly
from assessment.jobs.services.uploads import read_once
from assessment.people.services.events import record_event
from assessment.shared.say import say, say_n, sentence
from documents import services
from documents.errors import CollectionRefused, DocumentsError
from documents.search.indexes import Busy, build
from documents.selectors import get_collection

NOTED = 20  # warnings in the log of a job; all stand on the collection's page
LOOK_FOR_INDEXES_EVERY = 300.0  # seconds
LOOK_FOR_DATES_EVERY = 30.0
LOOK_FOR_OLD_FILES_EVERY = 3_600.0
_LARGE = 10_000_000  # bytes from which on megabytes are counted


@register(FROM_FOLDER, sentence("Importing a collection"))
def import_folder(
    job: JobHandle, *, path: str, slug: str, format: str, anew: str, replace: bool = False
) -> Result:
    """Index a folder; goes on where an earlier attempt, or an earlier import, was cut off."""
    return _imported(
        job,
        slug,
        lambda: services.import_collection(
            Path(path),
            slug=slug,
            format=format,
            anew=anew,
            roots=settings.COLLECTION_ROOTS,
            progress=_progress(job),
            replace=replace,
        ),
    )


@register(FROM_LIST, sentence("Importing a list of ids"))
def import_list(job: JobHandle, *, path: str, slug: str, replace: bool = False) -> Result:
    """Note the ids of an uploaded list, which is not needed any more then."""
    with read_confirmed(job, path) as file:
        return _imported(
            job,
            slug,
            lambda: services.import_ids(file, slug=slug, progress=_progress(job), replace=replace),
        )


@register(CHECK_LIST, sentence("Checking a list of ids"))
def check_uploaded_list(job: JobHandle, *, kind: str, path: str, slug: str) -> Result:
    """Find out what a list of ids would make of its collection; nothing is written yet."""
    said = check_list(job, path, slug, _progress(job))
    return Result(said, Link("campaigns:collections").asking(check=job.job.pk))


@register(CHECK, sentence("Checking a file"))
def check_file(job: JobHandle, **asked: Any) -> Result:
    """Hold a file against the campaign; nothing is stored yet."""
    done = check_kept(job)
    return Result(done, INTAKES[asked["kind"]].link(job.campaign.slug).asking(job=job.job.pk))


@register(IMPORT_QUESTIONS, sentence("Importing questions"))
def import_questions_of_file(
    job: JobHandle,
    *,
    path: str,
    types: str = "",
    columns: Mapping[str, str] = MappingProxyType({}),
    replace: bool = False,
    seen: str = "",
) -> Result:
    """Store the questions of an uploaded topics file: all of them or none."""
    page = Link("campaigns:questions", [job.campaign.slug])
    if said := job.checkpoint.get("sentence"):  # an earlier attempt ended after it had stored them
        return Result(str(said), page)
    job.progress(0, 0, say("Reading the file"))
    with ExitStack() as files:
        topics, beside = (files.enter_context(read_once(Path(one))) if one else None for one in (path, types))
        assert topics is not None
        read = read_topics_file(
            job.campaign,
            SourceFile(topics.name, path=topics, columns=columns),
            SourceFile(beside.name, beside.read_bytes()) if beside else None,
        )
        with job.tallied() as tally:
            imported = store_read(campaign=job.campaign, read=read, by=job.by, replace=replace, seen=seen)
            tally["sentence"] = imported.sentence
    return Result(imported.sentence, page)


@register(UNDO, sentence("Undoing an import"), atomic=True)
def undo_imported_file(job: JobHandle, *, number: int, reason: str) -> Result:
    """Undo an import: as a whole, or not at all."""
    job.progress(0, 0, say("Undoing the import"))
    outcome = undo_import(campaign=job.campaign, number=number, reason=reason, by=job.by)
    return Result(outcome, Link("campaigns:file-import", [job.campaign.slug, number]))


@register(GIVE_UP, sentence("Giving up an import"))
def give_up(job: JobHandle, *, slug: str) -> Result:
    """Forget what an import that was cut off has read."""
    if services.give_up_import(slug):
        return Result(
            say("The unfinished import of {name} was given up.", name=slug), Link("campaigns:collections")
        )
    return Result(say("{name} has no unfinished import.", name=slug), Link("campaigns:collections"))


@register(INDEX, sentence("Indexing a collection"))
def index_collection(job: JobHandle, *, slug: str) -> Result:
    """Make the index by which a collection is searched; goes on where an earlier attempt was cut off."""
    there = Link("campaigns:collection", [slug])
    try:
        contents = build(get_collection(slug), _progress(job))
    except Busy:  # were that process to end early, a later look asks again
        return Result(
            say("Another process is making the index of {name}: nothing was left to do.", name=slug), there
        )
    except DocumentsError as error:
        raise refused(error) from error
    done = say_n(
        "Indexed {n} document of {name}.", "Indexed {n} documents of {name}.", contents.documents, name=slug
    )
    return Result(done, there)


@register(KEEP, sentence("Keeping the dates"))
def keep_dates_of(job: JobHandle) -> Result:
    """Do what the dates of a campaign ask for that have come. Each is done once, so it may be repeated."""
    return Result(keep_dates(job.campaign), Link("campaigns:schedule", [job.campaign.slug]))


def keep_dates_regularly() -> None:
    """Have workers look twice a minute whether a date of a campaign has come; after a pause at once."""
    regularly("campaigns.dates", LOOK_FOR_DATES_EVERY, request_due)


def forget_regularly() -> None:
    """Have workers look every hour for files that were checked a week ago, and that nobody stored."""
    regularly("campaigns.checks", LOOK_FOR_OLD_FILES_EVERY, forget_old)


def index_regularly() -> None:
    """Have workers look every few minutes whether an index is missing."""
    regularly("campaigns.indexes", LOOK_FOR_INDEXES_EVERY, request_missing_indexes)


def _imported(job: JobHandle, slug: str, work: Callable[[], services.ImportReport]) -> Result:
    try:
        report = work()
    except CollectionRefused as error:
        raise as_refusal(error) from error
    for warning in report.warnings[:NOTED]:
        job.note(str(warning))
    if not job.checkpoint:
        with job.step({"recorded": True}, heeds_cancel=False):  # readers have it by now
            record_event(by=job.by, campaign=None, verb="collection:imported", subject=slug)
    if why := index_imported(report, _progress(job)):
        job.note(why)
    return Result(str(report), Link("campaigns:collection", [slug]))


def _progress(job: JobHandle) -> Callable[[int, int, str], None]:
    """How far an import is, as a job tells it: in units that people read."""

    def report(done: int, total: int, what: str) -> None:
        if what != "bytes":
            job.progress(done, total, what)
        elif total >= _LARGE:
            job.progress(done // 1_000_000, total // 1_000_000, say("MB of the files read"))
        else:
            job.progress(done // 1000, total // 1000, say("kB of the files read"))

    return report
