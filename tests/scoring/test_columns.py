"""Tables as other programs write them: which column is which, and what is said where that cannot be told."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.formats.columns import Columns, map_of, read_columns
from scoring.formats.problems import Problems

TABLE = Columns(("qid", "docid", "answer", "assessor", "grade", "note"), frozenset({"note"}))
OWN = "qid,docid,answer,assessor,grade\n1,D1,Bell,ann,yes\n2,D2,Gray,bo,no\n"
ROWS = [
    {"qid": "1", "docid": "D1", "answer": "Bell", "assessor": "ann", "grade": "yes"},
    {"qid": "2", "docid": "D2", "answer": "Gray", "assessor": "bo", "grade": "no"},
]


def read(text: str, **columns: str) -> tuple[list[tuple[int, dict[str, str]]], list[tuple[int, str]]]:
    """The rows with their lines, and the problems with theirs."""
    problems = Problems("table", columns=columns)
    rows = read_columns(text.encode(), *TABLE, problems)
    return [(row.line, dict(row.cells)) for row in rows], [(one.line, one.code) for one in problems.listed()]


OTHERS = {
    "semicolons": OWN.replace(",", ";"),
    "tabs": OWN.replace(",", "\t"),
    "a byte order mark": f"\ufeff{OWN}",
    "other names": OWN.replace(
        "qid,docid,answer,assessor,grade", "Question ID,doc-id,Response,Annotator,Label"
    ),
    "another order": "grade,assessor,answer,docid,qid\nyes,ann,Bell,D1,1\nno,bo,Gray,D2,2\n",
    "JSON lines": "".join(f"{json.dumps(row)}\n" for row in ROWS),
    "an array": json.dumps(ROWS, indent=1),
    "objects within": "".join(
        json.dumps(
            {
                "item": {"question_id": one["qid"], "doc_id": one["docid"], "answer": one["answer"]},
                "annotator": one["assessor"],
                "label": one["grade"],
            }
        )
        + "\n"
        for one in ROWS
    ),
}


@pytest.mark.parametrize("how", OTHERS)
def test_the_same_rows_come_out_of_whatever_they_were_written_as(how: str) -> None:
    named = (
        {"qid": "item.question_id", "docid": "item.doc_id", "answer": "item.answer"}
        if how == "objects within"
        else {}
    )
    rows, problems = read(OTHERS[how], **named)
    assert ([cells for _, cells in rows], problems) == (ROWS, [])


def test_lines_are_those_of_the_file() -> None:
    assert [line for line, _ in read(OWN)[0]] == [2, 3]
    assert [line for line, _ in read(OTHERS["JSON lines"])[0]] == [1, 2]
    assert [line for line, _ in read(OTHERS["an array"])[0]] == [2, 9]
    assert read('{"qid": 1}\n[3]\n')[1][0] == (1, "header")
    broken = OTHERS["JSON lines"] + '{"qid": '
    assert read(broken) == ([], [(3, "json")])


def test_numbers_stay_as_they_are_written() -> None:
    given = {**ROWS[0], "qid": 1.50, "note": None}
    text = json.dumps(given).replace("1.5", "1.50") + "\n"
    assert read(text)[0][0][1] == {**ROWS[0], "qid": "1.50", "note": ""}
    assert read(json.dumps({**ROWS[0], "note": True}))[0][0][1]["note"] == "true"


def test_what_somebody_says_goes_before_what_is_guessed() -> None:
    text = "qid,number,docid,answer,assessor,grade\nx,1,D1,Bell,ann,yes\n"
    assert read(text)[1] == [(1, "header")]  # in our names a column more is a slip
    assert read(text, qid="number")[0] == [(2, ROWS[0])]
    both = "question,topic,docid,answer,assessor,grade\nwho?,1,D1,Bell,ann,yes\n"
    assert read(both, qid="topic")[0] == [(2, ROWS[0])]
    assert read(both, qid="nowhere")[1] == [(1, "column_unknown")]


def test_a_column_that_was_said_to_be_none_is_not_guessed() -> None:
    text = "question_id,docid,answer,assessor,grade,comment\n1,D1,Bell,ann,yes,sure\n"
    assert read(text)[0][0][1]["note"] == "sure"
    assert "note" not in read(text, note="")[0][0][1]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("question,docid\n1,D1\n", "header"),
        ("qid,qid,docid,answer,assessor,grade\n1,1,D1,Bell,ann,yes\n", "header"),
        ("qid;docid;answer;assessor;grade\n1;D1;Bell\n", "columns"),
        ('qid;docid;answer;assessor;grade\n1;D1;"Bell;ann;yes\n', "csv"),
        (json.dumps({**ROWS[0], "answer": ["Bell"]}), "json_value"),
        (json.dumps([ROWS[0], 3]), "json_object"),
        (";".join(f"c{n}" for n in range(2_001)) + "\n", "too_many_columns"),
        ("[" * 100_000, "header"),
        ('[{"a":' * 20_000, "json"),
    ],
)
def test_what_is_wrong_is_told_with_its_place(text: str, code: str) -> None:
    rows, problems = read(text)
    assert code in {name for _, name in problems}
    assert not [cells for _, cells in rows if cells not in ROWS]


def test_a_file_that_is_no_table_has_no_map() -> None:
    for data in (b"", b"<x/>", b"PK\x03\x04", b"\xff\xfe\x00"):
        assert map_of(data, *TABLE, {}) is None
    found = map_of(b"a;b;c;d;e;f\n", *TABLE, {})
    assert found
    assert (found.is_askable, found.used) == (True, {})
    few = map_of(b"a;b\n", *TABLE, {})
    assert few
    assert not few.is_askable


CELL = st.text(st.characters(exclude_categories=("Cs", "Cc")), max_size=8)


@given(st.lists(st.fixed_dictionaries(dict.fromkeys(TABLE.names, CELL)), min_size=1, max_size=5))
def test_any_text_comes_back_from_json(rows: list[dict[str, Any]]) -> None:
    text = "".join(f"{json.dumps(row)}\n" for row in rows)
    found, problems = read(text)
    assert ([cells for _, cells in found], problems) == (rows, [])
    assert [line for line, _ in found] == list(range(1, len(rows) + 1))


@given(st.binary(max_size=60) | st.text(max_size=60).map(str.encode))
def test_no_bytes_bring_the_reading_down(data: bytes) -> None:
    read_columns(data, *TABLE, Problems("noise"))
    map_of(data, *TABLE, {})
