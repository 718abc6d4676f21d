"""The tables of a bundle, and the rows that records become in them."""

import io
import zipfile
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.formats import rows
from scoring.formats.tables import OPTIONAL, TABLES, read_table, write_table
from scoring.records import Adjudication, Assignment, Item, Judgment, KnownAnswer, Question, Run

cells = st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=30)
ITEM = Item("1", "HN-1", "", '=1+1, "quoted"\r\n two  lines ')


def written(name: str, table: list[tuple[str, ...]]) -> bytes:
    return b"".join(write_table(name, table))


@given(st.sampled_from(list(TABLES)), st.data())
def test_any_cells_come_back_as_they_went_in(name: str, data: st.DataObject) -> None:
    table = data.draw(st.lists(st.tuples(*[cells] * len(TABLES[name])), max_size=5))
    found, problems = read_table(written(name, table), name) if table else ([], [])
    assert problems == []
    assert [tuple(row.cells.get(column, "") for column in TABLES[name]) for row in found] == table


def test_the_form_of_a_table() -> None:
    assert written("dropped", [("1", "plain"), ("2", 'a "b", c'), ("3", "two\nlines"), ("4", "=1+1")]) == (
        b'id,reason\r\n1,plain\r\n2,"a ""b"", c"\r\n3,"two\nlines"\r\n4,=1+1\r\n'
    )
    assert written("dropped", []) == b""


def test_a_large_table_comes_in_pieces() -> None:
    pieces = list(write_table("dropped", ((str(number), "x" * 50) for number in range(5000))))
    assert len(pieces) == 5
    assert len(read_table(b"".join(pieces), "dropped")[0]) == 5000


@pytest.mark.parametrize("sign", ["x", '"', "é", "\n"])
def test_a_cell_of_any_length_is_read_back(sign: str) -> None:
    long = sign * 150_000
    found, problems = read_table(written("dropped", [("1", long), ("2", "short")]), "dropped")
    assert problems == []
    assert [row.cells["reason"] for row in found] == [long, "short"]


def test_rows_know_the_line_they_start_in() -> None:
    found, problems = read_table(b'\xef\xbb\xbfid,reason\n1,"two\nlines"\n\n2,x\n', "dropped")
    assert problems == []
    assert [(row.line, row.cells["id"]) for row in found] == [(2, "1"), (5, "2")]


def test_columns_in_another_order_and_optional_ones_left_out() -> None:
    found, problems = read_table(b"label,class,qid,origin\nDunn,1,7,development\n", "classes")
    assert problems == []
    assert rows.known_answer_of(found[0].cells) == KnownAnswer("7", "1", "Dunn")


def _workbook() -> bytes:
    """A zip with the parts that make it an Excel workbook."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as packed:
        for name in ("[Content_Types].xml", "xl/workbook.xml"):
            packed.writestr(name, "<x/>")
    return out.getvalue()


@pytest.mark.parametrize(
    ("data", "code", "line"),
    [
        (b"", "empty_file", 0),
        (b"id\n1\n", "header", 1),
        (b"id,reason,colour\n", "header", 1),
        (b"id,reason,id\n", "header", 1),
        (b"id,reason\n1\n", "columns", 2),
        (b"id,reason\n1,2,3\n", "columns", 2),
        (b'id,reason\n1,"open\n', "csv", 1),
        (b'id,reason\n1,x\n2,"open\n3,x\n', "csv", 2),
        (b'id,reason\n1,"a"b\n', "csv", 1),
        (b"id,reason\n1,a\rb\n", "csv", 1),
        (b"id;reason\n1;x\n", "separator", 1),
        (b"id\treason\n1\tx\n", "separator", 1),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(500), "workbook", 0),
        (_workbook(), "workbook", 0),
        (b"id,reason\n1,\xe9\n", "encoding", 2),
        (b"id,reason\n1,\0\n", "nul_byte", 2),
        ("id,reason\n1,x\n".encode("utf-16"), "utf16", 0),
        (b'id,reason\n1,"' + b"x" * 200_000, "csv", 1),
    ],
)
def test_faulty_tables(data: bytes, code: str, line: int) -> None:
    found, problems = read_table(data, "dropped")
    assert [(problem.file, problem.code, problem.line) for problem in problems] == [
        ("dropped.csv", code, line)
    ]
    assert found == []


@given(
    st.binary(max_size=200)
    | st.text(max_size=80).map(lambda text: b"id,reason\n" + text.encode(errors="replace"))
)
def test_no_bytes_make_the_reader_raise(data: bytes) -> None:
    read_table(data, "dropped")


def test_optional_columns_are_columns() -> None:
    assert all(optional < set(TABLES[name]) for name, optional in OPTIONAL.items())


@pytest.mark.parametrize(
    ("table", "write", "read", "record"),
    [
        (
            "runs",
            rows.run_row,
            rows.run_of,
            Run("r1", "t", 2, False, "by hand", "top50", "ab", False, 3, 50, "latin-1"),
        ),
        ("runs", rows.run_row, rows.run_of, Run("r1", "t")),
        (
            "judgments",
            rows.judgment_row,
            rows.judgment_of,
            Judgment(ITEM, "ann", "yes", "a", "n", "2026-01-01T00:00:00Z"),
        ),
        (
            "judgments",
            rows.judgment_row,
            rows.judgment_of,
            Judgment(ITEM, "bot", "no", kind="machine", version="2"),
        ),
        (
            "adjudications",
            rows.adjudication_row,
            rows.adjudication_of,
            Adjudication(ITEM, "no", "misapplied", True, "judge", "why", "a"),
        ),
        (
            "assignments",
            rows.assignment_row,
            rows.assignment_of,
            Assignment("1", "ann", "primary", "done", "a", "b", 7, no_answer_found=True),
        ),
        (
            "classes",
            rows.known_answer_row,
            rows.known_answer_of,
            KnownAnswer("1", "1", "Dunn", "pool", "ann"),
        ),
    ],
)
def test_a_record_becomes_a_row_and_comes_back(
    table: str, write: Callable[[Any], Any], read: Callable[[Any], Any], record: Any
) -> None:
    found, problems = read_table(written(table, [write(record)]), table)
    assert problems == []
    assert read(found[0].cells) == record


def test_a_question_row() -> None:
    question = Question("1", "factoid", "Who?", "", "log", "Dunn", "HN-1", "right")
    assert rows.question_row(question, "PERSON", dropped=True) == (
        *("1", "factoid", "log", "Dunn", "HN-1", "PERSON", "dropped", "right"),
    )


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("priority", "first"),
        ("automatic", "yes"),
        ("depth", "-1"),
        ("scope", "some"),
        ("length_limit", "5" * 12),
    ],
)
def test_a_cell_that_cannot_be_what_it_should_is_refused(column: str, value: str) -> None:
    sound = dict(zip(TABLES["runs"], rows.run_row(Run("r1", "t")), strict=True))
    with pytest.raises(ValueError, match=f'{column} is "{value}"'):
        rows.run_of(sound | {column: value})


def test_questions_of_post_editing_that_are_nested_too_deeply_are_refused() -> None:
    plan = {"machine": "judge", "share": "50", "seed": "1", "machine_sha256": "0" * 64}
    with pytest.raises(ValueError, match="are a JSON array of ids"):
        rows.post_editing_of({**plan, "questions": "[" * 100_000})
