"""Writes of the record of imports: that a file was imported, and that an import is undone as a whole.

How an app registers a kind, and records an import of it in the transaction that stores the file:

    register_import_kind("answers", "Known answers")
    …
    lock_campaign(campaign)
    keeping = Keeping(campaign, "answers", pack(file), Watch(AnswerClass.objects.filter(…)), by)
    …store the file…
    number = keeping.end("Added 3 known answers." + keeping.again, {"added": 3})

Without functions of its own a kind is undone by its trace: rows that were made go, rows that were changed or removed
are as before; and whatever points to a row that was made, or changed one of them, keeps the import from being undone.
"""

import hashlib
import zlib
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.conf import settings
from django.db import connection, transaction
from django.db.models import Max
from django.utils import timezone

from assessment.campaigns.models import (
    Campaign,
    FileImport,
    FileImportState,
    ImportedFile,
    ImportTrace,
    State,
)
from assessment.campaigns.models.imports import KINDS, ImportKind
from assessment.campaigns.selectors.imports import (
    dependents_of,
    imported_since,
    named,
    said_again,
    same_before,
    trace_of,
)
from assessment.campaigns.selectors.traces import Table, Trace, Watch, counted, dependents_on, restored
from assessment.campaigns.services.locks import lock_campaign, needed_reason
from assessment.campaigns.services.source_files import SourceFile
from assessment.jobs.models import Job
from assessment.jobs.services.lifecycle import enqueue
from assessment.people.models import Account
from assessment.people.services.events import record_event
from assessment.shared.errors import Refused
from assessment.shared.say import say
from documents.bulk import update_rows

UNDO = "campaigns.undo_import"  # the job of all kinds that have none of their own
ROWS = 2_000  # of one statement


def register_import_kind(
    name: str,
    title: str,
    *,
    undo: Callable[[FileImport, Account | None], str] | None = None,
    dependents: Callable[[FileImport], Sequence[str]] | None = None,
    job: str = "",
    arguments: Callable[[FileImport, str], Mapping[str, Any]] | None = None,
    remarks: Callable[[FileImport], Sequence[str]] = lambda source: (),
) -> None:
    """Make a kind of imported file known (see ImportKind); by default its trace says what stands on it."""
    dependents, undo = dependents or dependents_by_trace, undo or undo_by_trace
    KINDS.keep(name, ImportKind(name, title, dependents, undo, job, arguments, remarks))


def pack(*files: SourceFile | None) -> list[ImportedFile]:
    """Files to keep, not stored yet: large ones are packed before the transaction of their import."""
    return [_packed(position, file) for position, file in enumerate(file for file in files if file)]


def record_import(
    *,
    campaign: Campaign,
    kind: str,
    files: Sequence[ImportedFile],
    by: Account | None,
    sentence: str,
    counts: Mapping[str, Any] | None = None,
    trace: Trace | None = None,
    state: FileImportState = FileImportState.MADE,
    job: Job | None = None,
    report: Mapping[str, Any] | None = None,
) -> FileImport | None:
    """Keep an import in the transaction that stores it, under the campaign's lock.

    None where it changed nothing and the same file was imported before: there is nothing to undo.
    """
    if kind not in KINDS:
        raise ValueError(f"{kind} is registered by no app")
    sha256 = sha256_of(files)
    if trace and trace.is_empty and same_before(campaign, kind, sha256):
        return None
    last = campaign.imports.aggregate(last=Max("number"))["last"] or 0
    row = FileImport.objects.create(
        campaign=campaign,
        number=last + 1,
        kind=kind,
        file=files[0].name,
        sha256=sha256,
        state=state,
        sentence=sentence,
        counts=dict(counts or {}),
        report=dict(report or {}),
        job=job,
        made_by=by,
    )
    for one in files:
        one.source = row
    ImportedFile.objects.bulk_create(files)
    if trace:
        ImportTrace.objects.create(source=row, packed=trace.packed())
    return row


