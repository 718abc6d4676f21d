"""What somebody said of a page: as a row of the site, and as the record that scoring and files have."""

from typing import cast

from assessment.judging.models import PageAnnotation
from scoring.annotations import NOWHERE, Annotation, Label, PageSpan, YesNo


def annotation_record(row: PageAnnotation) -> Annotation:
    """The record of a row; without an id where no file gave it one."""
    return Annotation(
        annotation_id=row.annotation_id,
        label=Label(
            PageSpan(*row.long) if row.long else NOWHERE,
            tuple(PageSpan(*span) for span in row.short or ()),
            cast("YesNo", row.yes_no),
        ),
        kind=row.kind,
        annotator=row.assignment.member.name,
        candidate=-1 if row.candidate is None else row.candidate,
        question=row.question,
        reason=row.reason,
        seconds=(row.seconds_question, row.seconds_long, row.seconds_short),
        complete=row.is_complete,
    )


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
