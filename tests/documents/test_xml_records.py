"""Acquis and Europarl files: their parts, their numbers, what is wrong with them, and the paragraphs of a collection."""

import io
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from documents.errors import CollectionRefused, Problem, UnknownDocument, Unreadable
from documents.paragraphs import paragraph, paragraphs
from documents.readers import READERS, reader_for
from documents.readers.base import Record
from documents.selectors import describe_document, known_docids, open_document
from documents.services import import_collection
from documents.text import Block, Field, Page
from tests.documents.helpers import make_folder

ACT = """<?xml version="1.0" encoding="UTF-8"?>
<TEI.2 id="jrc31999R0001-en" n="31999R0001" lang="en">
<teiHeader><profileDesc><classCode scheme="eurovoc">1234</classCode></profileDesc></teiHeader>
<text><body><head n="1">On ferries</head>
<div type="body"><p n="2">First.</p><p n="3">Second, of <hi>two
lines</hi>.</p></div>
<div type="signature"><p n="4">Done at Vell</p></div><div type="annex"><p n="5">ANNEX</p></div></body></text></TEI.2>
"""
DEBATE = """<doc lang="EN"><chapter id="1"><head>Opening</head>
<speaker name="Ida Marrow"><p id="1">Mr President.</p><p id="2">Go on.</p></speaker>
<speaker name="President"/><p id="3">Thank you.</p></chapter></doc>
"""


def found(data: bytes, file: str = "en/1999/jrc31999R0001-en.xml", format: str = "acquis") -> list[object]:
    return list(READERS[format].records(io.BytesIO(data), file))


def page(data: str | bytes, docid: str = "jrc31999R0001-en", format: str = "acquis") -> Page:
    opened = READERS[format].opened
    assert opened
    return opened(docid, data.encode() if isinstance(data, str) else data)[1]


def test_an_act_has_its_title_its_parts_and_its_numbers() -> None:
    shown = page(ACT)
    assert (shown.title, shown.date, shown.language, shown.error) == ("On ferries", "1999", "en", "")
    assert shown.body == (
        Block("title", "On ferries", "1"),
        Block("paragraph", "First.", "2"),
        Block("paragraph", "Second, of two lines.", "3"),
        Block("section", "Signature", "signature"),
        Block("paragraph", "Done at Vell", "4"),
        Block("section", "Annex", "annex"),
        Block("paragraph", "ANNEX", "5"),
    )
    assert shown.fields == (Field("classCode", "1234"),)


def test_a_debate_names_its_speakers_around_and_before_what_they_say() -> None:
    shown = page(DEBATE, "EP_CRE-20090112-EN_clean", "europarl")
    assert (shown.date, shown.language) == ("12 January 2009", "en")
    assert [(block.kind, block.text) for block in shown.body] == [
        ("heading", "Opening"),
        ("speaker", "Ida Marrow"),
        ("paragraph", "Mr President."),
        ("paragraph", "Go on."),
        ("speaker", "President"),
        ("paragraph", "Thank you."),
    ]


def test_text_outside_of_paragraphs_is_shown_without_a_number() -> None:
    shown = page(ACT.replace('<p n="2">', 'Stray words. <p n="2">').replace("</body>", "late</body>"))
    assert [block.text for block in shown.body if not block.label] == ["Stray words.", "late"]


def test_a_namespace_changes_nothing() -> None:
    assert page(ACT.replace("<TEI.2 ", '<TEI.2 xmlns="http://tei.test/" ')).body == page(ACT).body


