"""Taking imported judgments back: those of one file, or all of a person whom files brought.

A judgment that nobody changed since goes back to what it was before the import, as by an undo: the row and its history
stay, and an empty grade counts nowhere. Assignments that the import made, and that hold nothing now, are set aside.
"""

from collections import defaultdict
from collections.abc import Container, Mapping, Sequence
from contextlib import suppress
from typing import Any, NamedTuple
from uuid import uuid4

from django.db.models import F, QuerySet
from django.utils import timezone

from assessment.assignments.selectors.begun import without_work
from assessment.assignments.services.assign import lock_assignments
from assessment.assignments.services.roles import fill_primary
from assessment.campaigns.models import Campaign, FileImport, FileImportState, Question
from assessment.campaigns.models.imports import ANNOTATIONS, JUDGMENTS, UNFINISHED
from assessment.campaigns.services.imports import mark_undone, note_undoing, register_import_kind
from assessment.campaigns.services.locks import needed_reason
from assessment.imports.selectors import TAKE_BACK
from assessment.imports.services.annotation_takeback import take_back_part
from assessment.imports.services.files import even_pace, wait_for_others
from assessment.imports.services.machines import forget_machines
from assessment.imports.services.rewriting import (
    ClassNames,
    Rewritten,
    become,
    class_names,
    store_rewritten,
    whole_record_of,
)
from assessment.imports.services.storing import NONE_FOUND
from assessment.imports.services.words import remarks_on, taken_back
from assessment.jobs.models import Job
from assessment.jobs.services.handle import JobHandle
from assessment.jobs.services.lifecycle import enqueue
from assessment.judging.models import (
    Assignment,
    Change,
    ChangeKind,
    Judgment,
    PageAnnotation,
)
from assessment.judging.selectors.marks import says_something
from assessment.judging.services.assigned_items import take_judged
from assessment.judging.services.counters import counted_along, refresh_work
from assessment.judging.services.disputes import lock_items, refuse_released
from assessment.judging.services.file_steps import CrossedError
from assessment.judging.services.parts.judgments import NAME, NOTHING_SAID, columns_of
from assessment.judging.services.parts.part import State
from assessment.people.models import Account, Member
from assessment.people.services.events import record_event
from assessment.shared.errors import Refused
from assessment.shared.say import say, sentence
from assessment.submissions.models import PoolItem, in_pool

CANCELLED = sentence("The import was cancelled, or failed.")
ASSIGNMENTS = 100  # assignments set aside in one transaction


def request_removal(*, member: Member, reason: str, by: Account | None) -> Job:
    """Have all imported judgments of a person without an account taken back."""
    return enqueue(
        kind=TAKE_BACK,
        by=by,
        campaign=member.campaign,
        arguments=removal_arguments(member=member, reason=reason),
    )


def take_back_arguments(*, source: FileImport, reason: str) -> dict[str, Any]:
    """What the job needs; refused where there is nothing to take back."""
    refuse_released(source.campaign, "judgments")
    _refuse_undone(source)
    if job := _job_at(source):
        raise Refused(
            _at_work(source, job),
            "import_running",
            say(
                "Wait for that job. If it is still storing, you can cancel it: what it stored is undone then."
            ),
        )
    return {"source": source.pk, "reason": needed_reason(reason)}


def _refuse_undone(source: FileImport) -> None:
    if source.state == FileImportState.UNDONE:
        raise Refused(
            say("This import has already been undone."), "taken_back", say("There is nothing to do.")
        )


def _job_at(source: FileImport) -> Job | None:
    """The job that stores an import or takes it back just now."""
    return source.job if source.state in UNFINISHED and source.job and source.job.is_active else None


def _at_work(source: FileImport, job: Job) -> str:
    if source.state == FileImportState.UNDOING:
        return say("This import is being undone (job {job}). Nothing was changed.", job=str(job.pk))
    return say("This import is being imported (job {job}). Nothing was changed.", job=str(job.pk))


def removal_arguments(*, member: Member, reason: str) -> dict[str, Any]:
    """What the job needs to take back the imported judgments of somebody without an account."""
    refuse_released(member.campaign, "judgments")
    if member.account_id is not None:
        raise Refused(
            say("{name} has an account. Nothing was changed.", name=member),
            "person_has_account",
            say("Take back the import with their judgments, or hand their questions over."),
        )
    return {"member": member.pk, "reason": needed_reason(reason)}


