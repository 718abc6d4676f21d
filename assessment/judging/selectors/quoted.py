"""The texts of answers that are places: whole paragraphs, or parts of a page."""

from collections.abc import Iterable, Mapping

from assessment.shared.say import say
from documents.paragraphs import copied_paragraphs
from documents.places import kind_of, place_texts

MOST = 100  # documents that are read for one page; of paragraphs in others the number alone is shown

Place = tuple[str, str]  # a document and the number of a paragraph


def quoted_paragraphs(collection: str, places: Iterable[Place]) -> Mapping[Place, str]:
    """The texts of those that there are, as they were copied for assessors (one query, whatever their number)."""
    asked = set(places)
    docids = sorted({docid for docid, _ in asked})[:MOST]
    if not collection or not docids:
        return {}
    parts = [place for place in asked if place[0] in docids and kind_of(place[1])]
    if parts:  # a campaign has one or the other
        return place_texts(collection, parts)
    texts = copied_paragraphs(collection, docids)
    found = {(docid, number): texts[docid].get(number, "") for docid, number in asked if docid in texts}
    return {place: text for place, text in found.items() if text}


def place_name(passage: str) -> str:
    """What people call the place of an answer: the number of a paragraph, or long or short answer."""
    kind = kind_of(passage)
    if kind:
        return say("long answer") if kind == "long" else say("short answer")
    return f"¶ {passage}" * bool(passage)