@pytest.mark.parametrize(
    ("faulty", "line", "said"),
    [
        (ACT.replace("First", "AT&T").encode(), 5, "line 5, column"),
        (ACT.replace("First", "caf\xe9").encode("latin-1"), 5, "line 5, column 30: byte 0xe9 is not utf-8"),
        (ACT.replace("</div>", "", 1).encode(), 7, "line 7"),
        (ACT.replace("First", "&unheardof;").encode(), 5, "unheardof"),
        (b"", 1, "empty"),
        (b"<html><body>not an act</body></html>", 1, "there is no element 'TEI.2'"),
        (ACT.replace("UTF-8", "klingon").encode(), 1, "the encoding 'klingon' is unknown"),
        (b"<TEI.2>" + b"<div>" * 300 + b"</div>" * 300 + b"</TEI.2>", 1, "depth"),
        (ACT.replace("First", "a\x00b").encode(), 5, "line 5"),
    ],
)
def test_a_faulty_file_is_reported_with_its_place_and_kept_as_source(
    faulty: bytes, line: int, said: str
) -> None:
    problem, record = found(faulty)
    assert isinstance(problem, Problem)
    assert (problem.code, problem.line) == ("unreadable", line)
    assert said in problem.message
    assert isinstance(record, Record)
    assert record.data == faulty
    shown = page(faulty)
    assert shown.error
    assert [block.kind for block in shown.body] == (["source"] if faulty else [])


def test_characters_by_name_need_no_dtd_and_no_entity_is_resolved() -> None:
    doctype = '<!DOCTYPE TEI.2 SYSTEM "http://outside.test/tei.dtd" [<!ENTITY a "]>"><!ENTITY b SYSTEM "/etc/passwd">]>\n'
    named = ACT.replace("?>\n", f"?>\n{doctype}").replace("First", "Caf&eacute; &amp; b &lt;")
    assert page(named).body[1].text == "Café & b <."
    assert "b" in page(named.replace("&eacute;", "&b;")).error
    laughs = '<!DOCTYPE a [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]>\n'
    assert page(ACT.replace("?>\n", f"?>\n{laughs}").replace("First", "&b;")).error


def test_a_doctype_that_is_not_found_is_a_fault_and_never_loses_text() -> None:
    hidden = '<?odd a>b ?>\n<!DOCTYPE TEI.2 [<!ENTITY b "lost">]>\n'
    assert "DOCTYPE" in page(ACT.replace("?>\n", f"?>\n{hidden}").replace("First", "&b;")).error


def test_characters_by_name_stand_in_cdata_as_they_are() -> None:
    shown = page(ACT.replace("First", "&eacute;<![CDATA[&eacute; <![CDATA[ < ]]>&eacute;"))
    assert shown.body[1].text == "é&eacute; <![CDATA[ < é."


@pytest.mark.parametrize(
    "tricky",
    [" " * 200_000, "<!--" * 50_000, "<?" * 50_000, "<!DOCTYPE " * 20_000, "<!DOCTYPE a [" + "<!--" * 50_000],
)
def test_tricky_beginnings_take_no_time(tricky: str) -> None:
    assert page(tricky + "x").error
    assert page(ACT.replace("First", "<![CDATA[" * 50_000)).error


@pytest.mark.parametrize("encoding", ["utf-16", "utf-8-sig", "iso-8859-1", "windows-1252"])
def test_the_file_names_its_own_encoding(encoding: str) -> None:
    text = ACT.replace("First", "Café").replace('"UTF-8"', f'"{encoding}"')
    assert page(text.encode(encoding)).body[1].text == "Café."


def test_names_of_elements_come_from_the_manifest() -> None:
    mapping = {
        "acquis": {"record": "act", "paragraph": "para", "number": "id", "labels": {"annex": "Anhang"}}
    }
    other = ACT.replace("TEI.2", "act").replace("<p n=", "<para id=").replace("</p>", "</para>")
    opened = reader_for("acquis", mapping).opened
    assert opened
    body = opened("jrc31999R0001-en", other.encode())[1].body
    assert Block("paragraph", "First.", "2") in body
    assert Block("section", "Anhang", "annex") in body


@given(st.binary() | st.text().map(lambda text: ACT.replace("First", text).encode()))
def test_no_bytes_make_a_reader_fail(data: bytes) -> None:
    for format, docid in (("acquis", "jrc31999R0001-en"), ("europarl", "EP_TA-20090113-IT_clean")):
        *_, record = found(data, f"{docid}.xml", format)
        assert isinstance(record, Record)
        page(data, docid, format)


