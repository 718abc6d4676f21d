"""Whether what is named as known of a candidate's question is where it is said to be."""

from collections.abc import Iterable
from typing import NamedTuple

from assessment.campaigns.models import Campaign, CandidateQuestion
from assessment.campaigns.models.known import Known, parse_known
from assessment.campaigns.selectors.documents import unknown_documents
from assessment.shared.say import sentence
from documents.links import document_url
from documents.marks import find_answer
from documents.paragraphs import paragraph
from documents.selectors import describe_document

MOST = 60  # documents that are read for one page

RESULTS = {
    "exact": sentence("In the document"),
    "respelled": sentence("In the document in another spelling"),
    "missing": sentence("Not in the document"),
    "no_document": sentence("No such document"),
    "no_paragraph": sentence("No such paragraph"),
    "paragraph": sentence("The paragraph is there"),
    "page": sentence("The page is there"),
    "unchecked": sentence("Not checked"),
    "unread": sentence("Not checked: the text is not held here"),
    "unnamed": sentence("No document is named"),
}
WRONG = frozenset({"missing", "no_document", "no_paragraph"})


class Verified(NamedTuple):
    """One thing that is known, and whether it is so."""

    line: str
    docid: str
    result: str  # one of RESULTS
    url: str = ""  # of the document with the answer marked, for whoever may open it

    @property
    def label(self) -> str:
        """The result in words."""
        return RESULTS[self.result]

    @property
    def is_wrong(self) -> bool:
        """Whether somebody should look at it."""
        return self.result in WRONG


def verified(
    campaign: Campaign, questions: Iterable[CandidateQuestion], reader: str = "", *, reads: bool = True
) -> dict[int, list[Verified]]:
    """What is known of each question, by its key, with what its documents say; of very many, the first alone.

    `reader` is who opens the documents, as links name them; without one there are no links. Whoever asks and does not
    read the texts (`reads`) is not told what is in them.
    """
    found: dict[int, list[Verified]] = {}
    left = MOST
    for question in questions:
        known, _ = parse_known(question.known, campaign.track.question_types[question.type])
        if question.page:
            known = [Known("", question.page), *known]
        found[question.pk] = [
            _verified(
                campaign, one, verify(campaign, one, reads=reads) if place < left else "unchecked", reader
            )
            for place, one in enumerate(known)
        ]
        left = max(left - len(known), 0)
    return found


def _verified(campaign: Campaign, known: Known, result: str, reader: str) -> Verified:
    url = ""
    if reader and result not in ("no_document", "unchecked", "unread", "unnamed"):
        url = document_url(
            campaign.collection_slug, known.docid, reader=reader, answer=known.text, passage=known.passage
        )
    return Verified(_line(known), known.docid, result, url)


def _line(known: Known) -> str:
    return known.line if known.text or known.passage else known.docid


def verify(campaign: Campaign, known: Known, *, reads: bool = True) -> str:
    """Whether an answer, nugget, paragraph or page is in the document that is named with it: one of RESULTS.

    An answer is found as judging pages find it: in any dress of its letters that a reader would not notice, else in
    another spelling. A nugget is nobody's words, so that only its document is looked for.
    """
    if not known.docid:
        return "unnamed"
    if not campaign.collection_slug:
        return "unread"
    if unknown_documents(campaign, [known.docid]):
        return "no_document"
    if not reads:
        return "unchecked"
    described = describe_document(campaign.collection_slug, known.docid, answer=known.text)
    if described.state != "held":
        return "unread"
    if known.passage:
        return _in_paragraph(campaign.collection_slug, known)
    if known.vote or not known.text:
        return "page"
    hits = described.hits
    return "exact" if hits.literal else "respelled" if hits.inexact else "missing"


def _in_paragraph(collection: str, known: Known) -> str:
    """The same of an exact answer in its paragraph."""
    text = paragraph(collection, known.docid, known.passage)
    if text is None:
        return "no_paragraph"
    if not known.text:
        return "paragraph"
    found = find_answer(text, known.text)
    return "exact" if found.literal and found.spans else "respelled" if found.inexact else "missing"
