"""A page to annotate: its boxes and words, by the layout of its document."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple

from assessment.campaigns.models import Question
from assessment.shared.errors import Refused
from assessment.shared.say import say, sentence
from documents.errors import DocumentsError
from documents.layouts import CandidateText, Layout, candidate_texts, layout_of
from scoring.annotations import KINDS

_NAMES = {
    "paragraph": (sentence("paragraph"), sentence("Paragraph")),
    "table": (sentence("table"), sentence("Table")),
    "row": (sentence("row"), sentence("Row")),
    "list": (sentence("list"), sentence("List")),
    "item": (sentence("item"), sentence("Item")),
}


class Page(NamedTuple):
    """A page that is annotated: a document of a collection, which is empty where the campaign has none yet."""

    collection: str
    docid: str


def page_of(question: Question) -> Page:
    """The page of a question of the evaluation: the document of the same id."""
    return Page(question.campaign.collection_slug, question.qid)


def open_layout(page: Page) -> Layout:
    """The layout of a page; Refused where the page is not held, with what is missing."""
    with _held(page):
        return layout_of(*page)


def boxes_of(page: Page) -> Sequence[CandidateText]:
    """The boxes of a page with their texts; Refused as above."""
    with _held(page):
        return candidate_texts(*page)


@contextmanager
def _held(page: Page) -> Iterator[None]:
    """What documents say of a missing page, said to an annotator."""
    if not page.collection:
        raise Refused(
            say("This campaign has no document collection yet, so there is no page to answer from."),
            "no_collection",
            say("Ask the organizer to choose one."),
        )
    try:
        yield
    except DocumentsError as error:
        raise Refused(
            say("The page of this question cannot be shown. {why}", why=error.message),
            "page_missing",
            say("Tell the organizer. The question itself can be annotated meanwhile."),
        ) from error


def kind_of(opening: str) -> str:
    """Paragraph, table, row, list or item, by the tag that opens a box."""
    return KINDS.get(opening, "")


def kind_name(kind: str) -> str:
    """The kind of a box within a sentence, in the reader's language; empty where none is told."""
    return say(_NAMES[kind][0]) if kind in _NAMES else kind


def kind_title(kind: str) -> str:
    """The same as it begins a line: "Paragraph"; "Box" where none is told."""
    return say(_NAMES[kind][1]) if kind in _NAMES else say("Box")