@pytest.fixture
def acts(tmp_path: Path) -> Path:
    files = {
        "en/1999/jrc31999R0001-en.xml": ACT.encode(),
        "en/1999/jrc31999R0002-en.xml": ACT.replace("First", "AT&T").encode(),
        "fr/1999/jrc31999R0001-fr.xml": ACT.replace("First", "Premier").replace('"en"', '"fr"').encode(),
        "EP/EP_CRE-20090112-EN_clean.xml": DEBATE.encode(),
    }
    return make_folder(tmp_path, files, 'slug = "acts"\nformat = "respubliqa"\n')


@pytest.mark.django_db
def test_a_collection_of_both_and_its_paragraphs(acts: Path) -> None:
    report = import_collection(acts)
    assert report.collection.documents == 4
    assert [(warning.file, warning.code) for warning in report.warnings] == [
        ("en/1999/jrc31999R0002-en.xml", "unreadable")
    ]
    assert paragraph("acts", "jrc31999R0001-en.xml", "3") == "Second, of two\nlines."
    assert paragraph("acts", "jrc31999R0001-fr", "2") == "Premier."
    assert paragraph("acts", "EP_CRE-20090112-EN_clean", "3") == "Thank you."
    assert list(paragraphs("acts", "jrc31999R0001-en")) == ["1", "2", "3", "4", "5"]
    assert paragraph("acts", "jrc31999R0001-en", "9") is None
    assert paragraph("acts", "jrc31999R0002-en", "2") is None
    assert paragraph("acts", "jrc31999R0003-en", "2") is None
    with pytest.raises(Unreadable, match="line 5"):
        paragraphs("acts", "jrc31999R0002-en")
    with pytest.raises(UnknownDocument):
        paragraphs("acts", "jrc31999R0001-en.xml.xml")
    assert describe_document("acts", "jrc31999R0001-en", answer="of two lines").hits.literal
    assert "AT&T" in open_document("acts", "jrc31999R0002-en").page.body[0].text


@pytest.mark.django_db
def test_a_paragraph_comes_from_the_copy_that_assessors_read(acts: Path) -> None:
    import_collection(acts)
    assert paragraph("acts", "jrc31999R0001-en", "2") is not None
    open_document("acts", "jrc31999R0001-en")
    for file in acts.rglob("*.xml"):
        file.unlink()
    assert paragraph("acts", "jrc31999R0001-en", "3") == "Second, of two\nlines."
    assert paragraph("acts", "jrc31999R0001-fr", "2") is None


@pytest.mark.django_db
def test_ids_may_bear_their_ending_or_not(acts: Path) -> None:
    import_collection(acts)
    asked = ["jrc31999R0001-en", "jrc31999R0001-en.xml", "jrc31999R0009-en.xml", "jrc31999R0001-en.XML"]
    assert known_docids("acts", asked) == set(asked[:2])


@pytest.mark.django_db
def test_what_a_manifest_says_of_the_shape_is_checked_and_kept(acts: Path) -> None:
    (acts / "manifest.toml").write_text(
        'slug = "acts"\nformat = "acquis"\n[acquis]\nsection = ""\nids = "jrc(.*"\npara = "p"\n'
    )
    with pytest.raises(CollectionRefused) as refused:
        import_collection(acts)
    assert len(refused.value.problems) == 2
    (acts / "manifest.toml").write_text('slug = "acts"\nformat = "respubliqa"\n[acquis]\nsection = ""\n')
    assert import_collection(acts).collection.mapping == {"acquis": {"section": ""}}
    assert all(block.kind != "section" for block in open_document("acts", "jrc31999R0001-fr").page.body)


def test_a_file_of_another_name_is_left_out() -> None:
    (problem,) = found(ACT.encode(), "notes.xml")
    assert isinstance(problem, Problem)
    assert problem.code == "bad_docid"
