"""Judgments that come as a file (judgments.csv): all are stored, or none and every problem is listed."""

import uuid
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from typing import NamedTuple

from django.core.files.uploadedfile import UploadedFile
from django.db import transaction
from django.utils import timezone

from assessment.campaigns.models import Campaign, Question
from assessment.jobs.models import Job
from assessment.jobs.services import enqueue
from assessment.jobs.uploads import keep_upload
from assessment.judging.models import MACHINE, Assignment, Judgment, Kind, Revision
from assessment.judging.services.assign import lock_assignments
from assessment.judging.services.counters import refresh_counters
from assessment.judging.services.disputes import refuse_released
from assessment.judging.services.judgment_checks import Entry, Scene, Stored, check, scene_of
from assessment.judging.services.judgment_classes import make_missing, note_class_change
from assessment.judging.services.roles import add_assignments
from assessment.people.models import Account, Member, RoleName
from assessment.people.services import ensure_member, record_event
from assessment.shared.errors import FileRefused
from scoring import records
from scoring.formats.problems import Problems
from scoring.formats.rows import judgment_of
from scoring.formats.tables import read_table

BATCH = 2_000
IMPORT = "judging.import_judgments"
Progress = Callable[[int, int, str], None]
MEND = "Mend the file and hand it in again."


class Imported(NamedTuple):
    """What an import did."""

    added: int
    changed: int
    unchanged: int
    assessors: int

    def __str__(self) -> str:
        who = "1 assessor" if self.assessors == 1 else f"{self.assessors} assessors"
        changed = f" {self.changed:,} were changed." if self.changed else ""
        same = f" {self.unchanged:,} stood already." if self.unchanged else ""
        what = "1 judgment" if self.added == 1 else f"{self.added:,} judgments"
        return f"Stored {what} of {who}.{changed}{same}"


def request_import(
    *, campaign: Campaign, upload: "UploadedFile[bytes]", by: Account | None, machine: str = ""
) -> Job:
    """Have an uploaded table of judgments stored as `import_judgments` does. It is kept until it has been read."""
    file = keep_upload(upload)
    return enqueue(kind=IMPORT, by=by, campaign=campaign, arguments={"path": str(file), "machine": machine})


def _unheard(done: int, total: int, message: str) -> None:
    """Nobody asked how far it is."""


@transaction.atomic
def import_judgments(
    *,
    campaign: Campaign,
    file: str,
    data: bytes,
    by: Account | None,
    machine: str = "",
    progress: Progress = _unheard,
) -> Imported:
    """Store every judgment of a judgments.csv, assigning its assessors to the questions they judged.

    Names are those of the campaign's members; an unknown one becomes a member without an account, never an account
    of that name. `machine` says that a program of this version judged. A row that repeats what stands is counted;
    one that contradicts it is a change for members without an account, and a problem for people, whose own
    judgments no file overwrites. A class that is neither the assessor's nor settled is made, the assessor's own.
    Raises FileRefused with every problem.
    """
    refuse_released(campaign, "judgments")
    lock_assignments(campaign)
    problems = Problems(file)
    progress(0, 0, "Reading the table")
    entries = _read(data, file, machine, problems)
    progress(0, len(entries), "Comparing the rows with the pool")
    scene = scene_of(campaign, entries)
    check(entries, scene, problems)
    if problems:
        raise FileRefused("No judgment was stored.", problems.listed(), MEND)
    progress(0, len(entries), "Storing judgments")
    result = _store(campaign, entries, scene, by, progress)
    record_event(
        by=by, campaign=campaign, verb="judgments:imported", subject=file, machine=machine, **result._asdict()
    )
    return result


def _read(data: bytes, file: str, machine: str, problems: Problems) -> list[Entry]:
    rows, faults = read_table(data, "judgments", file)
    problems.extend(faults)
    entries = []
    for row in rows:
        try:
            judgment = judgment_of(row.cells)
            parse_time(judgment.judged_at)
        except ValueError as error:
            problems.add(row.line, "cell", str(error))
            continue
        if machine:
            judgment = judgment._replace(kind=Kind.MACHINE, version=machine)
        entries.append(Entry(row.line, judgment))
    return entries


def parse_time(text: str) -> datetime:
    """The time of a judgment; without a zone in UTC, and now where the table gives none."""
    if not text:
        return timezone.now()
    at = datetime.fromisoformat(text)
    return at if at.tzinfo else at.replace(tzinfo=UTC)


