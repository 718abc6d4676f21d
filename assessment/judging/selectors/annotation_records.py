"""What somebody said of a page: as a row of the site, and as the record that scoring and files have."""

from collections import defaultdict
from typing import cast

from django.db.models import Q

from assessment.judging.models import PageAnnotation
from scoring.annotations import NOWHERE, Annotation, Label, PageSpan, YesNo

AT_ONCE = 5_000  # rows
COLUMNS = (
    "annotation_id", "long", "short", "yes_no", "kind", "assignment__member__name", "candidate", "question", "reason",
    "seconds_question", "seconds_long", "seconds_short",
)  # fmt: skip  # in the order in which `_record` takes them


def counting_annotations(of: Q) -> dict[int, list[Annotation]]:
    """Those of some annotations that scores count, by question and annotator (one query); an id only where a file gave one."""
    rows = PageAnnotation.objects.filter(of).counting()
    columns = rows.order_by("assignment__member__name").values_list("assignment__question_id", *COLUMNS)
    found: defaultdict[int, list[Annotation]] = defaultdict(list)
    for question, *values in columns.iterator(chunk_size=AT_ONCE):
        found[question].append(_record(*values))
    return found


def _record(
    annotation_id: str,
    long: list[int] | None,
    short: list[list[int]] | None,
    yes_no: str,
    kind: str,
    annotator: str,
    candidate: int | None,
    question: str,
    reason: str,
    *seconds: int,
) -> Annotation:
    """The columns of a row as a record: to make objects of tens of thousands of rows first would take seconds."""
    places = tuple(PageSpan(*span) for span in short or ())
    label = Label(PageSpan(*long) if long else NOWHERE, places, cast("YesNo", yes_no))
    number = -1 if candidate is None else candidate
    return Annotation(annotation_id, label, kind, annotator, number, question, reason, seconds)


def annotation_record(row: PageAnnotation) -> Annotation:
    """The record of a row; without an id where no file gave it one."""
    return annotation_of(row, row.assignment.member.name)


def annotation_of(row: PageAnnotation, annotator: str = "") -> Annotation:
    """The same of what somebody said who need not have been given the question."""
    found = _record(
        row.annotation_id,
        row.long,
        row.short,
        row.yes_no,
        row.kind,
        annotator,
        row.candidate,
        row.question,
        row.reason,
        row.seconds_question,
        row.seconds_long,
        row.seconds_short,
    )
    return found._replace(complete=row.is_complete)


def row_of(annotation: Annotation, assignment: int) -> PageAnnotation:
    """The row of a record, not stored. What was not decided when it was left stays so."""
    label, is_good = annotation.label, annotation.question != "bad"
    has_long = label.has_long or annotation.complete
    has_short = label.has_short or (annotation.complete and label.has_long)
    seconds = (*annotation.seconds, 0, 0, 0)
    return PageAnnotation(
        assignment_id=assignment,
        annotation_id=annotation.annotation_id,
        question=annotation.question or "good",
        reason=annotation.reason,
        candidate=annotation.candidate if is_good and has_long else None,
        long=_long(annotation) if is_good and has_long else None,
        kind=annotation.kind,
        short=[list(span) for span in label.short] if is_good and has_short else None,
        yes_no=label.yes_no,
        seconds_question=seconds[0],
        seconds_long=seconds[1],
        seconds_short=seconds[2],
    )


def _long(annotation: Annotation) -> list[int]:
    return list(annotation.label.long) if annotation.label.has_long else []
