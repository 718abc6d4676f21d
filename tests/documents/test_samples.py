"""The sample collections: whole, unchanged, and readable to the last word."""

import gzip
import json
import re
from html import unescape
from pathlib import Path

import pytest
from django.conf import settings

from documents.marks import find_answer
from documents.models import DocumentEntry
from documents.nq import ByteSpan, marked, open_marked
from documents.paragraphs import paragraph, paragraphs
from documents.parallel import languages_of
from documents.readers.nq import read_example
from documents.selectors import describe_document, find_entry, get_page, open_document
from documents.services import import_collection
from documents.store import read_bytes

COLLECTIONS = Path(settings.BASE_DIR) / "collections"


@pytest.mark.django_db
@pytest.mark.parametrize(("slug", "documents"), [("halden-newswire", 45), ("town-notes", 8)])
def test_a_sample_imports_without_a_warning(slug: str, documents: int) -> None:
    report = import_collection(COLLECTIONS / slug)
    assert (report.collection.slug, report.collection.documents, report.warnings) == (slug, documents, ())
    for entry in DocumentEntry.visible.all():
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


SHOWN = {
    "vellnotes.test": ("4 January by Ida Marrow –", "windows-1252", ""),
    "kaffee.test": ("Das Café öffnet am Dienstag für alle.", "utf-8", ""),
    "oldwiki.test": ("The naïve bridge “Lower” was rebuilt.", "windows-1252", ""),
    "wide.test": ("The tide table has ≈ 40 lines.", "utf-16-le", ""),
    "nul.test": ("The mill burned down in 1931.", "windows-1252", ""),
    "tangle.test": ("The vote was close: 212 to 209 after recount.", "windows-1252", ""),
    "tables.test": ("Night ferry22:40After", "windows-1252", ""),
    "frames.test": ("", "windows-1252", "set of frames"),
    "moved.test": ("This weblog has moved to another place.", "windows-1252", "switched off"),
    "base.test": ("See the plan of the canal.", "windows-1252", ""),
    "literal.test": (
        "A record ends in\n\nand begins with\n\nas everybody knows.",
        "windows-1252",
        "",
    ),
    "conditional.test": ("You use another.", "windows-1252", ""),
    "written.test": ("", "windows-1252", "made by a script"),
    "noscript.test": ("The choir sang on 12 May.", "windows-1252", ""),
    "plain.test": ("Present: 7 <members>", "windows-1252", ""),
    "packed.test": ("the pier is 310 metres long", "utf-8", "unpacked"),
    "feed.test": ("<p>Force 11 at the point.</p>", "utf-8", ""),
    "gone.test": ("is not here any more", "windows-1252", ""),
    "thread.test": ("Posted by Reader 400", "windows-1252", ""),
    "quirks.test": ("Before\nin the same paragraph\nafter", "windows-1252", ""),
    "script.test": ("The pier was opened in 1884.", "windows-1252", ""),
    "bom.test": ("Grüße aus Vell, 3 €.", "utf-8", ""),
    "nothing.test": ("", "windows-1252", "has no text"),
}


@pytest.mark.django_db
def test_web_pages_are_shown_as_their_authors_meant_them() -> None:
    report = import_collection(COLLECTIONS / "tide-blogs")
    assert report.warnings == ()
    entries = {entry.source: entry for entry in DocumentEntry.visible.all()}
    assert set(entries) == set(SHOWN)
    for host, (text, encoding, remark) in SHOWN.items():
        opened = open_document("tide-blogs", entries[host].docid)
        assert opened.clean, host
        assert text in opened.clean.text, host
        assert "\ufffd" not in opened.clean.text, host
        assert opened.decoded.encoding == encoding, host
        said = " ".join(opened.web.remarks) if opened.web else ""
        assert remark in said if remark else not said, host
        assert int(entries[host].docid[-10:]) == entries[host].offset


@pytest.mark.django_db
def test_single_web_pages() -> None:
    assert import_collection(COLLECTIONS / "harbour-pages").warnings == ()
    opened = open_document("harbour-pages", "lighthouse")
    assert opened.web
    assert opened.web.removed == "1 script"
    assert opened.page.title == "The lighthouse at Sow Rock"
    assert describe_document("harbour-pages", "lighthouse", answer="41 metres").hits.literal
    assert describe_document("harbour-pages", "cafe", answer="café – open").hits.literal


@pytest.mark.django_db
def test_acts_and_debates_in_three_languages() -> None:
    acts = import_collection(COLLECTIONS / "halden-acts")
    assert [(warning.code, warning.line) for warning in acts.warnings] == [
        ("unreadable", 10),
        ("unreadable", 9),
        ("no_paragraphs", 0),
    ]
    debates = import_collection(COLLECTIONS / "halden-debates")
    assert [(warning.code, warning.line) for warning in debates.warnings] == [("unreadable", 6)]
    assert set(languages_of(find_entry("halden-acts", "jrc31931R0007-en.xml"))) == {"de", "fr"}
    assert languages_of(find_entry("halden-acts", "jrc31930L0012-en")) == {}
    beside = languages_of(find_entry("halden-debates", "EP_CRE-19310112-EN_clean"))
    assert beside == {"de": "EP_CRE-19310112-DE_clean", "fr": "EP_CRE-19310112-FR_clean"}


