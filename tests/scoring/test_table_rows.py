"""Rows out of files that are no tables with a header: JSON within an object, XML, lines with tabs or blanks."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.formats.columns import Columns, map_of, read_columns
from scoring.formats.problems import Problems
from scoring.formats.topics_table import COLUMNS
from scoring.formats.xml_rows import elements

TABLE = Columns(("qid", "text"), in_order=("qid", "text"), xml=True)
QUESTIONS = [{"qid": "1", "text": "Who?"}, {"qid": "2", "text": "When?"}]


def read(
    data: str, columns: Columns = TABLE, /, **said: str
) -> tuple[list[tuple[int, dict[str, str]]], list[tuple[int, str]]]:
    """The rows with their lines, and the problems with theirs."""
    problems = Problems("table", columns=said)
    rows = read_columns(data.encode(), columns, problems)
    return [(row.line, dict(row.cells)) for row in rows], [(one.line, one.code) for one in problems.listed()]


WITHIN = {
    "alone": {"people": QUESTIONS},
    "beside texts": {"version": "1", "questions": QUESTIONS, "by": {"name": "olga"}},
    "behind a key of the same name within": {"about": {"topics": [1]}, "topics": QUESTIONS},
}


@pytest.mark.parametrize("how", WITHIN)
@pytest.mark.parametrize("indent", [None, 1])
def test_rows_may_stand_in_a_list_of_an_object(how: str, indent: int | None) -> None:
    text = json.dumps(WITHIN[how], indent=indent)
    rows, problems = read(text)
    assert ([row for _, row in rows], problems) == (QUESTIONS, [])
    for line, row in rows:
        assert f'"{row["qid"]}"' in "".join(text.splitlines()[line - 1 : line + 2])


def test_an_object_that_is_a_row_itself_stays_one() -> None:
    row = {"qid": "1", "text": "Who?", "snippets": [{"text": "Ada"}]}
    assert read(json.dumps(row)) == ([(1, QUESTIONS[0])], [])
    assert read(f"{json.dumps(row)}\n{json.dumps(row)}\n")[0] == [(1, QUESTIONS[0]), (2, QUESTIONS[0])]


@pytest.mark.parametrize(
    "cut", ['{"questions": [{"qid": "1", "text": "Who?"}', '{"questions": [{"qid": "1", "te']
)
def test_what_is_cut_off_is_told_with_what_was_read(cut: str) -> None:
    assert read(cut)[1][0] == (1, "json")


def test_an_object_that_goes_on_behind_its_list_is_read_whole() -> None:
    assert read('{"questions": [{"qid": "1", "text": "Who?"}], "more": ')[1] == []
    assert read('{"questions": [{"qid": "1", "text": "Who?"}] more')[1] == [(1, "json")]


XML = """<?xml version="1.0"?>
<set><about><by>olga</by></about>
<topic ID="1"><text LANG="EN">Who?</text></topic>
<topic ID="2"><text LANG="EN">Wh<i>e</i>n?</text><text LANG="FR">Quand ?</text><more><a>1</a><a>2</a></more></topic>
</set>"""


def test_elements_that_repeat_are_rows_by_their_attributes_and_parts() -> None:
    problems = Problems("topics")
    assert elements(XML.encode(), problems) == [
        (3, {"ID": "1", "text": "Who?"}),
        (4, {"ID": "2", "text.EN": "When?", "text.FR": "Quand ?", "more.a": ["1", "2"]}),
    ]
    assert not problems
    assert read(XML, qid="ID", text="text")[0][0] == (3, QUESTIONS[0])


def test_elements_within_one_element_are_rows_and_one_row_is_one() -> None:
    deep = "<a><b><c><qid>1</qid><text>Who?</text></c><c><qid>2</qid><text>When?</text></c></b></a>"
    assert [row for _, row in read(deep)[0]] == QUESTIONS
    assert read('<a><c qid="1"><text>Who?</text></c></a>') == ([(1, QUESTIONS[0])], [])


@pytest.mark.parametrize(
    "wrong", ["<a><b>", "<a/>", "<a>text</a>", '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///">]><a>&x;</a>']
)
def test_xml_without_rows_is_refused(wrong: str) -> None:
    rows, problems = read(wrong)
    assert not rows
    assert problems


def test_xml_of_which_nothing_is_a_row_is_called_xml() -> None:
    problems = Problems("topics")
    assert not read_columns(b"<questions><q>Who?</q><q>When?</q></questions>", COLUMNS, problems)
    (problem,) = problems.listed()
    assert problem.code == "no_rows"
    assert "XML" in problem.message


def test_a_first_line_that_is_a_row_is_read_and_columns_are_numbers() -> None:
    assert read("1\tWho?\n2\tWhen?\n") == ([(1, QUESTIONS[0]), (2, QUESTIONS[1])], [])
    assert read("Who?,1\nWhen?,2\n", qid="2", text="1") == ([(1, QUESTIONS[0]), (2, QUESTIONS[1])], [])
    found = map_of(b"1\tlog\tWho?\n", TABLE, {})
    assert found
    assert (found.found, found.missing) == (("1", "2", "3"), ["qid", "text"])
    assert read("1\tWho?\tlog\n2\n", qid="1", text="2")[1] == [(2, "columns")]


SEPARATED = {
    "a comma in each question": "7001\tHow do I oil a hinge, and when?\n7002\tWho, me?\n",
    "more commas than tabs in the first": "7001\tRed, white, or blue?\n7002\tWho?\n",
    "a semicolon": "7001\tWhen; and who?\n7002\tWho?\n",
    "one line": "7001\tWho, when?\n",
    "quotation marks as text": '7001\t"Ada", "Bo", who?\n7002\tWho wrote "Emma"?\n',
    "quoted cells": '7001\t"Who, me\tor you?"\n7002\t"When, where?"\n',
    "a header": "qid\ttext, as it was asked\n7001\tWho?\n",
    "tabs in quoted cells": '"qid","text","a\tb"\n"1","Who\tam I?","c"\n"2","When?","d"\n',
    "a tab in each quoted cell": 'qid,"text\tof it"\n1,"Who\tam I?"\n2,"When\tis it?"\n',
    "tabs over several lines": 'qid,text,"a\tb"\n1,"Who\tam\nI?",c\n',
    "a tab in some cells": "qid,text\n1,Who\tam I?\n",
    "semicolons, and a comma in a name": "qid;text, as asked\n1;Who?\n2;When, and where?\n",
    "semicolons, and commas in a quoted name": 'qid;"text, as, asked"\n1;Who?\n',
}


@pytest.mark.parametrize("how", SEPARATED)
def test_what_separates_the_columns_is_told_by_several_lines(how: str) -> None:
    first = map_of(SEPARATED[how].encode(), TABLE, {})
    assert first
    assert first.found == {
        "a header": ("qid", "text, as it was asked"),
        "tabs in quoted cells": ("qid", "text", "a\tb"),
        "a tab in each quoted cell": ("qid", "text\tof it"),
        "tabs over several lines": ("qid", "text", "a\tb"),
        "a tab in some cells": ("qid", "text"),
        "semicolons, and a comma in a name": ("qid", "text, as asked"),
        "semicolons, and commas in a quoted name": ("qid", "text, as, asked"),
    }.get(how, ("1", "2"))
    rows, problems = read(SEPARATED[how], qid=first.found[0], text=first.found[1])
    assert not problems
    assert rows


def test_a_table_that_is_cut_is_still_told_by_its_first_line() -> None:
    assert read("1\tWho?\n2\tWhen?\n3\n", qid="1", text="2")[1] == [(3, "columns")]
    assert read("qid,text\n1,Who\n2,When,x\n")[1] == [(3, "columns")]


def test_qrels_have_blanks_between_their_columns() -> None:
    found = map_of(b"31_1 0 CAR_a 2\n31_1 0 CAR_b  -1\n", TABLE, {"qid": "1", "text": "3"})
    assert found
    assert not found.missing
    for prose in (b"just a line\n", b"the 3 keepers of 1910\nand a lamp\n", b"no id 0 7\n"):
        assert (map_of(prose, TABLE, {}) or found).found == (prose.decode().split("\n")[0],)


def test_questions_without_ids_are_numbered_where_nothing_could_be_one() -> None:
    rows, problems = read('{"question": "Who?", "answer": ["Ada", ["Bo", "B."]]}\n', COLUMNS)
    assert (rows, problems) == ([(1, {"text": "Who?", "suggested_answer": "Ada / Bo / B."})], [])
    assert (
        read('{"question": "Who?", "answer": ["Ada", "", []]}\n', COLUMNS)[0][0][1]["suggested_answer"]
        == "Ada"
    )
    assert read("Nr.;Frage;question\n1;a;Who?\n", COLUMNS, qid="")[1] == []
    assert read("Frage;question\n1;Who?\n", COLUMNS)[1] == [(1, "header")]


@given(
    st.recursive(
        st.text() | st.integers() | st.none(),
        lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    )
)
def test_no_json_brings_the_reading_down(value: Any) -> None:
    read(json.dumps({"questions": [{"qid": "1", "text": value}], "more": value}))
    read(json.dumps(value))


@given(st.text(alphabet="<>/ab =\"'&;!-[]?\n", max_size=60))
def test_no_text_brings_the_reading_of_xml_down(text: str) -> None:
    read(f"<a>{text}")
