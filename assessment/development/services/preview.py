"""What a file of known answers, nuggets or gold answers would do: imported to see, and taken back at once."""

from collections.abc import Sequence
from datetime import timedelta
from pathlib import Path
from typing import NamedTuple

from django.core.files.uploadedfile import UploadedFile
from django.db import transaction
from django.utils import timezone

from assessment.campaigns.models import Campaign, GoldAnswer
from assessment.campaigns.selectors.imports import trace_of
from assessment.campaigns.selectors.traces import Table
from assessment.campaigns.services import SourceFile
from assessment.development.services.files import KnownImported, documents_not_there, import_development
from assessment.jobs.models import Job, JobState
from assessment.jobs.services.lifecycle import enqueue
from assessment.jobs.services.uploads import forget_upload, keep_upload
from assessment.judging.models import AnswerClass, Nugget
from assessment.people.models import Account
from assessment.shared.errors import Refused
from assessment.shared.say import say

CHECK = "development.check"
SHOWN = 200  # new entries that a preview names
KEPT_DAYS = 7  # a file that was checked, and neither imported nor discarded
TABLES = {model._meta.label: model for model in (AnswerClass, Nugget, GoldAnswer)}


class Preview(NamedTuple):
    """What an import would do."""

    sentence: str
    is_new: bool  # whether it would change anything
    added: Sequence[tuple[str, str]]  # question, and answer or nugget
    more: int  # that are not named
    unknown: Sequence[str]  # documents that are not in the collection


class _TakenBackError(Exception):
    """Ends the import that was made to see what it would do."""


def request_check(
    *, campaign: Campaign, upload: "UploadedFile[bytes]", format: str, by: Account | None
) -> Job:
    """Have an uploaded file compared with the campaign. It is kept until it is imported or discarded."""
    _forget_old(campaign)
    arguments = {"path": str(keep_upload(upload)), "format": format}
    return enqueue(kind=CHECK, by=by, campaign=campaign, arguments=arguments)


def preview_of(campaign: Campaign, file: SourceFile, format: str) -> Preview:
    """What the file would do. Raises what its import would raise."""
    found: list[Preview] = []
    try:
        with transaction.atomic():
            imported = import_development(campaign=campaign, file=file, format=format, by=None)
            found.append(_preview(campaign, imported, documents_not_there(campaign, file, format)))
            raise _TakenBackError
    except _TakenBackError:
        return found[0]


def _preview(campaign: Campaign, imported: KnownImported, unknown: Sequence[str]) -> Preview:
    row = campaign.imports.filter(number=imported.number).first() if imported.number else None
    trace = trace_of(row) if row else None
    made = [table for table in trace.tables if table.label in TABLES] if trace else []
    total = sum(len(table.made) for table in made)
    added = [entry for table in made for entry in _entries(table)]
    is_new = trace is not None and not trace.is_empty
    return Preview(imported.sentence(campaign.slug), is_new, added, total - len(added), unknown)


def _entries(table: Table) -> list[tuple[str, str]]:
    some = sorted(table.made)[:SHOWN]
    rows = TABLES[table.label]._default_manager.filter(pk__in=some).select_related("question")
    return [(row.question.qid, str(row)) for row in rows.order_by("question__position", "pk")]


def import_checked(*, check: Job, by: Account | None) -> KnownImported:
    """Import a file as its preview showed. Refused where it is not kept any more."""
    path = Path(check.arguments["path"])
    if check.state != JobState.DONE or not path.is_file():
        raise Refused(
            say("The file of this preview is no longer kept. Nothing was stored."),
            "upload_gone",
            say("Choose it again."),
        )
    assert check.campaign is not None
    file = SourceFile(path.name, path.read_bytes())
    imported = import_development(campaign=check.campaign, file=file, format=check.arguments["format"], by=by)
    forget_upload(path)
    return imported


def discard(*, check: Job) -> None:
    """Delete an uploaded file that is not to be imported."""
    forget_upload(Path(check.arguments["path"]))


def is_kept(check: Job) -> bool:
    """Whether the file of a preview is still kept."""
    return Path(check.arguments["path"]).is_file()


def _forget_old(campaign: Campaign) -> None:
    """Delete files that nobody imported after their preview."""
    old = timezone.now() - timedelta(days=KEPT_DAYS)
    for check in Job.objects.filter(campaign=campaign, kind=CHECK, state=JobState.DONE, asked_at__lt=old):
        discard(check=check)