@pytest.mark.django_db
def test_acts_and_debates_in_one_collection() -> None:
    assert import_collection(COLLECTIONS / "coast-council").warnings == ()
    beside = languages_of(find_entry("coast-council", "jrc31935R0004-en.xml"))
    assert set(beside) == {"bg", "de", "es", "fr"}
    debate = languages_of(find_entry("coast-council", "EP_CRE-19370208-EN_clean.xml"))
    assert set(debate) == {"de", "fr"}
    for docid, number, begins in (
        ("jrc31935R0004-bg", "14", "Талите на лодката са от манилско въже"),
        ("jrc31938R0001-fr", "10", "Un bâtiment faisant route dans la brume"),
        ("EP_CRE-19370208-DE_clean", "4", "Herr Präsident, niemand hier ist gegen Dächer."),
    ):
        assert (paragraph("coast-council", docid, number) or "").startswith(begins)


@pytest.mark.django_db
def test_parallel_acts_have_the_same_numbers_but_for_one() -> None:
    import_collection(COLLECTIONS / "coast-council")
    entries = DocumentEntry.visible.filter(collection__slug="coast-council")
    counts: dict[str, set[int]] = {}
    for docid in entries.values_list("docid", flat=True):
        text = re.sub(r"-(?:[a-z]{2}|[A-Z]{2}_clean)$", "", docid)
        counts.setdefault(text, set()).add(len(paragraphs("coast-council", docid)))
    uneven = {text: found for text, found in counts.items() if len(found) > 1}
    assert (len(counts), uneven) == (13, {"jrc31938R0001": {24, 25}})


@pytest.mark.django_db
def test_acts_in_every_encoding() -> None:
    import_collection(COLLECTIONS / "halden-acts")
    for language, encoding, text in (
        ("en", "iso-8859-1", "Done at Lower Bridge, café Corn Hall, 18 June 1932."),
        ("fr", "utf-16-le", "Fait au pont d'Aval, au café Corn Hall, le 18 juin 1932."),
        ("de", "utf-8", "Geschehen an der Unteren Brücke, im Café Corn Hall, am 18. Juni 1932."),
    ):
        docid = f"jrc21932A0618_01-{language}"
        assert paragraph("halden-acts", docid, "5") == text
        assert open_document("halden-acts", docid).decoded.encoding == encoding
    assert (
        paragraph("halden-acts", "jrc31930L0012-en", "3")
        == "The tare of a basket is 1,2 kg; of a wet basket, 1,5 kg."
    )
    assert paragraph("halden-acts", "jrc31930L0012-en", "4") == (
        "x < y & z: the formula of Article 5 (2) is not printed here."
    )


@pytest.mark.django_db
def test_every_annotation_of_the_wiki_is_marked_on_its_page() -> None:
    assert import_collection(COLLECTIONS / "halden-wiki").warnings == ()
    count = 0
    for line in gzip.decompress(
        (COLLECTIONS / "halden-wiki/documents/nq-halden-00.jsonl.gz").read_bytes()
    ).splitlines():
        content = json.loads(line)
        html = content["document_html"].encode()
        for token in content["document_tokens"]:
            assert html[token["start_byte"] : token["end_byte"]].decode() == token["token"]
        for candidate in content["long_answer_candidates"]:
            start, end = candidate["start_token"], candidate["end_token"] - 1
            assert candidate["start_byte"] == content["document_tokens"][start]["start_byte"]
            assert candidate["end_byte"] == content["document_tokens"][end]["end_byte"]
        passages = [
            f"{kind}:{span['start_byte']}:{span['end_byte']}"
            for annotation in content["annotations"]
            for kind, spans in (("long", [annotation["long_answer"]]), ("short", annotation["short_answers"]))
            for span in spans
        ]
        marked = open_marked(open_document("halden-wiki", str(content["example_id"])).snapshot, passages)
        if marked and marked.page.clean:
            assert marked.errors == []
            count += len(marked.places)
            for place in marked.places:
                if place.text:
                    shown = marked.page.clean.text[slice(*place.text)]
                    source = html[place.span.start : place.span.end].decode()
                    assert shown == re.sub("<[^>]*>", "", unescape(source))
    assert count == 37


@pytest.mark.django_db
def test_candidates_of_the_wiki_are_outlined() -> None:
    import_collection(COLLECTIONS / "halden-wiki")
    for entry in DocumentEntry.visible.all():
        example = read_example(read_bytes(entry))
        spans = [ByteSpan("long", candidate.start, candidate.end) for candidate in example.candidates]
        found = marked(example, spans)
        shown = [not place.error for place in found.places]
        if (
            entry.docid == "78"
        ):  # those in a script's, a noscript's and a comment's text are none that is shown
            assert shown.count(True) == 1
        else:
            assert all(shown)
        assert len({place.id for place in found.places if place.id}) == shown.count(True)