def _store(
    campaign: Campaign, entries: Sequence[Entry], scene: Scene, by: Account | None, progress: Progress
) -> Imported:
    kinds = {told.assessor: told.kind for _, told in entries}
    members = {name: _member(campaign, name, kinds[name], by) for name in sorted(kinds)}
    assignments = _assignments(entries, scene, members)
    scene = _with_classes(entries, scene, members)
    new, rewritten, unchanged = [], [], 0
    for _, told in entries:
        item = scene.item(told)
        assert item is not None  # checked above
        stored = scene.stored.get((item, told.assessor))
        if stored is None:
            sheet = assignments[scene.questions[told.item.qid].pk, members[told.assessor].pk]
            new.append(_judgment(item, sheet, told, scene.class_of(told)))
        elif _repeats(stored, told, scene):
            unchanged += 1
        else:
            rewritten.append((stored.pk, told))
    for start in range(0, len(new), BATCH):
        progress(start, len(entries), "Storing judgments")
        Judgment.objects.bulk_create(new[start : start + BATCH])
    _rewrite(rewritten, scene, by)
    progress(len(entries), len(entries), "Counting anew")
    items = {item for _, told in entries if (item := scene.item(told)) is not None}
    refresh_counters([sheet.pk for sheet in assignments.values()], items)
    _take_back_no_answer([sheet.pk for sheet in assignments.values()])
    return Imported(len(new), len(rewritten), unchanged, len(members))


def _with_classes(entries: Sequence[Entry], scene: Scene, members: Mapping[str, Member]) -> Scene:
    """The scene with the classes that the rows name."""
    wanted = ((scene.questions[told.item.qid].pk, told) for _, told in entries)
    makers = {name: member.pk for name, member in members.items()}
    return scene._replace(classes=make_missing(wanted, scene.classes, makers))


def _repeats(stored: Stored, told: records.Judgment, scene: Scene) -> bool:
    """Whether a row says what stands. One without a class says nothing of classes."""
    same_class = not told.answer_class or stored.answer_class == scene.class_of(told)
    return same_class and (stored.grade, stored.note) == (told.grade, told.note)


def _take_back_no_answer(assignments: Sequence[int]) -> None:
    """Nobody who calls an answer correct has said that there is none: the file says otherwise by now."""
    saying = Assignment.objects.filter(pk__in=assignments, no_answer_found=True)
    saying = saying.select_related("question__campaign")
    for sheet in saying:
        scale = sheet.question.kind.scale
        if scale and sheet.judgments.filter(grade__in=scale.correct).exists():
            Assignment.objects.filter(pk=sheet.pk).update(no_answer_found=False)


def _member(campaign: Campaign, name: str, kind: str, by: Account | None) -> Member:
    """Somebody of this name. A machine has no role, so that it is never given questions."""
    known = Member.objects.filter(campaign=campaign, name=name).first()
    roles = [RoleName.ASSESSOR] if kind == Kind.HUMAN else []
    return known or ensure_member(campaign=campaign, name=name, roles=roles, by=by)


def _assignments(
    entries: Sequence[Entry], scene: Scene, members: Mapping[str, Member]
) -> dict[tuple[int, int], Assignment]:
    """Who judged which question, assigned where they were not: the first of a list question as its primary assessor."""
    held = Assignment.objects.filter(member__in=[member.pk for member in members.values()])
    found = {(sheet.question_id, sheet.member_id): sheet for sheet in held}
    people: list[tuple[Question, Member]] = []
    machines: list[Assignment] = []
    named = ((told.item.qid, told.assessor, told.kind == Kind.HUMAN) for _, told in entries)
    for qid, name, is_person in dict.fromkeys(named):
        question, member = scene.questions[qid], members[name]
        if (question.pk, member.pk) in found:
            continue
        if is_person:
            people.append((question, member))
        else:
            machines.append(Assignment(question=question, member=member, role=MACHINE))
    made = [*add_assignments(people), *Assignment.objects.bulk_create(machines, batch_size=BATCH)]
    return found | {(sheet.question_id, sheet.member_id): sheet for sheet in made}


def _judgment(item: int, sheet: Assignment, told: records.Judgment, answer_class: int | None) -> Judgment:
    return Judgment(
        item_id=item,
        member_id=sheet.member_id,
        assignment_id=sheet.pk,
        grade=told.grade,
        note=told.note,
        answer_class_id=answer_class,
        kind=told.kind,
        version=told.version,
        judged_at=parse_time(told.judged_at),
    )


def _rewrite(rewritten: Sequence[tuple[int, records.Judgment]], scene: Scene, by: Account | None) -> None:
    """Change what stands, keeping each former state."""
    for pk, told in rewritten:
        row = Judgment.objects.get(pk=pk)
        answer_class = scene.class_of(told)
        if answer_class and answer_class != row.answer_class_id:
            note_class_change(row, answer_class, by)
            row.answer_class_id = answer_class
        _keep_former(row, told, by)
        row.grade, row.note, row.later = told.grade, told.note, False
        row.judged_at = parse_time(told.judged_at)
        row.kind, row.version, row.changes = told.kind, told.version, row.changes + 1
        row.save()


def _keep_former(row: Judgment, told: records.Judgment, by: Account | None) -> None:
    Revision.objects.create(
        assignment_id=row.assignment_id,
        item_id=row.item_id,
        client_id=uuid.uuid4(),
        former_grade=row.grade,
        former_note=row.note,
        former_later=row.later,
        former_judged_at=row.judged_at,
        grade=told.grade,
        note=told.note,
        made_by=by,
    )
