"""The texts of answers that are places: whole paragraphs, or parts of a page."""

from collections.abc import Iterable, Mapping

from documents.paragraphs import copied_paragraphs
from documents.places import place_texts

MOST = 100  # documents that are read for one page; of paragraphs in others the number alone is shown

Place = tuple[str, str]  # a document and the number of a paragraph


def quoted_paragraphs(collection: str, places: Iterable[Place]) -> Mapping[Place, str]:
    """The texts of those that there are, as they were copied for assessors (two queries, whatever their number)."""
    asked = set(places)
    docids = sorted({docid for docid, _ in asked})[:MOST]
    if not collection or not docids:
        return {}
    texts = copied_paragraphs(collection, docids)
    found = {(docid, number): texts[docid].get(number, "") for docid, number in asked if docid in texts}
    found |= place_texts(collection, [place for place in asked if place[0] in docids])
    return {place: text for place, text in found.items() if text}
