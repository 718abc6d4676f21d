"""A document for a frame that shows another one already: what is between its body's tags, without a page of its own.

The frame has our styles, our script and the policy, which the next document has to live with as well. So this is for
documents that need no more than that: plain ones, not pages of the web, nor texts with numbered paragraphs.
"""

from typing import NamedTuple

from django.template.loader import render_to_string

from documents import selectors
from documents.errors import DocumentsError
from documents.marked import MarkRequest, mark_page
from documents.marks import rules_for_parts
from documents.selectors import Description, Opened, described, not_described

LARGEST = 200_000  # characters; a longer one is asked for by its address


class Handed(NamedTuple):
    """A document as `static/documents/keys.js` puts it into a frame."""

    body: str
    rules: str  # of style, for marks in parts
    language: str
    direction: str


def describe_to_hand(collection: str, docid: str, wanted: MarkRequest) -> tuple[Description, Handed | None]:
    """What a judging page says of a document, and the document where it can be handed over."""
    try:
        opened = selectors.open_document(collection, docid)
    except DocumentsError as error:
        return not_described(error), None
    wanted = wanted._replace(language=opened.language)
    if opened.clean or opened.page.body or opened.page.error:
        return described(opened, opened.hits(wanted)), None
    return _handed(opened, wanted)


def _handed(opened: Opened, wanted: MarkRequest) -> tuple[Description, Handed | None]:
    page = selectors.plain_page(opened)
    marked = mark_page(page, wanted)
    context = {"opened": opened, "collection": opened.entry.collection, "page": page}
    context |= marked.parts()
    body = render_to_string("documents/_page.html", context)
    handed = Handed(body, rules_for_parts(body), opened.language, opened.direction)
    return described(opened, marked.hits), handed if len(body) <= LARGEST else None