def take_back(
    handle: JobHandle, *, of_job: int = 0, source: int = 0, member: int = 0, reason: str = ""
) -> str:
    """Do the job: all that an import stored (named by itself or by its own job), or all of a member."""
    reason = reason or say(CANCELLED)
    if "sentence" in handle.checkpoint:
        return str(handle.checkpoint["sentence"])
    row = None if member else _source(handle, of_job, source)
    if not member and row is None:
        return say("Nothing was stored, so there is nothing to take back.")
    wanted = TakeBackScope(handle.campaign, row, member)
    while not handle.checkpoint:
        wait_for_others(handle, row)
        _begin(handle, wanted, reason)
    _take_back_rows(handle, wanted)
    _take_back_annotations(handle, wanted)
    _set_aside(handle, wanted)
    return _finish(handle, wanted, reason)


def _source(handle: JobHandle, job: int, source: int) -> FileImport | None:
    """The import that goes back. Once this is under way, it knows this job in the place of its own."""
    pk = handle.checkpoint.get("source") or source
    rows = handle.campaign.imports.of_judgments()
    return (rows.filter(pk=pk) if pk else rows.filter(job=job)).first()


class TakeBackScope(NamedTuple):
    """Whose judgments go back: those of an import, or the imported ones of a member."""

    campaign: Campaign
    source: FileImport | None
    member: int

    def judgments(self) -> QuerySet[Judgment]:
        """The judgments that an import said last."""
        if self.source:
            return Judgment.ever.filter(source=self.source)
        return Judgment.ever.filter(source__isnull=False, member=self.member)

    def annotations(self) -> QuerySet[PageAnnotation]:
        """The annotations that an import said last."""
        if self.source:
            return PageAnnotation.objects.filter(source=self.source)
        return PageAnnotation.objects.filter(source__isnull=False, assignment__member=self.member)

    def assignments(self) -> QuerySet[Assignment]:
        """The assignments that an import made, and that are not set aside yet."""
        rows = Assignment.objects.filter(source__isnull=False, handed_over_at__isnull=True)
        return rows.filter(source=self.source) if self.source else rows.filter(member=self.member)


def _begin(handle: JobHandle, wanted: TakeBackScope, reason: str) -> None:
    """Note that judgments go back; nothing where an import, or another job that takes them back, was faster."""
    source = wanted.source.pk if wanted.source else 0
    with suppress(CrossedError), handle.tallied() as tally:
        refuse_released(lock_assignments(wanted.campaign), "judgments")
        if wanted.campaign.imports.of_judgments().unfinished().exclude(pk=source).exists():
            raise CrossedError
        tally |= {"source": source, "back": 0, "restored": 0, "kept": 0, "assignment": 0}
        if wanted.source:
            wanted.source.refresh_from_db()
            _refuse_undone(wanted.source)
            if _job_at(wanted.source):
                raise CrossedError
            note_undoing(source=wanted.source, job=handle.job, reason=reason)


def _take_back_rows(handle: JobHandle, wanted: TakeBackScope) -> None:
    total = handle.checkpoint["back"] + handle.checkpoint["kept"] + wanted.judgments().count()
    pace = even_pace()
    while wanted.judgments().exists():
        handle.progress(
            handle.checkpoint["back"] + handle.checkpoint["kept"], total, say("Taking judgments back")
        )
        with handle.tallied(pace) as tally:
            _take_back_part(wanted, handle.by, tally, pace.rows)


def _take_back_annotations(handle: JobHandle, wanted: TakeBackScope) -> None:
    pace = even_pace()
    while left := wanted.annotations().count():
        done = handle.checkpoint["back"] + handle.checkpoint["kept"]
        handle.progress(done, done + left, say("Taking annotations back"))
        with handle.tallied(pace) as tally:
            take_back_part(wanted.campaign, wanted.annotations(), handle.by, tally, pace.rows)