def _packed(position: int, file: SourceFile) -> ImportedFile:
    """One file. It is read once, and never all of a large one at once."""
    size = file.path.stat().st_size if file.path else len(file.data)
    is_kept = size <= settings.MAX_RUN_BYTES
    digest, packer, parts = hashlib.sha256(), zlib.compressobj(), []
    with file.open() as stream:
        while part := stream.read(1024 * 1024):
            digest.update(part)
            if is_kept:
                parts.append(packer.compress(part))
    return ImportedFile(
        position=position,
        name=file.name[:255],
        size=size,
        sha256=digest.hexdigest(),
        packed=b"".join([*parts, packer.flush()]) if is_kept else None,
        is_kept=is_kept,
        columns=dict(file.columns),
    )


def sha256_of(kept: Sequence[ImportedFile]) -> str:
    """The checksum of all files of an import."""
    if len(kept) == 1:
        return kept[0].sha256
    return hashlib.sha256(" ".join(one.sha256 for one in kept).encode()).hexdigest()


def request_undo(*, source: FileImport, reason: str, by: Account | None) -> Job:
    """Have an import undone, for a reason that is shown beside it. Refused where something stands on it."""
    kind, arguments = undo_arguments(source=source, reason=reason)
    return enqueue(kind=kind, by=by, campaign=source.campaign, arguments=arguments)


def undo_arguments(*, source: FileImport, reason: str) -> tuple[str, dict[str, Any]]:
    """The job that undoes an import, and what it needs."""
    _refuse(source)
    reason, kind = needed_reason(reason), KINDS[source.kind]
    if kind.job and kind.arguments:
        return kind.job, dict(kind.arguments(source, reason))
    return UNDO, {"number": source.number, "reason": reason}


@transaction.atomic
def undo_import(*, campaign: Campaign, number: int, reason: str, by: Account | None) -> str:
    """Undo an import as a whole; what was done, in a sentence. Refused, with a list, where something stands on it."""
    lock_campaign(campaign)
    source = named(campaign, number)
    source.campaign = campaign
    _lock_rows(source)
    _refuse(source)
    undo = KINDS[source.kind].undo
    assert undo is not None
    outcome = undo(source, by)
    reason = needed_reason(reason)
    mark_undone(source=source, reason=reason, outcome=outcome, by=by)
    record_event(
        by=by, campaign=campaign, verb="import:undone", subject=str(source), reason=reason, what=outcome
    )
    return say(
        "Undid import {number} ({file}). {outcome}",
        number=str(source.number),
        file=source.file,
        outcome=outcome,
    ).strip()


class Keeping:
    """An import that is being stored at once: within one transaction, under the campaign's lock.

    Made before the first row is written, of the rows that may be (`watched`); `end` keeps what became of them.
    """

    def __init__(
        self,
        campaign: Campaign,
        kind: str,
        files: Sequence[ImportedFile],
        watched: Watch,
        by: Account | None,
    ) -> None:
        self.campaign, self.kind, self.files, self.by = campaign, kind, files, by
        self._watched = watched
        self._earlier = same_before(campaign, kind, sha256_of(files))
        self._trace: Trace | None = None

    @property
    def trace(self) -> Trace:
        """What has been written; asked for once everything is."""
        self._trace = self._trace or self._watched.trace()
        return self._trace

    @property
    def again(self) -> str:
        """That the same file was imported before, to be added to what is said of the import; empty where it was not."""
        return said_again(self._earlier, is_new=not self.trace.is_empty)

    def end(self, sentence: str, counts: Mapping[str, Any]) -> int | None:
        """Keep the import with what it did; its number, where it did anything."""
        row = record_import(
            campaign=self.campaign,
            kind=self.kind,
            files=self.files,
            by=self.by,
            sentence=sentence,
            counts=counts,
            trace=self.trace,
        )
        return row.number if row else None


def record_making(
    *,
    campaign: Campaign,
    kind: str,
    files: Sequence[ImportedFile],
    by: Account | None,
    job: Job,
    report: Mapping[str, Any] | None = None,
) -> FileImport:
    """Keep an import that a job stores in steps, in the first of them."""
    row = record_import(
        campaign=campaign,
        kind=kind,
        files=files,
        by=by,
        sentence=say("It is being stored."),
        state=FileImportState.MAKING,
        job=job,
        report=report,
    )
    assert row is not None
    return row


def _lock_rows(source: FileImport) -> None:
    """Keep others from changing what an import wrote, until its undo ends: who saves there waits for no campaign."""
    if not connection.features.has_select_for_update:  # else one lock keeps everybody from writing
        return
    for table in trace_of(source).tables:
        left = sorted(table.left)
        for start in range(0, len(left), ROWS):
            rows = table.model._base_manager.filter(pk__in=left[start : start + ROWS]).order_by("pk")
            list(rows.select_for_update().values_list("pk"))


