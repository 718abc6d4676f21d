"""The page of a question: its boxes and words, by the layout of its document."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from assessment.campaigns.models import Question
from assessment.shared.errors import Refused
from documents.errors import DocumentsError
from documents.layouts import CandidateText, Layout, candidate_texts, layout_of
from scoring.annotations import KINDS


def open_layout(question: Question) -> Layout:
    """The layout of a question's page; Refused where the page is not held, with what is missing."""
    with _held(question) as collection:
        return layout_of(collection, question.qid)


def boxes_of(question: Question) -> Sequence[CandidateText]:
    """The boxes of a question's page with their texts; Refused as above."""
    with _held(question) as collection:
        return candidate_texts(collection, question.qid)


@contextmanager
def _held(question: Question) -> Iterator[str]:
    """What documents say of a missing page, said to an annotator."""
    collection = question.campaign.collection_slug
    if not collection:
        raise Refused(
            "This campaign has no document collection yet, so there is no page to answer from.",
            "no_collection",
            "Ask the organizer to choose one.",
        )
    try:
        yield collection
    except DocumentsError as error:
        raise Refused(
            f"The page of this question cannot be shown. {error.message}",
            "page_missing",
            "Tell the organizer. The question itself can be annotated meanwhile.",
        ) from error


def kind_of(opening: str) -> str:
    """Paragraph, table, row, list or item, by the tag that opens a box."""
    return KINDS.get(opening, "")
