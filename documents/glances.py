"""Layouts of pages for checks that look at very many of them: nothing is kept."""

from documents import selectors, store
from documents.errors import Unreadable
from documents.layouts import VERSION, Layout, made_of
from documents.models import PageLayout, Snapshot
from documents.readers.nq import read_example


def glance(collection_slug: str, docid: str, reading: store.Reading | None = None) -> Layout:
    """The layout of the newest copy of a page, or of its record. A DocumentsError says why there is none."""
    copies = Snapshot.objects.filter(collection__slug=collection_slug, docid=docid).order_by("-revision")
    newest = copies.values_list("pk", flat=True).first()
    kept = PageLayout.objects.filter(snapshot=newest, version=VERSION).first() if newest else None
    if kept:
        return Layout(kept)
    entry = selectors.find_entry(collection_slug, docid)
    try:
        example = read_example(store.read_bytes(entry, reading))
    except (ArithmeticError, LookupError, TypeError, ValueError) as error:
        message = f"The document {docid} is no page of Natural Questions with its tokens."
        raise Unreadable(message, f"Its record cannot be read so: {error}.") from None
    return Layout(made_of(Snapshot(), example))
