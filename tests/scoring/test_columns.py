"""Tables as other programs write them: which column is which, and what is said where that cannot be told."""

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.formats.columns import Columns, map_of, read_columns
from scoring.formats.grade_words import grade_in
from scoring.formats.problems import Problems
from scoring.scales import CANNOT_JUDGE, FOUR_WAY, YES_NO

TABLE = Columns(("qid", "docid", "answer", "assessor", "grade", "note"), frozenset({"note"}))
OWN = "qid,docid,answer,assessor,grade\n1,D1,Bell,ann,yes\n2,D2,Gray,bo,no\n"
ROWS = [
    {"qid": "1", "docid": "D1", "answer": "Bell", "assessor": "ann", "grade": "yes"},
    {"qid": "2", "docid": "D2", "answer": "Gray", "assessor": "bo", "grade": "no"},
]


def read(text: str, **columns: str) -> tuple[list[tuple[int, dict[str, str]]], list[tuple[int, str]]]:
    """The rows with their lines, and the problems with theirs."""
    problems = Problems("table", columns=columns)
    rows = read_columns(text.encode(), TABLE, problems)
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
    assert read(broken)[1] == [(3, "json")]
    worse = OTHERS["JSON lines"].replace("}", "", 1) + '{"qid": '
    assert read(worse)[1] == [(2, "json"), (3, "json")]  # what stands behind a broken line is read, too


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
        assert map_of(data, TABLE, {}) is None
    found = map_of(b"a;b;c;d;e;f\n", TABLE, {})
    assert found
    assert (found.is_askable, found.used) == (True, {})
    few = map_of(b"a;b\n", TABLE, {})
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
    read_columns(data, TABLE, Problems("noise"))
    map_of(data, TABLE, {})


LATE = [dict(ROWS[0], qid=str(number)) for number in range(150)]


def test_a_column_that_first_stands_late_is_read() -> None:
    lines = [json.dumps(row) for row in LATE] + [json.dumps(dict(ROWS[0], note="sure"))]
    rows, problems = read("\n".join(lines))
    assert (rows[-1][1]["note"], problems) == ("sure", [])
    assert "note" not in rows[0][1] or rows[0][1]["note"] == ""


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (json.dumps(ROWS[:1]) + " garbage " + json.dumps(ROWS), "json"),
        (json.dumps(ROWS)[:-1], "json"),
        (json.dumps(ROWS)[:-1] + ",", "json"),
        (json.dumps(ROWS).replace("}, {", "} {"), "json"),
        (json.dumps(ROWS).replace("[{", "[,{"), "header"),
        (json.dumps(ROWS).replace("}, {", "},, {"), "json"),
        (json.dumps(ROWS[0])[:-1] + ', "grade": "no"}', "json"),
        (json.dumps({**ROWS[0], "note": "a\0b"}), "json"),
        (json.dumps({**ROWS[0], "answer": "\ud800"}), "json"),
        (json.dumps({**ROWS[0], "n\0te": "x"}), "json"),
        (
            "\n".join(
                [
                    json.dumps(ROWS[0]),
                    json.dumps({"qid": "2", "docid": "D2", "answer": "Gray", "grade": "no"}),
                ]
            ),
            "json_missing",
        ),
    ],
)
def test_json_that_is_cut_off_or_says_two_things_is_refused(text: str, code: str) -> None:
    rows, problems = read(text)
    assert [name for _, name in problems][:1] == [code]
    assert not [cells for _, cells in rows if cells not in ROWS]


def test_our_own_name_goes_before_another_spelling_of_it() -> None:
    text = "qid;docid;answer;assessor;Grade;grade\n1;D1;Bell;ann;no;yes\n"
    assert read(text)[0][0][1]["grade"] == "yes"


def test_ids_go_before_texts_where_both_could_be_meant() -> None:
    found = map_of(b"question;query_id;docid;answer;judge;label\n", TABLE, {})
    assert found
    assert found.used["qid"] == "query_id"


def test_so_many_or_so_long_names_ask_nobody() -> None:
    many = map_of((";".join(f"c{n}" for n in range(400))).encode(), TABLE, {})
    long = map_of(b";".join([b"x" * 300, *(b"c%d" % n for n in range(9))]), TABLE, {})
    assert [one and one.is_askable for one in (many, long)] == [False, False]


def test_grades_are_known_in_any_letters_and_as_yes_and_no_where_there_are_two() -> None:
    said = {
        "Yes": "yes",
        "TRUE": "yes",
        "1": "yes",
        "no ": "no",
        "False": "no",
        "0": "no",
        "maybe": None,
        "": None,
    }
    assert {word: grade_in(YES_NO, word) for word in said} == said
    assert grade_in(FOUR_WAY, "Inexact") == "inexact"
    assert grade_in(FOUR_WAY, "yes") is None  # which of several it means is for people to say
    open_scale = replace(YES_NO, cannot_judge=True)
    assert grade_in(open_scale, "Cannot be judged") == CANNOT_JUDGE
    assert grade_in(YES_NO, CANNOT_JUDGE) is None


def test_quotation_marks_of_tables_with_tabs_are_text_where_they_do_not_fit() -> None:
    head = "qid\tdocid\tanswer\tassessor\tgrade\n"
    plain = f'{head}1\tD1\t"Mercy Mercy Me" by Gaye\tann\tyes\n'
    assert read(plain)[0][0][1]["answer"] == '"Mercy Mercy Me" by Gaye'
    quoted = f'{head}1\tD1\t"Mercy ""Me""\tby Gaye"\tann\tyes\n'
    assert read(quoted)[0][0][1]["answer"] == 'Mercy "Me"\tby Gaye'
    cut = f'{head}1\tD1\t"Mercy\n'
    assert [code for _, code in read(cut)[1]] == ["csv"]
