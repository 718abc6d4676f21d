"""The annotations of a bundle: what people said of pages, as rows of the site."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from assessment.judging.selectors.annotation_records import row_of
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
