"""Judgments that come as a file (judgments.csv): all are stored, or none and every problem is listed."""

import uuid
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import NamedTuple

from django.db import transaction
from django.db.models import Count, OuterRef, Q, Subquery
from django.db.models.functions import Coalesce
from django.utils import timezone

from assessment.campaigns.models import Campaign, Question
from assessment.judging.models import Assignment, Judgment, Kind, Revision
from assessment.judging.services.assign import lock_assignments
from assessment.judging.services.disputes import refresh_disputed, refuse_released
from assessment.people.models import Account, Member, RoleName
from assessment.people.services import ensure_member, record_event
from assessment.shared.errors import FileRefused
from assessment.submissions.models import PoolItem
from scoring import records
from scoring.formats.problems import Problems
from scoring.formats.rows import judgment_of
from scoring.formats.tables import read_table
from scoring.scales import Scale

BATCH = 2_000
MEND = "Mend the file and hand it in again."


class Entry(NamedTuple):
    """A row of the file."""

    line: int
    judgment: records.Judgment


class Imported(NamedTuple):
    """What an import did."""

    added: int
    changed: int
    unchanged: int
    assessors: int

    def __str__(self) -> str:
        changed = f" {self.changed:,} were changed." if self.changed else ""
        same = f" {self.unchanged:,} stood already." if self.unchanged else ""
        return f"Stored {self.added:,} judgments of {self.assessors} assessors.{changed}{same}"


class Stored(NamedTuple):
    """What stands of one assessor and item before the import."""

    pk: int
    grade: str
    note: str
    kind: str
    has_account: bool


class _Scene(NamedTuple):
    """What the rows of the file are held against."""

    questions: Mapping[str, Question]
    items: Mapping[tuple[int, str], int]  # question and key -> pool item
    stored: Mapping[tuple[int, str], Stored]  # pool item and assessor's name

    def item(self, judgment: records.Judgment) -> int | None:
        """The pool item that a judgment is of; None where there is none."""
        return self.items.get((self.questions[judgment.item.qid].pk, judgment.item.key))


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
    scene = _scene(campaign, entries)
    _check(entries, scene, problems)
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


def _scene(campaign: Campaign, entries: Sequence[Entry]) -> _Scene:
    questions = Question.objects.filter(campaign=campaign).select_related("campaign")
    by_qid = {question.qid: question for question in questions}
    named = {entry.judgment.item.qid for entry in entries}
    pool = PoolItem.objects.filter(question__campaign=campaign, question__qid__in=named)
    items = {
        (question, key): pk for question, key, pk in pool.values_list("question", "key", "pk").iterator()
    }
    names = {entry.judgment.assessor for entry in entries}
    standing = Judgment.objects.filter(member__campaign=campaign, member__name__in=names)
    columns = ("item", "member__name", "pk", "grade", "note", "kind", "member__account")
    stored = {
        (item, name): Stored(pk, grade, note, kind, account is not None)
        for item, name, pk, grade, note, kind, account in standing.values_list(*columns).iterator()
    }
    return _Scene(by_qid, items, stored)


def _check(entries: Sequence[Entry], scene: _Scene, problems: Problems) -> None:
    lines: dict[tuple[records.Item, str], int] = {}
    for line, judgment in entries:
        first = lines.setdefault((judgment.item, judgment.assessor), line)
        if first != line:
            message = f"{judgment.assessor} judged this item in line {first} already."
            problems.add(line, "duplicate_judgment", message, "Keep one of the two.")
        elif judgment.item.qid not in scene.questions:
            problems.add(line, "question_unknown", f"There is no question {judgment.item.qid}.")
        else:
            _check_judgment(line, judgment, scene, problems)


def _check_judgment(line: int, judgment: records.Judgment, scene: _Scene, problems: Problems) -> None:
    if not judgment.assessor.strip() or len(judgment.assessor) > 150:
        problems.add(line, "assessor_name", "The assessor's name has 1 to 150 characters.")
    _check_grade(line, judgment, scene.questions[judgment.item.qid].kind.scale, problems)
    item = scene.item(judgment)
    if item is None:
        remedy = "Compare it letter by letter, or pool the run that gave it."
        problems.add(line, "item_unknown", "This item is not in the pool.", remedy)
        return
    stored = scene.stored.get((item, judgment.assessor))
    if stored and _contradicts(stored, judgment):
        message = f"{judgment.assessor} judged this item “{stored.grade}” here, not “{judgment.grade}”."
        problems.add(
            line,
            "judgment_contradicts",
            message,
            "Leave the row out: no file overwrites a person's judgment.",
        )


def _check_grade(line: int, judgment: records.Judgment, scale: Scale | None, problems: Problems) -> None:
    if scale is None:
        problems.add(
            line, "question_not_judged", f"Question {judgment.item.qid} is of a type that is not judged."
        )
    elif judgment.grade not in scale.grades:
        grades = ", ".join(scale.grades)
        problems.add(
            line,
            "grade_not_on_scale",
            f"“{judgment.grade}” is no grade of this question.",
            f"It has {grades}.",
        )


def _contradicts(stored: Stored, judgment: records.Judgment) -> bool:
    """Whether a row would overwrite what a person, or another kind of judge, said."""
    if not stored.grade:
        return False
    protected = stored.has_account or stored.kind != judgment.kind
    return protected and stored.grade != judgment.grade


def _store(campaign: Campaign, entries: Sequence[Entry], scene: _Scene, by: Account | None) -> Imported:
    members = {
        name: _member(campaign, name, by) for name in sorted({entry.judgment.assessor for entry in entries})
    }
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
    _recount([sheet.pk for sheet in assignments.values()], {scene.item(told) for _, told in entries} - {None})
    return Imported(len(new), len(rewritten), unchanged, len(members))


def _member(campaign: Campaign, name: str, by: Account | None) -> Member:
    known = Member.objects.filter(campaign=campaign, name=name).first()
    return known or ensure_member(campaign=campaign, name=name, roles=[RoleName.ASSESSOR], by=by)


def _assignments(
    entries: Sequence[Entry], scene: _Scene, members: Mapping[str, Member]
) -> dict[tuple[int, int], Assignment]:
    """Who judged which question, assigned where they were not."""
    wanted = {(scene.questions[told.item.qid].pk, members[told.assessor].pk) for _, told in entries}
    rows = [Assignment(question_id=question, member_id=member) for question, member in sorted(wanted)]
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


def _recount(assignments: Sequence[int], items: set[int | None]) -> None:
    """Bring the counters of what was touched up to date."""
    for some in _batches(sorted(assignments)):
        own = Judgment.objects.filter(assignment=OuterRef("pk")).order_by().values("assignment")
        judged = own.annotate(n=Count("pk", filter=~Q(grade=""))).values("n")
        later = own.annotate(n=Count("pk", filter=Q(later=True))).values("n")
        Assignment.objects.filter(pk__in=some).update(
            judged=Coalesce(Subquery(judged), 0), later=Coalesce(Subquery(later), 0)
        )
    for some in _batches(sorted(item for item in items if item is not None)):
        refresh_disputed(some)


def _batches(keys: Sequence[int]) -> Iterator[Sequence[int]]:
    for start in range(0, len(keys), BATCH):
        yield keys[start : start + BATCH]
