"""Storing annotations of a checked file, some hundred at a time: each part is whole, with its counters and history."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple
from uuid import uuid4

from django.utils import timezone

from assessment.campaigns.models import FileImport
from assessment.imports.services.annotation_files import FileEntry
from assessment.imports.services.annotation_review import Stored, error_of, is_set_aside, stored_of
from assessment.judging.models import (
    Assignment,
    Change,
    ChangeKind,
    PageAnnotation,
)
from assessment.judging.selectors.annotation_records import row_of
from assessment.judging.services.counters import refresh_work
from assessment.judging.services.file_steps import leave_out
from assessment.judging.services.parts.annotations import FIELDS, NAME, record_of
from assessment.people.models import Account
from assessment.shared.say import sentence
from documents.bulk import update_rows
from scoring.forms.spans import ANNOTATION_STAGE

_MOST_SECONDS = (1 << 31) - 1  # that the column takes
_COLUMNS = (*FIELDS, "annotation_id", "source", "changed_at")


class AnnotationPlan(NamedTuple):
    """What all parts of an import need, worked out again by each attempt."""

    source: FileImport
    questions: Mapping[str, int]  # id -> primary key
    members: Mapping[str, int]  # name -> primary key
    by: Account | None

    def key(self, entry: FileEntry) -> tuple[int, str]:
        """Question and annotator of an annotation."""
        return self.questions[entry.qid], entry.annotator


def store_part(plan: AnnotationPlan, entries: Sequence[FileEntry], tally: dict[str, Any]) -> None:
    """Store some annotations and count them in the tally, within the caller's transaction, which holds the campaign.

    What somebody annotated since the file was checked is left as it is, and noted.
    """
    stored = _locked(plan, entries)
    new: list[FileEntry] = []
    for entry in entries:
        _, message, _ = error_of(entry, plan.questions[entry.qid], stored)
        if message:
            leave_out(tally, entry.line, message)
        elif plan.key(entry) in stored.annotations:
            tally["unchanged"] += 1
        else:
            new.append(entry)
    _insert(plan, new, _assigned(plan, new, stored))
    tally["added"] += len(new)


def _locked(plan: AnnotationPlan, entries: Sequence[FileEntry]) -> Stored:
    """What stands of the questions, which nobody saves meanwhile."""
    questions = {plan.questions[entry.qid] for entry in entries}
    members = {plan.members[entry.annotator] for entry in entries}
    rows = Assignment.objects.filter(question__in=questions, member__in=members)
    list(rows.select_for_update(no_key=True).order_by("pk").values_list("pk"))
    return stored_of(questions, {entry.annotator for entry in entries})


def _assigned(
    plan: AnnotationPlan, new: Iterable[FileEntry], stored: Stored
) -> dict[tuple[int, str], Assignment]:
    """The assignments of some annotations: made where nobody gave them, given back where an import was taken back."""
    found = {key: stored.assignments[key] for key in map(plan.key, new) if key in stored.assignments}
    back = [row.pk for row in found.values() if is_set_aside(row)]
    Assignment.objects.filter(pk__in=back).update(handed_over_at=None, source=plan.source)
    missing = {plan.key(entry): entry for entry in new if plan.key(entry) not in found}
    made = Assignment.objects.bulk_create(
        Assignment(
            question_id=question,
            member_id=plan.members[name],
            stage=ANNOTATION_STAGE.name,
            source=plan.source,
        )
        for question, name in missing
    )
    return found | dict(zip(missing, made, strict=True))


def _insert(
    plan: AnnotationPlan, new: Sequence[FileEntry], assigned: Mapping[tuple[int, str], Assignment]
) -> None:
    """Write annotations with their history, and what they come to."""
    before = {
        row.assignment_id: row
        for row in PageAnnotation.objects.filter(assignment__in=[row.pk for row in assigned.values()])
    }
    rows, changes, now = [], [], timezone.now()
    for entry in new:
        assignment = assigned[plan.key(entry)]
        former = before.get(assignment.pk)
        row = row_of(entry.annotation, assignment.pk)
        row.source, row.version = plan.source, (former.version if former else 0) + 1
        rows.append(row)
        changes.append(_change(plan, entry, former, row))
        assignment.seconds = min(assignment.seconds + sum(entry.annotation.seconds), _MOST_SECONDS)
        assignment.finished_at = now if entry.annotation.complete else assignment.finished_at
    PageAnnotation.objects.bulk_create(
        rows, update_conflicts=True, unique_fields=["assignment"], update_fields=_COLUMNS
    )
    Change.objects.bulk_create(changes)
    update_rows([*assigned.values()], ["seconds", "finished_at"])
    refresh_work(Assignment.objects.filter(pk__in=[row.pk for row in assigned.values()]))


def _change(
    plan: AnnotationPlan, entry: FileEntry, former: PageAnnotation | None, row: PageAnnotation
) -> Change:
    return Change(
        question_id=plan.questions[entry.qid],
        assignment_id=row.assignment_id,
        kind=ChangeKind.PARTS,
        client_id=uuid4(),
        label=sentence("annotation of a file"),
        before={NAME: {"": record_of(former)}},
        after={NAME: {"": record_of(row)}},
        made_by=plan.by,
        source=plan.source,
    )
