"""How records are shown: the parts of each kind of source, and nothing lost."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from documents.encoding import decode
from documents.readers import READERS
from documents.readers.newswire_page import page
from documents.readers.plain import page as plain_page
from documents.text import Field, Page


def words(text: str) -> list[str]:
    return re.findall(r"\w+", text)


def shown(found: Page) -> str:
    return " ".join(block.text for block in found.blocks)


def test_associated_press_shape() -> None:
    found = page(
        "AP890102-0001",
        "<DOC>\n<DOCNO> AP890102-0001 </DOCNO>\n<FILEID>AP-1</FILEID>\n<HEAD>One</HEAD>\n<HEAD>Two</HEAD>\n"
        "<BYLINE>By ANN ONYM</BYLINE>\n<DATELINE>HERE (AP) </DATELINE>\n"
        "<TEXT>\n   AT&amp;T said ``yes'' -- on\nFriday.\n   ``No,'' it said\nlater.\n</TEXT>\n</DOC>",
    )
    assert found.title == "One · Two"
    assert found.byline == "By ANN ONYM · HERE (AP)"
    assert found.date == "2 January 1989"
    assert found.paragraphs == ("AT&T said ``yes'' -- on Friday.", "``No,'' it said later.")
    assert found.fields == (Field("FILEID", "AP-1"),)


def test_financial_times_shape_with_crlf() -> None:
    text = decode(
        b"<DOC>\r\n<DOCNO>FT911-1</DOCNO>\r\n<DATE>910514\r\n</DATE>\r\n<HEADLINE>\r\nFT  14 MAY 91 / Up\r\n"
        b"</HEADLINE>\r\n<TEXT>\r\nIt rose.\r\n\r\nIt fell.\r\n</TEXT>\r\n<PUB>The Paper\r\n</PUB>\r\n</DOC>"
    ).text
    found = page("FT911-1", text)
    assert (found.title, found.date, found.source) == ("FT 14 MAY 91 / Up", "14 May 1991", "The Paper")
    assert found.paragraphs == ("It rose.", "It fell.")
    assert Field("DATE", "910514") in found.fields


def test_los_angeles_times_shape() -> None:
    found = page(
        "LA010189-0001",
        "<DOC><DATE>\n<P>\nJanuary 1, 1989, Sunday\n</P>\n</DATE><HEADLINE><P>\nBIG\n</P></HEADLINE>"
        "<TEXT><P>\nOne.\n<P>\nTwo.\n</P></TEXT></DOC>",
    )
    assert (found.title, found.date) == ("BIG", "January 1, 1989, Sunday")
    assert found.paragraphs == ("One.", "Two.")


def test_aquaint_shape_and_its_typesetting_marks() -> None:
    found = page(
        "NYT19980601.0003",
        "<DOC><DATE_TIME> 1998-06-01 12:00 </DATE_TIME><BODY><SLUG> BC </SLUG><HEADLINE>\nHI\n</HEADLINE>\n"
        "&UR; By A. B. &LR;\n<TEXT>\n<P>\n\tOne&MD;.\n</P>\n</TEXT>\n</BODY></DOC>",
    )
    assert (found.title, found.date) == ("HI", "1 June 1998")
    assert found.paragraphs == ("By A. B.", "One.")
    assert Field("SLUG", "BC") in found.fields


@pytest.mark.parametrize(
    ("written", "seen"),
    [
        ("A&amp;B &lt;x&gt;", "A&B <x>"),
        ("well&hyph;known &blank;fact", "well-known fact"),
        ("&sect; 5 caf&eacute; &#233; &#xe9;", "§ 5 café é é"),
        ("AT&T, R&D; &unknown;", "AT&T, R&D; &unknown;"),
        ("a < b and c > d, <me@here.org>", "a < b and c > d, <me@here.org>"),
        ("see <F P=105>English</F> text", "see English text"),
        ("x <!-- PJG ITAG l=90 --> y", "x y"),
        ("open <P>unclosed", "open unclosed"),
    ],
)
def test_what_a_reader_of_the_text_sees(written: str, seen: str) -> None:
    assert " ".join(page("A-1", f"<DOC><TEXT>{written}</TEXT></DOC>").paragraphs) == seen


def test_unknown_tags_become_fields_and_their_text_stays() -> None:
    found = page(
        "A-1", "<DOC><1ST_LINE>r a</1ST_LINE>\n<GRAPHIC><P>Photo, a hat</P></GRAPHIC><TEXT>Body</TEXT></DOC>"
    )
    assert found.fields == (Field("1ST_LINE", "r a"), Field("GRAPHIC", "Photo, a hat"))


def test_a_date_that_does_not_exist_is_shown_as_it_stands() -> None:
    assert page("FT911-1", "<DATE>919999</DATE>").date == "919999"
    assert page("AP899999-0001", "").date == ""


PARTS = st.lists(
    st.tuples(
        st.sampled_from(["HEAD", "TEXT", "P", "GRAPHIC", "BYLINE", "F", ""]),
        st.text("abcxyz \n\t.", max_size=20),
    ),
    max_size=8,
)


@given(PARTS, st.booleans())
def test_no_word_of_a_record_is_lost(parts: list[tuple[str, str]], closed: bool) -> None:
    tagged = [
        (f"<{tag}> {body} </{tag}>" if closed else f"<{tag}> {body} ") if tag else f" {body} "
        for tag, body in parts
    ]
    expected = [word for _, body in parts for word in words(body)]
    assert sorted(words(shown(page("A-1", f"<DOC>{''.join(tagged)}</DOC>")))) == sorted(expected)


@given(st.text("<>/!-&;#=DOCPTEXT \n", max_size=200) | st.text(max_size=100))
def test_any_text_at_all_can_be_shown(text: str) -> None:
    for reader in READERS.values():
        assert isinstance(reader.page("A-1", text).blocks, tuple)


def test_plain_text_has_its_first_line_as_title() -> None:
    found = plain_page("note", "A  title\n\nOne\nand more.\n \n\nTwo.\n")
    assert found.title == "A title"
    assert found.paragraphs == ("One and more.", "Two.")
    assert plain_page("note", " \n").blocks == ()


def test_encodings_are_named_with_the_reason() -> None:
    assert decode("Ä".encode())[:2] == ("Ä", "utf-8")
    assert decode(b"caf\xe9 \x96").text == "café –"
    assert decode(b"caf\xe9").encoding == "windows-1252"
    assert "not valid utf-8" in decode(b"caf\xe9").reason
    assert decode("ÄB".encode("utf-16")) == ("ÄB", "utf-16-le", "byte order mark")
    assert decode(b"\x81\x00a", "utf-8 else windows-1252").text == "\ufffd\ufffda"
    assert decode(b"\xe9", "iso-8859-7").text == "ι"
    assert decode("e\u0301".encode()).text == "é"
    shown = decode(bytes(range(128))).text.replace("\n", "").replace("\t", "").replace("\f", "")
    assert [character for character in shown if character < " " or character == "\x7f"] == []
    assert shown.count("\ufffd") == 29  # all controls but tab, LF, FF and CR
