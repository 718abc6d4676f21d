"""Blog06 bundles: records found in bytes whatever the pages hold, and each page's own encoding and address."""

import gzip
import runpy
from io import BytesIO
from pathlib import Path

import pytest
from django.conf import settings
from hypothesis import given
from hypothesis import strategies as st

from documents.errors import Problem
from documents.readers import blog06, html
from documents.readers.base import Record
from documents.webpage import decode_page, read_page

SAMPLE = Path(settings.BASE_DIR) / "collections" / "tide-blogs" / "documents"


def blog(docno: str, body: bytes = b"<p>text", extra: bytes = b"", end: bytes = b"\n</DOC>\n") -> bytes:
    head = f"<DOC>\n<DOCNO>{docno}</DOCNO>\n<PERMALINK>http://a.test/b/c.html</PERMALINK>\n<DOCHDR>\nHTTP/1.1 200 OK\n"
    return head.encode() + extra + b"\n</DOCHDR>\n" + body + end


def read(data: bytes) -> list[Record | Problem]:
    return list(blog06.records(BytesIO(data), "a.gz"))


def ids(data: bytes) -> list[str]:
    return [found.docid if isinstance(found, Record) else found.code for found in read(data)]


def test_records_lie_where_they_say() -> None:
    data = blog("A-1") + b"\n" + blog("A-2", b"\xff\x00\r\n") + blog("A-3", end=b"</DOC>")
    found = read(data)
    assert ids(data) == ["A-1", "A-2", "A-3"]
    for record in found:
        assert isinstance(record, Record)
        assert data[record.offset : record.offset + len(record.data)] == record.data
        assert data[: record.offset].count(b"\n") + 1 == record.line


def test_ends_and_starts_inside_of_a_page_are_its_text() -> None:
    body = b"<pre>\n</DOC>\n<DOC>\nnot one</DOC>\n</pre>"
    data = blog("A-1", body) + blog("A-2")
    assert ids(data) == ["A-1", "A-2"]
    record = read(data)[0]
    assert isinstance(record, Record)
    assert blog06.web(record.data).body.strip() == body


def test_a_record_without_its_end_takes_no_neighbour_along() -> None:
    data = blog("A-1") + blog("A-2", end=b"\n") + blog("A-3")
    assert ids(data) == ["A-1", "unclosed_record", "A-3"]
    problem = read(data)[1]
    assert isinstance(problem, Problem)
    assert problem.offset == len(blog("A-1"))
    assert "A-2" in problem.message
    assert ids(blog("A-1")[:-4]) == ["unclosed_record"]


def test_what_is_no_bundle_says_so() -> None:
    assert ids(b"") == ["no_records"]
    assert ids(b"prose\n") == ["text_outside", "no_records"]
    assert ids(blog("A 1")) == ["bad_docid"]


@pytest.mark.parametrize("cut", [0, 1, 5, 100, 255, 256, 257])
def test_records_are_found_across_the_edges_of_what_is_read_at_once(
    monkeypatch: pytest.MonkeyPatch, cut: int
) -> None:
    monkeypatch.setattr("documents.readers.blog06._CHUNK", 300 + cut)
    data = b"".join(blog(f"A-{n}", b"x" * (n * 37)) for n in range(40))
    assert ids(data) == [f"A-{n}" for n in range(40)]


