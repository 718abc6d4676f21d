"""Files of judgments and annotations in the record of all imports; their undo is the job that takes them back."""

from collections.abc import Sequence

from assessment.campaigns.models import FileImport, FileImportState, ImportedFile
from assessment.campaigns.selectors.imports import said_again, same_before
from assessment.campaigns.services.imports import mark_undone, record_import
from assessment.jobs.services.handle import JobHandle
from assessment.judging.models import Adjudication, JudgmentImport
from assessment.people.models import Account
from assessment.shared.say import say, say_n

JUDGMENTS, ANNOTATIONS_FILE = "judgments", "annotations"


def keep_file_of(handle: JobHandle, kind: str, packed: Sequence[ImportedFile]) -> FileImport:
    """Record the file of an import that begins, in its first step."""
    row = record_import(
        campaign=handle.campaign,
        kind=kind,
        files=packed,
        by=handle.by,
        sentence=say("It is being stored."),
        state=FileImportState.MAKING,
    )
    assert row is not None
    return row


def said_before(kept: FileImport | None, *, is_new: bool) -> str:
    """That the same file was imported before, to be added to what an import says in its last step."""
    earlier = same_before(kept.campaign, kept.kind, kept.sha256) if kept else None
    return said_again(earlier, is_new=is_new)


def note_undone(source: JudgmentImport, outcome: str, by: Account | None) -> None:
    """Note in the record that judgments were taken back."""
    if kept := FileImport.objects.filter(judgments=source).first():
        mark_undone(source=kept, reason=kept.reason, outcome=outcome, by=by)


def remarks_on(source: FileImport) -> list[str]:
    """What becomes of judgments that somebody changed since, and of decisions on the answers that they judged."""
    changed = (
        say(
            "What anybody changed since stays as it is; all other judgments return to what they were, "
            "and the history keeps everything."
        )
        if source.kind == JUDGMENTS
        else say(
            "What anybody changed since stays as it is; all other annotations return to what they were, "
            "and the history keeps everything."
        )
    )
    decided = Adjudication.objects.exclude(grade="").filter(item__judgments__source__kept=source)
    count = decided.values("item").distinct().count()
    stays = say_n(
        "{n} decision was made on answers that this file judged; undo them first, or they stay without its judgments.",
        "{n} decisions were made on answers that this file judged; undo them first, or they stay without its judgments.",
        count,
    )
    return [changed, stays] if count else [changed]
