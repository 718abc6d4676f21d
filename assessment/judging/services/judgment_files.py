"""Judgments that come as a file (judgments.csv): all are stored, or none and every problem is listed."""

import uuid
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import NamedTuple

from django.db import transaction
from django.utils import timezone

from assessment.campaigns.models import Campaign
from assessment.judging.models import MACHINE, Assignment, Judgment, Kind, Revision
from assessment.judging.services.assign import lock_assignments
from assessment.judging.services.counters import refresh_counters
from assessment.judging.services.disputes import refuse_released
from assessment.judging.services.judgment_checks import Entry, Scene, check, scene_of
from assessment.people.models import Account, Member, RoleName
from assessment.people.services import ensure_member, record_event
from assessment.shared.errors import FileRefused
from scoring import records
from scoring.formats.problems import Problems
from scoring.formats.rows import judgment_of
from scoring.formats.tables import read_table

BATCH = 2_000
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


@transaction.atomic
def import_judgments(
    *, campaign: Campaign, file: str, data: bytes, by: Account | None, machine: str = ""
) -> Imported:
    """Store every judgment of a judgments.csv, assigning its assessors to the questions they judged.

    Names are those of the campaign's members; an unknown one becomes a member without an account, never an account
    of that name. `machine` says that a program of this version judged. A row that repeats what stands is counted;
    one that contradicts it is a change for members without an account, and a problem for people, whose own
    judgments no file overwrites. Raises FileRefused with every problem.
    """
    refuse_released(campaign, "judgments")
    lock_assignments(campaign)
    problems = Problems(file)
    entries = _read(data, file, machine, problems)
    scene = scene_of(campaign, entries)
    check(entries, scene, problems)
    if problems:
        raise FileRefused("No judgment was stored.", problems.listed(), MEND)
    result = _store(campaign, entries, scene, by)
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


def _store(campaign: Campaign, entries: Sequence[Entry], scene: Scene, by: Account | None) -> Imported:
    kinds = {told.assessor: told.kind for _, told in entries}
    members = {name: _member(campaign, name, kinds[name], by) for name in sorted(kinds)}
    assignments = _assignments(entries, scene, members)
    new, rewritten, unchanged = [], [], 0
    for _, told in entries:
        item = scene.item(told)
        assert item is not None  # checked above
        stored = scene.stored.get((item, told.assessor))
        if stored is None:
            sheet = assignments[scene.questions[told.item.qid].pk, members[told.assessor].pk]
            new.append(_judgment(item, members[told.assessor].pk, sheet.pk, told))
        elif (stored.grade, stored.note) == (told.grade, told.note):
            unchanged += 1
        else:
            rewritten.append((stored.pk, told))
    Judgment.objects.bulk_create(new, batch_size=BATCH)
    _rewrite(rewritten, by)
    items = {item for _, told in entries if (item := scene.item(told)) is not None}
    refresh_counters([sheet.pk for sheet in assignments.values()], items)
    _take_back_no_answer([sheet.pk for sheet in assignments.values()])
    return Imported(len(new), len(rewritten), unchanged, len(members))


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
    """Who judged which question, assigned where they were not."""
    wanted = {
        (
            scene.questions[told.item.qid].pk,
            members[told.assessor].pk,
            "judge" if told.kind == Kind.HUMAN else MACHINE,
        )
        for _, told in entries
    }
    rows = [
        Assignment(question_id=question, member_id=member, role=role)
        for question, member, role in sorted(wanted)
    ]
    Assignment.objects.bulk_create(rows, batch_size=BATCH, ignore_conflicts=True)
    found = Assignment.objects.filter(member__in=[member.pk for member in members.values()])
    return {(sheet.question_id, sheet.member_id): sheet for sheet in found}


def _judgment(item: int, member: int, assignment: int, told: records.Judgment) -> Judgment:
    return Judgment(
        item_id=item,
        member_id=member,
        assignment_id=assignment,
        grade=told.grade,
        note=told.note,
        kind=told.kind,
        version=told.version,
        judged_at=parse_time(told.judged_at),
    )


def _rewrite(rewritten: Sequence[tuple[int, records.Judgment]], by: Account | None) -> None:
    """Change what stands, keeping each former state."""
    for pk, told in rewritten:
        row = Judgment.objects.get(pk=pk)
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
        row.grade, row.note, row.later, row.judged_at = (
            told.grade,
            told.note,
            False,
            parse_time(told.judged_at),
        )
        row.kind, row.version, row.changes = told.kind, told.version, row.changes + 1
        row.save()