def note_made(
    *, source: FileImport, sentence: str, counts: Mapping[str, int], report: Mapping[str, Any]
) -> None:
    """Note what an import did that was stored in steps, in the last of them."""
    source.state, source.sentence = FileImportState.MADE, sentence
    source.counts, source.report = dict(counts), dict(report)
    source.save(update_fields=["state", "sentence", "report", "counts"])


def note_undoing(*, source: FileImport, job: Job, reason: str) -> None:
    """Note that an import is being undone in steps."""
    source.state, source.job, source.reason = FileImportState.UNDOING, job, reason
    source.save(update_fields=["state", "job", "reason"])


def mark_undone(*, source: FileImport, reason: str, outcome: str, by: Account | None) -> None:
    """Note that an import is undone, in the transaction that undid it; the event is the caller's."""
    source.state, source.reason, source.outcome = FileImportState.UNDONE, reason, outcome
    source.undone_by, source.undone_at = by, timezone.now()
    source.save(update_fields=["state", "reason", "outcome", "undone_by", "undone_at"])


def _refuse(source: FileImport) -> None:
    """Refuse to undo what is undone, what is under way, and what something stands on."""
    if source.campaign.state == State.RELEASED:
        raise Refused(
            say("The scores of {campaign} are released. Nothing was changed.", campaign=source.campaign.slug),
            "campaign_released",
            say("Take the release back first, with a reason."),
        )
    if source.state == FileImportState.UNDONE:
        raise Refused(
            say("Import {number} has already been undone.", number=str(source.number)),
            "import_undone",
            say("Nothing was changed."),
        )
    if not source.is_open:
        raise Refused(
            say("Import {number} is under way. Nothing was changed.", number=str(source.number)),
            "import_running",
            say("Wait for it."),
        )
    if dependents := dependents_of(source):
        remedy = say("Remove that first, or correct single rows on their pages.")
        error = Refused(
            say(
                "Import {number} ({file}) cannot be undone, because this would be lost: {losses} Nothing was changed.",
                number=str(source.number),
                file=source.file,
                losses=" ".join(dependents),
            ),
            "import_in_use",
            f"{imported_since(source)} {remedy}".strip(),
        )
        error.details = dependents
        raise error


def dependents_by_trace(source: FileImport) -> list[str]:
    """What was built on the rows of an import."""
    return dependents_on(trace_of(source))


def undo_by_trace(source: FileImport, by: Account | None) -> str:
    """Remove the rows that an import made, and put back those that it changed or removed."""
    return undo_trace(trace_of(source))


def undo_trace(trace: Trace) -> str:
    """The same of a trace, or of a part of one."""
    tables = trace.tables
    for table in reversed(tables):
        _remove(table)
    for table in tables:
        rows = [restored(table, pk, values) for pk, (values, _) in table.changed.items()]
        update_rows(rows, [_name(table, column) for column in table.columns])
        back = [restored(table, pk, values) for pk, values in table.removed.items()]
        table.model._base_manager.bulk_create(back, batch_size=ROWS)
    return _said(tables)


def _remove(table: Table) -> None:
    pks = sorted(table.made)
    for start in range(0, len(pks), ROWS):
        table.model._base_manager.filter(pk__in=pks[start : start + ROWS]).delete()


def _name(table: Table, column: str) -> str:
    return {field.attname: field.name for field in table.model._meta.concrete_fields}[column]


def _said(tables: Sequence[Table]) -> str:
    """What an undo did."""
    made = [counted(table.label, len(table.made)) for table in tables if table.made]
    changed = [counted(table.label, len(table.changed)) for table in tables if table.changed]
    removed = [counted(table.label, len(table.removed)) for table in tables if table.removed]
    parts = [
        say("Removed: {rows}.", rows=", ".join(made)) if made else "",
        say("Put back as before: {rows}.", rows=", ".join(changed)) if changed else "",
        say("Brought back: {rows}.", rows=", ".join(removed)) if removed else "",
    ]
    return " ".join(part for part in parts if part) or say("It had changed nothing.")
