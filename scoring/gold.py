"""The gold standard: which responses it settles without an assessor (ResPubliQA 2010 guidelines, section VII).

A paragraph matches where document and number are those of a gold answer of its question; a paragraph with an exact
answer also needs the answer, white space folded. A document's id means the same with and without `.xml`.
"""

import re
from collections.abc import Callable, Collection, Iterable

from scoring.records import GoldAnswer, Item, Judgment

ASSESSOR = "gold"  # under which automatic judgments stand in judgments.csv
GRADE = "R"
_LANGUAGE = re.compile(r".*-([A-Za-z]{2})(?:_clean)?", re.DOTALL)  # at the end of an id of either collection
AUTOMATIC = "automatic"  # the kind of such a judgment


def matcher(gold: Iterable[GoldAnswer]) -> Callable[[Item], bool]:
    """Tells whether a pool item is right by the gold standard. It never tells that one is wrong."""
    paragraphs: set[tuple[str, str, str]] = set()
    answers: set[tuple[str, str, str, str]] = set()
    for qid, docid, passage, answer in gold:
        place = qid, bare_docid(docid), passage
        paragraphs.add(place)
        if answer:
            answers.add((*place, folded(answer)))

    def matches(item: Item) -> bool:
        place = item.qid, bare_docid(item.docid), item.passage
        return (*place, folded(item.answer)) in answers if item.answer else place in paragraphs

    return matches


def automatic_judgments(items: Iterable[Item], gold: Collection[GoldAnswer]) -> list[Judgment]:
    """What the gold standard says of some pool items: a judgment of each that it has."""
    if not gold:
        return []
    matches = matcher(gold)
    return [Judgment(item, ASSESSOR, GRADE, kind=AUTOMATIC) for item in items if matches(item)]


def bare_docid(docid: str) -> str:
    """The id of a document without the suffix of its file."""
    return docid.removesuffix(".xml")


def language_of(docid: str) -> str:
    """The language that the id of a document tells, in capitals; "" where it tells none."""
    language = _LANGUAGE.fullmatch(bare_docid(docid))
    return language[1].upper() if language else ""


def folded(text: str) -> str:
    """The text with each run of white space as one blank, and none at its ends."""
    return " ".join(text.split())
