"""The sample collections: whole, unchanged, and readable to the last word."""

from pathlib import Path

import pytest
from django.conf import settings

from documents.marks import find_answer
from documents.models import DocumentEntry
from documents.selectors import describe_document, get_page
from documents.services import import_collection

COLLECTIONS = Path(settings.BASE_DIR) / "collections"


@pytest.mark.django_db
@pytest.mark.parametrize(("slug", "documents"), [("halden-newswire", 45), ("town-notes", 8)])
def test_a_sample_imports_without_a_warning(slug: str, documents: int) -> None:
    report = import_collection(COLLECTIONS / slug)
    assert (report.collection.slug, report.collection.documents, report.warnings) == (slug, documents, ())
    for entry in DocumentEntry.objects.all():
        page = get_page(slug, entry.docid)
        assert page.paragraphs, entry.docid
        assert page.title, entry.docid
        assert slug == "town-notes" or (page.date and page.source), entry.docid
        text = "".join(block.text for block in page.blocks)
        assert not set(text) & set("<>\ufffd\r"), entry.docid
        assert "&" not in text.replace("& Daughters", ""), entry.docid


@pytest.mark.django_db
def test_what_was_read_how() -> None:
    import_collection(COLLECTIONS / "halden-newswire")
    described = describe_document("halden-newswire", "TELE-19260413-0009", answer="One must be patient")
    assert described.encoding == "windows-1252"
    assert described.source == "Evening Telegraph"
    assert described.hits.literal
    page = get_page("halden-newswire", "ML301-77")
    assert find_answer(page.paragraphs[0], "Lott & Daughters").literal
    assert page.date == "24 January 1930"


def test_the_folder_of_collections_holds_no_program() -> None:
    assert not list(COLLECTIONS.rglob("*.py"))
