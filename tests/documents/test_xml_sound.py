"""What is told of a file of XML in short agrees with the whole reading."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from documents.readers import xmltext
from documents.readers.shapes import Shape, make_shape
from documents.readers.xmlsound import is_sound

ACQUIS, EUROPARL = make_shape("acquis", {}), make_shape("europarl", {})
PREFIXED = make_shape("acquis", {"record": "", "text": "."})
DOCIDS = {ACQUIS: "jrc31999R0001-en", EUROPARL: "EP_A-19990101-en", PREFIXED: "jrc31999R0001-en"}
FRAGMENTS = (
    "<TEI.2>", "</TEI.2>", "<text>", "</text>", "<body>", "</body>", '<p n="1">', "<p n=''>", "<p>", "</p>", "<head n='1'>",
    "</head>", "<doc lang='en'>", "</doc>", '<p id="2">', "<title id='1'>", "</title>", "word", "é", " ", "\n", "\r", "\t",
    "&amp;", "&eacute;", "&bogus;", "&#233;", "&#0;", "&#xFFFE;", "&", "<", ">", "]]>", "<![CDATA[", "<!--", "-->", "--",
    "<?pi x?>", "<?xml version='1.0'?>", "<?a:b c?>", "<!DOCTYPE TEI.2>", "<!DOCTYPE x [<!ENTITY a 'b'>]>", "&a;",
    "<x:p n='1' xmlns:x='u'>", "</x:p>", "<x:p n='1'>", "<p x:n='1' xmlns:x='u'>", "<p xmlns='u' n='1'>", "<p xmlns='' n='1'>",
    "<a:b:c xmlns:a='u'/>", "<a: xmlns:a='u'/>", "<:a/>", "<p n='1' n='2'>", "<p xmlns:x='' n='1'>", "<p xmlns:xml='u'>",
    "<xmlns:p n='1'>", "<p xmlns:x='u' xmlns:y='u' x:a='1' y:a='2'>", "<p xml:id='1'>", "<p xml:space='x'>", "<p xml:lang=''>",
    "<p n=1>", "<p n='<'>", "<br/>", "<1>", "<é n='1'/>", "<a·b/>", "<·/>", "\x00", "\x07", "\x85", "\ufeff", "\ufffe", "\U0001f600",
    "<p n='&lt;&eacute;'>", "<p n='\n1'>", "</p >", "< p>", "<p\tn='3'>", "<p n = '4'>", "<a\u0130 n='1'/>", "<\U00010000/>",
)  # fmt: skip  # a table of cases, read by the row
shapes = st.sampled_from(list(DOCIDS))
encodings = st.sampled_from(("utf-8", "utf-8-sig", "utf-16", "latin-1"))
inner = st.lists(st.sampled_from(FRAGMENTS), max_size=8).map("".join)
wrapped = inner.map(lambda text: f"<TEI.2><text><p n='1'>a</p>{text}</text></TEI.2>")
anything = st.lists(st.sampled_from(FRAGMENTS), max_size=14).map("".join)


def agrees(shape: Shape, data: bytes) -> bool:
    """Whether nothing is wrong with a file that is told to be sound."""
    return not is_sound(shape, data) or not list(xmltext._problems((shape,), DOCIDS[shape], data, "file"))


@example(ACQUIS, "<TEI.2><text><p n='1'>a<a:b:c xmlns:a='u'/></p></text></TEI.2>", "utf-8")
@example(ACQUIS, "<TEI.2><text><p n='1'>a</p></text></TEI.2>", "utf-16")
@example(ACQUIS, "<TEI.2><text><p n='1' xml:id='1'>a</p></text></TEI.2>", "utf-8")
@given(shapes, anything | wrapped, encodings)
def test_a_sound_file_has_no_problem(shape: Shape, text: str, encoding: str) -> None:
    assert agrees(shape, text.encode(encoding, "replace"))


@given(shapes, st.binary(max_size=40), wrapped)
def test_nor_has_it_with_any_bytes_in_it(shape: Shape, strange: bytes, text: str) -> None:
    data = text.encode(errors="replace")
    assert agrees(shape, data[:30] + strange + data[30:])


@pytest.mark.parametrize("depth", [10, 190, 300, 3000])
@pytest.mark.parametrize("beside", ["", "<br/>" * 500, "<i>x</i>" * 500])
def test_deep_ones_are_left_to_the_whole_reading(depth: int, beside: str) -> None:
    text = f"<TEI.2><text><p n='1'>a</p>{beside}{'<d>' * depth}{'</d>' * depth}</text></TEI.2>".encode()
    assert agrees(ACQUIS, text)
    assert is_sound(ACQUIS, text) == (depth < 200)


@pytest.mark.parametrize(
    ("shape", "text"),
    [
        (ACQUIS, "<TEI.2><teiHeader/><text><body><p n='1'>a</p></body></text></TEI.2>"),
        (ACQUIS, "<?xml version='1.0'?><!DOCTYPE TEI.2 SYSTEM 'x'><c><TEI.2><text><p n='1'>&eacute;</p></text></TEI.2></c>"),
        (EUROPARL, "\ufeff<doc lang='en'><p id='1'>&amp;</p></doc>"),
        (PREFIXED, "<x:any xmlns:x='u' n='1'><x:head n='1'>a</x:head></x:any>"),
    ],
)  # fmt: skip  # a table of cases, read by the row
def test_usual_files_are_told_in_short(shape: Shape, text: str) -> None:
    assert is_sound(shape, text.encode())


@pytest.mark.parametrize(
    "text",
    [
        "<TEI.2><text><p>a</p></text></TEI.2>",
        "<TEI.2><p n='1'>a</p><text>a</text></TEI.2>",
        "<TEI.2><text>a</text><text><p n='1'>a</p></text></TEI.2>",
        "<c><TEI.2><text/></TEI.2><TEI.2><text><p n='1'>a</p></text></TEI.2></c>",
        "<other><text><p n='1'>a</p></text></other>",
        "<TEI.2><text><p n='1'>a</p></text>",
        "",
    ],
)
def test_others_are_not(text: str) -> None:
    assert not is_sound(ACQUIS, text.encode())
