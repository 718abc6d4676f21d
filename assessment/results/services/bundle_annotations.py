"""The annotations of a bundle: what people said of pages, as rows of the site."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from assessment.judging.models import PageAnnotation
from assessment.results.services.bundle_steps import store_rows
from scoring.annotations import Annotation
from scoring.records import Evaluation


class Annotated(NamedTuple):
    """An annotation, and of which question it is."""

    qid: str
    annotation: Annotation

    @property
    def key(self) -> tuple[str, str]:
        """Question and annotator."""
        return self.qid, self.annotation.annotator


def annotated(evaluation: Evaluation) -> Iterator[Annotated]:
    """Every annotation of a bundle."""
    for example in evaluation.annotations:
        for annotation in example.annotations:
            yield Annotated(example.example_id, annotation)


def store_annotations(evaluation: Evaluation, assignments: Mapping[tuple[str, str], int]) -> None:
    """Store what everybody said of pages; `assignments` by question and annotator."""
    store_rows(row_of(one.annotation, assignments[one.key]) for one in annotated(evaluation))


def row_of(annotation: Annotation, assignment: int) -> PageAnnotation:
    """An annotation as a row that is not stored. What was not decided when it was left stays so."""
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