def _take_back_part(wanted: TakeBackScope, by: Account | None, tally: dict[str, int], number: int) -> None:
    """Take some judgments back; the assignments are locked first, as for every save."""
    lock_assignments(wanted.campaign)
    pks = list(wanted.judgments().order_by("pk").values_list("pk", flat=True)[:number])
    assignments = sorted(set(Judgment.ever.filter(pk__in=pks).values_list("assignment_id", flat=True)))
    locked = Assignment.objects.filter(pk__in=assignments).select_for_update(no_key=True).order_by("pk")
    list(locked.values_list("pk"))
    rows = list(wanted.judgments().filter(pk__in=pks).select_related("item").order_by("pk"))
    items = lock_items(PoolItem.ever.filter(pk__in={row.item_id for row in rows}))
    changes, gone = _changes(rows), _taken_back_before(wanted.campaign)
    changed_since, emptied, formers = [], [], []
    for row in rows:
        mine = changes[row.assignment_id, row.item_id]
        if mine and mine[-1].source_id != row.source_id:
            changed_since.append(row.pk)
        elif former := _former(mine, row, wanted, gone):
            formers.append((row, former))
        else:
            emptied.append(row)
    with counted_along(assignments, items):
        _restore(formers, by)
        _empty(emptied, by)
        Judgment.ever.filter(pk__in=changed_since).update(source=None)
    take_judged({row.assignment_id for row in emptied}, {row.item_id for row in emptied})
    tally["back"] += len(rows) - len(changed_since)
    tally["restored"] += len(rows) - len(changed_since) - len(emptied)
    tally["kept"] += len(changed_since)


def _changes(rows: Sequence[Judgment]) -> defaultdict[tuple[int | None, int | None], list[Change]]:
    """The changes of each judgment, oldest first. The last one says from which import the present state is."""
    found = Change.objects.filter(
        kind=ChangeKind.GRADE,
        assignment__in={row.assignment_id for row in rows},
        item__in={row.item_id for row in rows},
    )
    changes: defaultdict[tuple[int | None, int | None], list[Change]] = defaultdict(list)
    for change in found.order_by("pk"):
        changes[change.assignment_id, change.item_id].append(change)
    return changes


def _taken_back_before(campaign: Campaign) -> set[int]:
    rows = campaign.imports.of_judgments().filter(state=FileImportState.UNDONE)
    return set(rows.values_list("pk", flat=True))


def _former(
    changes: Sequence[Change], row: Judgment, wanted: TakeBackScope, gone: Container[int]
) -> State | None:
    """What was there before the import, and before imports that were taken back; None where nothing was."""
    source, former = row.source_id, dict[str, Any]()
    if wanted.source is None:
        return None
    for change in reversed(changes):
        if change.source_id != source or change.is_undo:
            continue
        former |= change.before  # the class, too, as it was before the first of them that changed it
        said = change.before[NAME][str(row.item_id)]
        if not said["grade"]:
            return None
        source = _source_of(said)
        if source not in gone:
            return former
    return None


def _restore(formers: Sequence[tuple[Judgment, State]], by: Account | None) -> None:
    """Put back what an import had changed, the answer classes too."""
    named = [former.get("classes", {}).get(str(row.item_id)) for row, former in formers]
    names = class_names((row.answer_class_id for row, _ in formers), named)
    store_rewritten([_restored(row, former, names, by) for row, former in formers])


def _restored(row: Judgment, former: State, names: ClassNames, by: Account | None) -> Rewritten:
    key = str(row.item_id)
    uid = former["classes"][key] if "classes" in former else names.uid(row.answer_class_id)
    change = _taken_back(row, former[NAME][key], uid, names, by)
    become(row, change.after[NAME][key], names.pk(uid))
    return Rewritten(row, change)


def _empty(rows: Sequence[Judgment], by: Account | None) -> None:
    """Let judgments count nowhere, in no class; a program's stay hidden. What they said is in the history."""
    nothing = NOTHING_SAID | {"version": "", "source_id": None}
    names = class_names(row.answer_class_id for row in rows)
    Change.objects.bulk_create(_taken_back(row, nothing, None, names, by) for row in rows)
    empty = columns_of(nothing, nothing) | {"changes": F("changes") + 1, "answer_class": None}
    Judgment.ever.filter(pk__in=[row.pk for row in rows]).update(**empty)


