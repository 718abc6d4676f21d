"""What people said of pages, read from the database as the records that scoring works on."""

import hashlib
from collections.abc import Mapping
from itertools import groupby
from operator import itemgetter

from assessment.judging.models import PageAnnotation
from assessment.judging.selectors.annotation_records import annotation_record
from assessment.results.selectors.chosen import Chosen, in_chunks
from scoring.annotations import AnnotatedExample, Annotation


def load_annotations(chosen: Chosen, qids: Mapping[int, str]) -> tuple[AnnotatedExample, ...]:
    """Read what everybody said, by question and annotator; what was handed over and what is not complete, too."""
    said = PageAnnotation.objects.filter(chosen.of("assignment__question")).exclude(question="")
    rows = in_chunks(said.select_related("assignment__member").order_by("assignment_id"))
    found = sorted(
        (qids[row.assignment.question_id], row.assignment.member.name, annotation_record(row)) for row in rows
    )
    return tuple(
        AnnotatedExample(qid, tuple(with_id(one, chosen.campaign.slug, qid) for *_, one in some))
        for qid, some in groupby(found, key=itemgetter(0))
    )


def made_id(slug: str, qid: str, annotator: str) -> str:
    """The id of an annotation that was made here, a number of 63 bits: the same in each export of the campaign."""
    digest = hashlib.sha256("\0".join((slug, qid, annotator)).encode()).digest()
    return str(int.from_bytes(digest[:8]) >> 1)


def with_id(annotation: Annotation, slug: str, qid: str) -> Annotation:
    """The annotation with its id: that of its file, or one made here."""
    return annotation._replace(
        annotation_id=annotation.annotation_id or made_id(slug, qid, annotation.annotator)
    )