def test_memory_stays_flat_whatever_is_in_a_bundle(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("documents.readers.blog06.MAX_WEB_RECORD", 5_000_000)
    assert ids(blog("A-1", b"0" * 8_000_000) + blog("A-2")) == ["record_too_long", "A-2"]


@given(
    st.lists(st.sampled_from([b"<DOC>", b"\n", b"<DOCNO>", b"A", b"</DOCNO>", b"</DOC>", b"\xff", b" "])).map(
        b"".join
    )
)
def test_no_bytes_make_it_fail(data: bytes) -> None:
    for found in read(data):
        if isinstance(found, Record):
            blog06.web(found.data)
    blog06.web(data)
    assert isinstance(html.page("a", data.decode("latin-1")).blocks, tuple)


def test_what_stands_beside_a_page() -> None:
    web = blog06.web(
        b"<DOC>\n<DOCNO>A-1</DOCNO>\n<DATE_XML>2005-12-01T10:00:00+0000</DATE_XML>\n<PERMALINK>http://a.test/b</PERMALINK>\n"
        b'<DOCHDR>\nHTTP/1.1 200 OK\r\ncontent-type: text/html; Charset="KOI8-R"\r\n\r\n</DOCHDR>\n<p>x\n</DOC>'
    )
    assert web.body == b"<p>x\n"
    assert (web.address, web.charset, web.date, web.source) == (
        "http://a.test/b",
        "KOI8-R",
        "1 December 2005",
        "a.test",
    )
    assert blog06.web(b"<DOC>\n<DOCNO>A-1</DOCNO>\n<DATE_XML></DATE_XML>\n<b>x</b></DOC>").body == b"<b>x</b>"


@pytest.mark.parametrize(
    ("data", "charset", "encoding", "reason"),
    [
        (b"\xef\xbb\xbfa", "iso-8859-1", "utf-8", "byte order mark"),
        (b"\xff\xfea\x00", "", "utf-16-le", "byte order mark"),
        (b"a", "ISO-8859-1", "windows-1252", "as the server said"),
        (b"<meta charset=utf-8>", "koi8-r", "koi8-r", "as the server said"),
        (
            b"<meta http-equiv=Content-Type content='text/html; charset=Shift_JIS'>",
            "",
            "cp932",
            "as the page says",
        ),
        (b"<meta charset=utf-16>", "", "utf-8", "as the page says"),
        (b"<!-- <meta charset=utf-8> -->", "", "windows-1252", "nothing says which"),
        (b" " * 1024 + b"<meta charset=utf-8>", "", "windows-1252", "nothing says which"),
        (b"<meta charset=utf-7>+ADw-script+AD4-", "", "windows-1252", "nothing says which"),
        (b"<?xml version='1.0' encoding='koi8-r'?><meta charset=utf-8>", "", "utf-8", "as the page says"),
        (b"<?xml version='1.0' encoding='KOI8-R'?>", "", "koi8-r", "as the XML declaration says"),
        (b"<?xml version='1.0' encoding='utf-16'?>", "", "utf-8", "as the XML declaration says"),
        ("<?xml version='1.0'?>a".encode("utf-16-be"), "", "utf-16-be", "as the XML declaration is written"),
        ("a – b".encode(), "", "utf-8", "valid UTF-8"),
        ("a – b".encode(), "koi8-r", "koi8-r", "as the server said"),
        (b"<meta charset=koi8-r>" + "–".encode(), "", "koi8-r", "as the page says"),
        ("é".encode() + b"\xe9", "", "windows-1252", "nothing says which"),
        (b"a\x00", "utf-16", "utf-16-le", "as the server said"),
        (b"a", "zlib", "windows-1252", "nothing says which"),
        (b"a", "\x00", "windows-1252", "nothing says which"),
    ],
)
def test_the_encoding_of_a_page_and_its_reason(data: bytes, charset: str, encoding: str, reason: str) -> None:
    assert decode_page(data, charset)[1:] == (encoding, reason)


def test_the_owner_of_a_collection_says_what_is_taken_for_want_of_better() -> None:
    rule = "utf-8 else windows-1251"
    assert decode_page(b"\xcf", "", rule) == ("П", "windows-1251", "nothing says which")
    assert decode_page("П".encode(), "", rule) == ("П", "utf-8", "valid UTF-8")
    assert decode_page(b"<meta charset=koi8-r>\xf0", "", rule).text[-1] == "П"


def test_one_encoding_of_a_collection_of_files_comes_before_what_its_pages_say() -> None:
    page = b"<meta charset=utf-8>\xcf"
    assert decode_page(page, "", "windows-1251").reason == "as the collection says"
    assert decode_page(page, "", "windows-1251").text[-1] == "П"
    assert decode_page(b"\xef\xbb\xbf" + page, "", "windows-1251").reason == "byte order mark"
    assert decode_page(b"a\x00", "", "utf-16") == ("a", "utf-16-le", "as the collection says")
    assert decode_page(b"\x93", "", "iso-8859-1")[:2] == ("“", "windows-1252")
    assert decode_page(page, "", "windows-1251", served=True).reason == "as the page says"


def test_a_page_that_was_stored_packed() -> None:
    web = read_page(blog06.web(blog("A-1", gzip.compress(b"<p>inside"))))
    assert web.clean
    assert web.clean.text == "inside"
    assert "unpacked" in web.remarks[0]
    bomb = read_page(blog06.web(blog("A-1", gzip.compress(b"<p>word</p>" * 5_000_000))))
    assert bomb.clean is None
    assert "longer than 8 MB" in bomb.remarks[0]
    assert read_page(blog06.web(blog("A-1", b"\x1f\x8bno"))).clean


def test_the_committed_bundles_are_those_of_the_script() -> None:
    script = runpy.run_path(str(Path(settings.BASE_DIR) / "scripts" / "pack_tide_blogs"), run_name="script")
    for day, content in script["bundles"]().items():
        assert gzip.decompress((SAMPLE / day / "permalinks-000.gz").read_bytes()) == content


def test_a_file_that_is_a_page() -> None:
    (record,) = html.records(BytesIO(b"<!-- saved from url=(0014)http://a.test/ --><p>x"), "pages/a.HTML.gz")
    assert isinstance(record, Record)
    assert record.docid == "a"
    assert html.web(record.data).address == "http://a.test/"
    assert html.page("a", "<title>A &amp; b</title><p>One<p>two").paragraphs == ("One", "two")
    assert html.page("a", "<title>A &amp; b</title><p>One<p>two").title == "A & b"
