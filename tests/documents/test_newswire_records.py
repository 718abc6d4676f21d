"""Finding records in newswire files: every good one, none of its neighbours, and a name for what is broken."""

from io import BytesIO
from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st

from documents.errors import Problem
from documents.readers import newswire
from documents.readers.base import MAX_RECORD, Record
from documents.readers.newswire import records
from documents.readers.newswire_page import date_and_source, page
from tests.documents.helpers import record


def read(data: bytes) -> tuple[list[Record], list[Problem]]:
    found = list(records(BytesIO(data), "a.sgm"))
    return [r for r in found if isinstance(r, Record)], [p for p in found if isinstance(p, Problem)]


def test_ids_come_from_docno_or_from_the_tag() -> None:
    good, problems = read(
        record("AP890101-0001")
        + b"<DOC><DOCNO>FT911-1</DOCNO>\n</DOC>\n"
        + b'<DOC id="APW_ENG_20041201.0001" type="story" >\n</DOC>\n'
        + b"<DOC>\n<DOCNO>\nLA010189-0001\n</DOCNO>\n</DOC>\n"
    )
    assert [r.docid for r in good] == ["AP890101-0001", "FT911-1", "APW_ENG_20041201.0001", "LA010189-0001"]
    assert not problems


@pytest.mark.parametrize("end", [b"</DOC>", b"</DOC> \t", b"</DOC>\r", b"  </DOC>", b"</DOC >"])
def test_blanks_and_cr_beside_the_end_tag_swallow_nothing(end: bytes) -> None:
    broken = record("A-1").replace(b"</DOC>", end)
    good, problems = read(broken + record("A-2"))
    assert [r.docid for r in good] == ["A-1", "A-2"]
    assert not problems


def test_crlf_and_byte_order_mark() -> None:
    good, problems = read(b"\xef\xbb\xbf" + record("A-1", end="\r\n") + record("A-2", end="\r\n"))
    assert [r.docid for r in good] == ["A-1", "A-2"]
    assert not problems


def test_offset_and_bytes_are_those_of_the_file() -> None:
    data = b"<!-- day one -->\n" + record("A-1", "Ünïcode") + record("A-2")
    good, _ = read(data)
    for found in good:
        assert data[found.offset : found.offset + len(found.data)] == found.data
        assert found.data.startswith(b"<DOC>")
        assert found.data.endswith(b"</DOC>")


def test_a_record_without_end_is_named_and_its_neighbours_stay() -> None:
    cut = record("A-2").replace(b"</DOC>\n", b"")
    good, (problem,) = read(record("A-1") + cut + record("A-3"))
    assert [r.docid for r in good] == ["A-1", "A-3"]
    assert problem.code == "unclosed_record"
    assert "A-2" in problem.message
    assert problem.line == 7
    assert problem.offset == len(record("A-1"))


def test_the_last_record_without_end_is_named() -> None:
    good, (problem,) = read(record("A-1") + record("A-2").replace(b"</DOC>\n", b""))
    assert [r.docid for r in good] == ["A-1"]
    assert "end of the file" in problem.message


def test_records_without_an_id_or_with_an_unfit_one() -> None:
    good, problems = read(
        b"<DOC>\n<TEXT>x</TEXT>\n</DOC>\n" + record("A B") + record("") + record("x" * 256) + record("A-1")
    )
    assert [r.docid for r in good] == ["A-1"]
    assert [p.code for p in problems] == ["no_docid", "bad_docid", "bad_docid", "bad_docid"]


def test_text_outside_of_records_is_pointed_out() -> None:
    good, (problem,) = read(record("A-1") + b"</DOC>\n" + record("A-2"))
    assert len(good) == 2
    assert (problem.code, problem.line) == ("text_outside", 7)


def test_root_tags_and_declarations_outside_are_not_worth_a_word() -> None:
    data = b'<?xml version="1.0"?>\n<!DOCTYPE x>\n<ROOT>\n' + record("A-1") + b"</ROOT>\n\n"
    assert read(data)[1] == []


def test_a_file_of_something_else() -> None:
    assert [p.code for p in read(b"just text\n")[1]] == ["no_records"]
    assert [p.code for p in read("<DOC>".encode("utf-16"))[1]] == ["no_records"]
    assert [p.code for p in read(b"")[1]] == ["no_records"]


def test_a_record_of_unreasonable_length_is_left_out_alone() -> None:
    huge = record("A-1", "x" * (MAX_RECORD + 1))
    good, (problem,) = read(huge + record("A-2"))
    assert [r.docid for r in good] == ["A-2"]
    assert problem.code == "record_too_long"


def test_a_tag_in_the_middle_of_a_long_line_starts_nothing() -> None:
    line = "y" * (1024 * 1024) + "<DOC>"
    good, problems = read(record("A-1", line) + record("A-2"))
    assert [r.docid for r in good] == ["A-1", "A-2"]
    assert not problems


RECORDS = st.lists(st.tuples(st.booleans(), st.text("ab <>/DOC\r\t", max_size=30)), max_size=6)


@given(RECORDS, st.integers(40, 200))
def test_every_closed_record_is_found_whatever_stands_between(
    parts: list[tuple[bool, str]], chunk: int
) -> None:
    expected = []
    data = b""
    for number, (closed, text) in enumerate(parts):
        made = record(f"A-{number}", "." + text.replace("\n", ""))
        data += made if closed else made.replace(b"</DOC>\n", b"")
        expected += [f"A-{number}"] if closed else []
    with patch.object(newswire, "_CHUNK", chunk):
        good, problems = read(data)
    assert [r.docid for r in good] == expected
    assert all(
        data[r.offset :].startswith(r.data) and data[: r.offset].count(b"\n") + 1 == r.line for r in good
    )
    assert sum(p.code == "unclosed_record" for p in problems) == len(parts) - len(expected)


@given(st.binary(max_size=300) | st.text("<DOCNO>/ \n\r=id'\"", max_size=200).map(str.encode))
def test_no_bytes_make_it_fail(data: bytes) -> None:
    good, _ = read(data)
    assert all(data[r.offset :].startswith(r.data) for r in good)


_PIECES = [
    "<DATE>",
    "</DATE>",
    "<date_time>",
    "</DATE_TIME>",
    "<PUB x=1>",
    "</PUB >",
    "<SO/>",
    "<SO>",
    "<TEXT>",
    "</TEXT>",
]
_PIECES += [
    "<P>",
    "</P>",
    "<!-- <DATE> -->",
    "<!--x-->",
    "<DATELINE>",
    "</DATELINE>",
    "<BODY>",
    "<DD",
    "a < b",
    "> c",
]
_PIECES += ["910514", "19980601", " The Wire ", "\n", " ", "&amp;"]


@given(st.lists(st.sampled_from(_PIECES), max_size=25).map("".join))
def test_date_and_source_are_those_of_the_page(text: str) -> None:
    for docid in ("AP890101-0001", "X-1"):
        shown = page(docid, text)
        assert date_and_source(docid, text) == (shown.date, shown.source)
