"""Acts of many changes: begun, stored in steps, ended, and undone as one.

What was changed since by somebody else stays as it is when an act is undone, and is named.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any
from uuid import uuid4

from django.db import IntegrityError
from django.utils import timezone
from django.utils.translation import override

from assessment.campaigns.models import Campaign, FileImport
from assessment.campaigns.services.imports import (
    mark_undone,
    note_undoing,
    register_import_kind,
)
from assessment.jobs.models import Job
from assessment.jobs.services.handle import JobHandle
from assessment.jobs.services.lifecycle import enqueue
from assessment.judging.models import HALF_DONE, BatchKind, BatchState, Change, ChangeBatch, ChangeKind
from assessment.judging.selectors.batches import UNDO, half_done, refusal_of_half
from assessment.judging.services.changes import Save, lock_parts, undo_change
from assessment.judging.services.disputes import lock_items, refuse_released
from assessment.judging.services.file_steps import LISTED
from assessment.judging.services.parts import read_state
from assessment.judging.services.parts.decisions import NAME, read_decisions, write_decisions
from assessment.judging.services.parts.part import Subject, differing
from assessment.people.models import Account, Member
from assessment.people.services.events import record_event
from assessment.shared.errors import Refused
from assessment.shared.gate import enter_gate
from assessment.shared.say import say, say_n, sentence
from assessment.submissions.models import PoolItem
from documents.steps import Pace

CANCELLED = sentence("The import was cancelled, failed, or undone without a reason.")
NAMED = 20  # items that an outcome in the record of imports names
ROWS = 500  # changes in one step


def new_batch(handle: JobHandle, kind: BatchKind, kept: FileImport | None = None) -> int:
    """Note that an act begins, in the first step of its job; its key. Refused while another is half done."""
    locked = Campaign.visible.select_for_update(no_key=True).get(pk=handle.campaign.pk)
    refuse_released(locked, "decisions")  # from this step on a release finds it at work
    refuse_half_done(locked)
    file = kept.file if kept else ""
    made = ChangeBatch.objects.create(
        campaign=locked, kind=kind, file=file, kept=kept, job=handle.job, made_by=handle.by
    )
    return made.pk


def refuse_half_done(campaign: Campaign) -> None:
    """Refuse an act while another is being stored or undone."""
    if busy := half_done(campaign):
        raise refusal_of_half(busy)


def end_batch(handle: JobHandle, report: Mapping[str, Any]) -> None:
    """Note that an act is whole, with what it did, in the last step of its job."""
    batch = ChangeBatch.objects.filter(pk=in_batch(handle))
    batch.update(state=BatchState.STORED, report=dict(report))


def request_undo(*, batch: ChangeBatch, by: Account | None) -> Job:
    """Have an act undone as a whole."""
    arguments = undo_arguments(batch=batch)
    return enqueue(kind=UNDO, by=by, campaign=batch.campaign, arguments=arguments)


def undo_arguments(*, batch: ChangeBatch) -> dict[str, Any]:
    """What the job needs. Refused where there is nothing to undo, and once the results are out."""
    refuse_released(batch.campaign, "decisions")
    if batch.state == BatchState.UNDONE:
        raise _undone_already()
    if batch.state in HALF_DONE and batch.job_is_active:
        raise refusal_of_half(batch)
    return {"batch": batch.pk}


def _undone_already() -> Refused:
    return Refused(say("This was undone already."), "batch_undone", say("There is nothing to do."))


def undo_batch(handle: JobHandle, *, batch: int = 0, of_job: int = 0, reason: str = "") -> str:
    """Do the job: put back what stood before an act (named by itself or by its own job), some changes at a time."""
    if "sentence" in handle.checkpoint:
        return str(handle.checkpoint["sentence"])
    row = _batch(handle, batch, of_job)
    if row is None:
        return say("Nothing was stored, so there is nothing to undo.")
    if not handle.checkpoint:
        _begin_undo(handle, row, reason or say(CANCELLED))
    total, pace = row.changes.filter(is_undo=False).count(), Pace(ROWS, most=ROWS)
    while some := _next(row, handle.checkpoint["after"], pace.rows):
        handle.progress(handle.checkpoint["back"] + handle.checkpoint["kept"], total, say("Undoing"))
        with handle.tallied(pace) as tally:
            refuse_released(Campaign.visible.get(pk=handle.campaign.pk), "decisions")
            _undo_some(some, handle.by, tally)
            tally["after"] = some[-1].pk
    return _end_undo(handle, row)


def _batch(handle: JobHandle, pk: int, job: int) -> ChangeBatch | None:
    pk = handle.checkpoint.get("batch") or pk
    rows = ChangeBatch.objects.filter(campaign=handle.campaign)
    return (rows.filter(pk=pk) if pk else rows.filter(job=job)).first()


def _begin_undo(handle: JobHandle, row: ChangeBatch, reason: str) -> None:
    try:
        with handle.step({"batch": row.pk, "after": 0, "back": 0, "kept": 0, "left": []}):
            enter_gate(handle.campaign.pk)
            refuse_released(Campaign.visible.get(pk=handle.campaign.pk), "decisions")
            now = ChangeBatch.objects.select_for_update(of=("self",)).select_related("job").get(pk=row.pk)
            undo_arguments(batch=now)  # as it was when the undo was asked for
            ChangeBatch.objects.filter(pk=row.pk).update(state=BatchState.UNDOING, job=handle.job)
            if row.kept:
                note_undoing(source=row.kept, job=handle.job, reason=reason)
    except IntegrityError:
        refuse_half_done(handle.campaign)
        raise


def _next(row: ChangeBatch, after: int, number: int) -> list[Change]:
    """The next changes to undo, all of one kind: decisions together, and of other parts one after the other."""
    rows = row.changes.filter(is_undo=False, undone=False, pk__gt=after).order_by("pk")
    some = list(rows.select_related("question", "item")[:number])
    alike = [change for change in some if change.kind == ChangeKind.DECISION]
    return alike if alike and some[0].kind == ChangeKind.DECISION else some[:1]


def _undo_some(some: Sequence[Change], by: Account | None, tally: dict[str, Any]) -> None:
    if some[0].kind == ChangeKind.DECISION:
        left = _undo_decisions(some, by)
        tally["back"] += len(some) - len(left)
    else:
        left = _undo_parts(some[0], by)
        tally["back"] += 1
    tally["kept"] += len(left)
    tally["left"] = [*tally["left"], *left][:LISTED]


def _undo_decisions(some: Sequence[Change], by: Account | None) -> list[str]:
    """Put former decisions back, but for those that somebody changed since: these are named."""
    items = lock_items(PoolItem.objects.filter(pk__in=[change.item_id for change in some]))
    stored, back, undone, history, changed = read_decisions(items), {}, [], [], []
    for change in some:
        assert change.item_id is not None
        key, now = str(change.item_id), stored[change.item_id]
        if _said(now) != _said(change.after[NAME][key]):
            changed.append((change, now))
            continue
        back[change.item_id] = {**change.before[NAME][key], "changes": now["changes"] + 1}
        undone.append(change.pk)
        history.append(_undoing(change, now, back[change.item_id], by))
    write_decisions(back)
    Change.objects.filter(pk__in=undone).update(undone=True)
    Change.objects.bulk_create(history, batch_size=ROWS)
    return _named(changed)


def _said(record: Mapping[str, Any]) -> dict[str, Any]:
    """What was decided, by whom and when; not how often it was changed."""
    return {name: value for name, value in record.items() if name != "changes"}


def _undoing(change: Change, before: Any, after: Any, by: Account | None) -> Change:
    key = str(change.item_id)
    return Change(
        question=change.question,
        item_id=change.item_id,
        kind=change.kind,
        client_id=uuid4(),
        label=change.label,
        before={NAME: {key: before}},
        after={NAME: {key: after}},
        is_undo=True,
        made_by=by,
        batch_id=change.batch_id,
    )


def _named(changed: Iterable[tuple[Change, Mapping[str, Any]]]) -> list[str]:
    """What stays of decisions that somebody changed, in words."""
    changed = list(changed)
    people = Member.objects.in_bulk({now["member_id"] for _, now in changed} - {None})
    return [
        _left_as(change.question.qid, change.item, now["grade"], people.get(now["member_id"]))
        for change, now in changed
        if change.item
    ]


def _left_as(qid: str, item: PoolItem, grade: str, member: Member | None) -> str:
    what = {"qid": qid, "docid": item.docid, "answer": item.answer[:80]}
    if not grade:
        return say("{qid} {docid} “{answer}”: withdrawn", **what)
    if member is None:
        return say("{qid} {docid} “{answer}”: now “{grade}” by a site admin", grade=grade, **what)
    return say("{qid} {docid} “{answer}”: now “{grade}” by {name}", grade=grade, name=str(member), **what)


def _undo_parts(change: Change, by: Account | None) -> list[str]:
    """Put back what stood before one change of classes, votes or marks; what somebody changed since is named."""
    question = lock_parts(change.question_id)
    assignment = change.assignment
    subject = Subject(
        question, assignment.member if assignment else None, assignment, ChangeKind(change.kind)
    )
    changed = differing(change.after, read_state(subject, change.after))
    undo_change(subject, change, Save(by, uuid4(), batch=change.batch_id))
    number = sum(len(values) for values in changed.values())
    said = {"qid": question.qid, "change": change.label}
    if assignment is None:
        return [say("question {qid}: {change}", **said)] * number
    return [say("question {qid} of {name}: {change}", name=str(assignment.member), **said)] * number


def _end_undo(handle: JobHandle, row: ChangeBatch) -> str:
    with handle.tallied() as tally:
        tally["sentence"] = done = _sentence(row, tally["back"], tally["kept"])
        report = {**row.report, "undone": done, "kept": tally["left"], "kept_count": tally["kept"]}
        ChangeBatch.objects.filter(pk=row.pk).update(
            state=BatchState.UNDONE, report=report, undone_by=handle.by, undone_at=timezone.now()
        )
        if kept := FileImport.objects.filter(batch=row).first():
            outcome = " ".join([done, *tally["left"][:NAMED]])
            mark_undone(source=kept, reason=kept.reason, outcome=outcome, by=handle.by)
        with override("en"):  # the record of events is in English
            subject = f"{row.get_kind_display().lower()}, no. {row.pk}"
        facts = {"back": tally["back"], "kept": tally["kept"]}
        record_event(by=handle.by, campaign=handle.campaign, verb="batch:undone", subject=subject, **facts)
    return done


def _sentence(row: ChangeBatch, back: int, kept: int) -> str:
    if row.kind in (BatchKind.MAJORITIES, BatchKind.DECISIONS):
        done = say_n("Undid {n} decision.", "Undid {n} decisions.", back)
    else:
        done = say_n("Undid {n} change.", "Undid {n} changes.", back)
    if not kept:
        return done
    stay = say_n("{n} was changed since and stays.", "{n} were changed since and stay.", kept)
    return f"{done} {stay}"


def in_batch(handle: JobHandle) -> int:
    """The act that a job is storing."""
    return int(handle.checkpoint["batch"])


def _arguments(kept: FileImport, reason: str) -> dict[str, Any]:
    batch = ChangeBatch.objects.select_related("campaign", "job").get(kept=kept)
    return {**undo_arguments(batch=batch), "reason": reason}


def _remarks(kept: FileImport) -> list[str]:
    return [say("What somebody changed since stays as it is, and is named. The history keeps everything.")]


def register_act(batch: BatchKind, kind: str) -> None:
    """Make a kind of file known that is stored and undone as one act."""
    register_import_kind(
        kind, str(batch.label), dependents=lambda kept: (), job=UNDO, arguments=_arguments, remarks=_remarks
    )
