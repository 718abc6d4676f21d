"""Asks a collection for the exact texts of paragraphs that runs quote."""

from collections import defaultdict
from collections.abc import Collection as Many
from functools import partial

from documents.errors import DocumentsError
from documents.models import Collection
from documents.paragraphs import paragraphs
from documents.readers.shapes import FORMATS
from scoring.tracks.base import ParagraphTexts


def paragraph_texts(collection: Collection) -> ParagraphTexts | None:
    """Tells the texts of paragraphs by document and number; None of a collection that has none here."""
    if not collection.held or collection.format not in FORMATS:
        return None
    return partial(_texts, collection.slug)


def _texts(collection: str, asked: Many[tuple[str, str]]) -> dict[tuple[str, str], str]:
    """The texts of those that there are; each document is read once."""
    numbers: defaultdict[str, list[str]] = defaultdict(list)
    for docid, number in asked:
        numbers[docid].append(number)
    found: dict[tuple[str, str], str] = {}
    for docid, of_document in numbers.items():
        try:
            texts = paragraphs(collection, docid)
        except DocumentsError:
            continue  # unknown documents differ by their ids
        found |= {(docid, number): texts[number] for number in of_document if number in texts}
    return found