def _taken_back(
    row: Judgment, said: Mapping[str, Any], uid: str | None, names: ClassNames, by: Account | None
) -> Change:
    """The history of it, not stored yet; `uid` names the class that the judgment is in again."""
    key, before, now = str(row.item_id), whole_record_of(row), names.uid(row.answer_class_id)
    after = {name: said.get(name, value) for name, value in before.items()} | {
        "changes": row.changes + 1,
        "source_id": _source_of(said),
    }
    classes: Sequence[State] = [{"classes": {key: one}} for one in (now, uid)] if now != uid else ({}, {})
    return Change(
        question_id=row.item.question_id,
        assignment_id=row.assignment_id,
        item_id=row.item_id,
        kind=ChangeKind.GRADE,
        client_id=uuid4(),
        label=sentence("taking an import back"),
        before={NAME: {key: before}, **classes[0]},
        after={NAME: {key: after}, **classes[1]},
        is_undo=True,
        made_by=by,
        source_id=after["source_id"],
    )


def _source_of(said: Mapping[str, Any]) -> int | None:
    """The import that said it."""
    source: int | None = said.get("source_id", said.get("source"))
    return source


def _set_aside(handle: JobHandle, wanted: TakeBackScope) -> None:
    """Set aside the assignments that an import made and in which nothing is left."""
    while pks := _next_assignments(wanted, handle.checkpoint["assignment"]):
        with handle.tallied() as tally:
            tally["assignment"] = pks[-1]
            lock_assignments(wanted.campaign)
            list(Assignment.objects.filter(pk__in=pks).select_for_update(no_key=True).order_by("pk"))
            _open_thirds(pks)
            empty = list(without_work(Assignment.objects.filter(pk__in=pks)).values_list("pk", flat=True))
            Assignment.objects.filter(pk__in=empty).update(handed_over_at=timezone.now(), handed_to=None)
            left = Question.objects.filter(assignments__in=empty).distinct().select_related("campaign")
            refresh_work(Assignment.objects.filter(pk__in=fill_primary(left)))


def _open_thirds(pks: Sequence[int]) -> None:
    """Let third assessors of whom a file said all, and nothing now, have finished no more."""
    rows = Assignment.objects.of_some().filter(pk__in=pks)
    rows.exclude(says_something()).update(finished_at=None)


def _next_assignments(wanted: TakeBackScope, after: int) -> list[int]:
    return list(
        wanted.assignments().filter(pk__gt=after).order_by("pk").values_list("pk", flat=True)[:ASSIGNMENTS]
    )


def _finish(handle: JobHandle, wanted: TakeBackScope, reason: str) -> str:
    name = wanted.source.file if wanted.source else Member.objects.get(pk=wanted.member).name
    with handle.tallied() as tally:
        tally["sentence"] = said = taken_back(tally, name, of_import=bool(wanted.source))
        if wanted.source:
            mark_undone(source=wanted.source, reason=reason, outcome=said, by=handle.by)
            _find_nothing_again(wanted.source)
        forget_machines(wanted.campaign)
        record_event(
            by=handle.by,
            campaign=wanted.campaign,
            verb="judgments:taken_back",
            subject=name,
            reason=reason,
            judgments=tally["back"],
        )
    return said


def _find_nothing_again(source: FileImport) -> None:
    """Let stand again that people found no answer, unless somebody has given one since, or opened the question."""
    for row in Assignment.objects.filter(pk__in=source.report.get(NONE_FOUND, ())).select_related("question"):
        scale = row.question.kind.scale
        correct = row.judgments.filter(in_pool("item"), grade__in=scale.correct if scale else ())
        if row.finished_at and not correct.exists():
            Assignment.objects.filter(pk=row.pk).update(no_answer_found=True)


for _kind, _title in ((JUDGMENTS, sentence("Judgments")), (ANNOTATIONS, sentence("Annotations"))):
    register_import_kind(
        _kind,
        _title,
        dependents=lambda source: (),
        job=TAKE_BACK,
        arguments=lambda source, reason: take_back_arguments(source=source, reason=reason),
        remarks=remarks_on,
    )
