"""Runs as tables of any program: what is read of them, what is guessed and told, and everything that can be wrong."""

import json
from collections.abc import Collection
from typing import Any

import pytest

from scoring.records import Item, Question, Response, Topics
from scoring.tracks.base import CheckedRun, Declaration, RunChecks, Track
from scoring.tracks.example_files import example_files
from tests.scoring.alone import ALONE, CITING, QUESTIONS, RANKED

TWO = Topics(QUESTIONS.questions[:2])
ROWS = [("1", "Joyce"), ("2", "at the quay")]
OWN = "qid,answer\n1,Joyce\n2,at the quay\n"


def check(
    data: str | bytes,
    track: Track = ALONE,
    *,
    columns: str = "",
    topics: Topics = TWO,
    name: str = "sys.csv",
    encoding: str = "utf-8",
    known: Collection[str] = ("D1", "D2"),
    **settings: object,
) -> CheckedRun:
    data = data.encode() if isinstance(data, str) else data
    declaration = Declaration("team", encoding=encoding, declared={"columns": columns} if columns else {})
    return track.check_run(
        data, name, RunChecks(topics, declaration, settings, lambda docids: set(docids).intersection(known))
    )


def read(data: str | bytes, track: Track = ALONE, **said: Any) -> list[tuple[str, str]]:
    checked = check(data, track, **said)
    assert checked.problems == []
    return [(one.qid, one.answer) for one in checked.responses]


def wrong(data: str | bytes, track: Track = ALONE, **said: Any) -> list[tuple[int, str]]:
    checked = check(data, track, **said)
    assert checked.responses == ()
    assert all(one.message and one.file == "sys.csv" for one in checked.problems)
    return [(one.line, one.code) for one in checked.problems]


@pytest.mark.parametrize(
    "data",
    [
        OWN,
        "﻿" + OWN,
        "Question ID;Prediction\n1;Joyce\n2;at the quay\n",
        "question\tmodel answer\nwho wrote  ULYSSES?\tJoyce\nWhere is the Tolm Ferry\tat the quay\n",
        '{"id": 1, "response": "Joyce"}\n{"id": 2, "response": "at the quay"}\n',
        '[{"qid": "1", "answer": "Joyce"},\n {"qid": "2", "answer": "at the quay"}]',
        '{"q": {"id": "1"}, "qid": 1, "out": 3, "prediction": "Joyce", "answer": ["James Joyce"]}\n'
        '{"q": {"id": "2"}, "qid": 2, "out": 4, "prediction": "at the quay", "answer": []}\n',
    ],
)
def test_tables_of_any_program_say_the_same(data: str) -> None:
    assert read(data) == ROWS


def test_an_answer_without_a_document_is_an_item_and_silence_is_none() -> None:
    checked = check(OWN)
    assert [one.item for one in checked.responses] == [Item(qid, "", "", answer) for qid, answer in ROWS]
    assert [Response("1", "", "").item, Response("1", "NIL", "").item] == [None, None]
    assert [problem.code for problem in checked.warnings] == []


def test_what_was_guessed_is_told_and_kept() -> None:
    data = '{"question": "Who wrote Ulysses?", "answer": ["x"], "prediction": "Joyce"}\n'
    checked = check(data, topics=Topics(TWO.questions[:1]))
    assert checked.declared == {"columns": "question=question, answer=prediction"}
    (told,) = checked.warnings
    assert (told.code, told.line) == ("columns_read", 1)
    assert "answer ← prediction" in told.message
    assert 'Not read: "answer"' in told.message
    again = check(data, topics=Topics(TWO.questions[:1]), columns=checked.declared["columns"])
    assert (again.responses, again.declared) == (checked.responses, checked.declared)


def test_what_was_said_goes_before_the_guess() -> None:
    data = (
        "id;text;prediction;best\n7;Who wrote Ulysses?;no;Joyce\n8;where is the Tolm ferry;no;at the quay\n"
    )
    assert read(data, columns="qid=, question=text, answer=best") == ROWS
    assert read(data, columns='{"qid": "", "question": "text", "answer": "best"}') == ROWS


def test_columns_with_any_name_are_kept_so_that_they_are_read_again() -> None:
    data = 'qid,"what, it=said"\n1,Joyce\n2,at the quay\n'
    checked = check(data, columns='{"answer": "what, it=said"}')
    assert read(data, columns=checked.declared["columns"]) == ROWS


def test_a_list_is_ranked_and_so_are_rows() -> None:
    of_lists = '{"qid": 1, "answers": ["Joyce", "Homer"]}\n{"qid": 2, "answers": ["quay"]}\n'
    ranked = [("1", "Joyce", 1), ("1", "Homer", 2), ("2", "quay", 1)]
    given = check(of_lists, RANKED).responses
    assert [(one.qid, one.answer, one.rank) for one in given] == ranked
    assert len({one.line for one in given}) == 3  # by which the responses of a run are told apart
    rows = "qid,rank,answer\n1,2,Homer\n1,1,Joyce\n2,1,quay\n"
    assert sorted((one.qid, one.answer, one.rank) for one in check(rows, RANKED).responses) == sorted(ranked)
    assert wrong(of_lists.replace('"Homer"', '"Homer", "b", "c"'), RANKED) == [(1, "rank_range")]
    assert wrong(of_lists) == [(1, "factoid_many")]
    assert wrong("qid,rank,answer\n1,1,a\n1,1,b\n2,x,c\n", RANKED) == [
        (3, "rank_duplicate"),
        (4, "rank_number"),
    ]


def test_documents_are_named_where_the_evaluation_has_them() -> None:
    data = "qid,docid,answer\n1,D1,Joyce\n2,D2,quay\n"
    assert [one.docid for one in check(data, CITING).responses] == ["D1", "D2"]
    assert wrong("qid,docid,answer\n1,,Joyce\n2,D9,quay\n", CITING) == [
        (2, "docid_empty"),
        (3, "unknown_document"),
        (0, "missing_question"),
    ]
    assert wrong(OWN, CITING) == [(1, "header")]
    checked = check(data)
    assert [one.docid for one in checked.responses] == ["", ""]
    assert 'Not read: "docid"' in checked.warnings[0].message


def test_line_breaks_become_blanks() -> None:
    checked = check('qid,answer\n1,"Joyce,\n born in Dublin"\n2,"quay\r\n"\n')
    assert [one.answer for one in checked.responses] == ["Joyce, born in Dublin", "quay"]
    assert [(one.code, one.line) for one in checked.warnings] == [("line_breaks", 2)]


def test_an_empty_answer_is_none() -> None:
    data = '{"qid": 1, "answer": ""}\n{"qid": 2, "answer": "quay"}\n'
    assert wrong(data) == [(1, "answer_empty")]
    checked = check(data, missing_questions=True)
    assert [one.qid for one in checked.responses] == ["2"]
    assert [one.code for one in checked.warnings] == ["answer_empty"]


BIOASQ = [{"id": "1", "exact_answer": [["Joyce"]]}, {"id": "2", "ideal_answer": "At the quay."}]


def test_a_row_of_json_without_an_answer_says_nothing_to_its_question() -> None:
    data = json.dumps({"questions": BIOASQ})
    checked = check(data, columns="answer=exact_answer", missing_questions=True)
    assert checked.problems == []
    assert [(one.qid, one.answer) for one in checked.responses] == [("1", "Joyce")]
    silent = next(one for one in checked.warnings if one.code == "answer_empty")
    assert silent.message == "Row 2: Question 2 has an empty answer."
    assert wrong(data, columns="answer=exact_answer") == [(1, "answer_empty")]
    rows = '{"qid": 1, "docid": "D1", "answer": "Joyce"}\n{"qid": 2}\n'
    assert [one.code for one in check(rows, CITING, missing_questions=True).warnings] == ["answer_empty"]
    assert wrong(rows.replace("2}", '2, "answer": "quay"}'), CITING)[0] == (2, "docid_empty")
    assert wrong('{"qid": 1, "answer": "Joyce"}\n{"answer": "quay"}\n')[0] == (2, "json_missing")


def test_empty_texts_and_lists_in_a_list_say_nothing() -> None:
    lists = [["Joyce", ""], []], ["", None, [None, "at the quay"]]
    rows = "".join(json.dumps({"qid": n, "answer": said}) + "\n" for n, said in enumerate(lists, 1))
    assert read(rows, RANKED) == ROWS
    nothing = '{"qid": 1, "answer": [[], " "]}\n{"qid": 2, "answer": "quay"}\n'
    assert wrong(nothing) == [(1, "answer_empty")]


def test_of_rows_in_one_line_the_number_is_told() -> None:
    def told(data: str) -> set[tuple[int, str]]:
        return {(one.line, one.message) for one in check(data).problems if one.line}

    rows = [{"qid": "1", "answer": "a"}, {"qid": "7", "answer": "b"}, {"qid": "2", "answer": {}}]
    assert told(json.dumps(rows)) == {
        (1, 'Row 2: There is no question "7".'),
        (1, 'Row 3: "answer" is a list or an object.'),
    }
    assert told(json.dumps(rows, indent=1)) == {
        (6, 'There is no question "7".'),
        (10, '"answer" is a list or an object.'),
    }


def test_what_rows_of_one_line_say_twice_is_told() -> None:
    twice = [{"qid": "1", "answer": "Joyce"}, {"qid": "1", "answer": "Joyce"}, {"qid": "2", "answer": "quay"}]
    for indent in (None, 1):
        warnings = check(json.dumps(twice, indent=indent), RANKED).warnings
        assert [one.code for one in warnings] == ["duplicate_response"]


def test_the_run_is_called_as_its_tag_or_its_file() -> None:
    assert check(OWN).run_tag == "sys"
    assert check("qid,answer,run_id\n1,Joyce,r1\n2,quay,r1\n").run_tag == "r1"
    assert [one.code for one in check(OWN, name="a b.csv").problems] == ["run_tag"]
    assert wrong("qid,answer,tag\n1,Joyce,r1\n2,quay,r2\n") == [(3, "run_tag_mixed")]


@pytest.mark.parametrize(
    ("data", "problems"),
    [
        ("1 Q0 D1 1 0.5 tag Joyce\n2 Q0 D1 1 0.5 tag quay\n", [(0, "file_kind")]),
        ("Joyce\nquay\n", [(0, "file_kind")]),
        ("<topics><q/></topics>", [(0, "file_kind")]),
        ("<!doctype html><html></html>", [(0, "file_kind")]),
        (b"%PDF-1.7\n1,2\n", [(0, "file_kind")]),
        (b"PK\x03\x04", [(0, "packed")]),
        ("", [(0, "empty_file")]),
        ("id;who\n1;Joyce\n", [(1, "header")]),
        ("qid,answer\n1,Joyce\n9,quay\n", [(3, "unknown_question"), (0, "missing_question")]),
        ("qid,answer\n1,Joyce\n2,quay,more\n1\n", [(3, "columns"), (4, "columns"), (0, "missing_question")]),
        ('qid,answer\n1,Joyce\n2,"quay\n', [(2, "csv"), (0, "missing_question")]),
        ("qid,answer,answer\n1,Joyce,x\n", [(1, "header")]),
        ('{"qid": 1, "answer": "Joyce"}\n{"qid": 2, "answ', [(2, "json"), (0, "missing_question")]),
        ('{"qid": 1, "answer": {"a": 1}}\n{"qid": 2}\n', [(1, "header")]),
        (
            '{"qid": 1, "answer": [{"a": 1}]}\n{"qid": 2}\n3\n',
            [(1, "json_value"), (2, "answer_empty"), (3, "json_object"), (0, "missing_question")],
        ),
        (b"qid,answer\n1,Joyc\xe9\n2,\xffquay\n", [(2, "encoding"), (3, "encoding")]),
        (
            f"qid,answer\n1,{'x' * 1_000_000}\n2,quay\n",
            [(2, "answer_too_long"), (0, "missing_question")],
        ),
        (";".join(["qid", "answer", *(f"c{n}" for n in range(2_000))]) + "\n", [(1, "too_many_columns")]),
    ],
)
def test_what_is_wrong_is_told_with_its_place(data: str | bytes, problems: list[tuple[int, str]]) -> None:
    assert wrong(data) == problems


@pytest.mark.parametrize(
    ("columns", "problems"),
    [
        ("answer=nowhere", [(1, "column_unknown")]),
        ("answer=deep.list.0", [(1, "column_unknown")]),
        ("answer=deep.list", [(1, "json_value")]),
        ("answer", [(0, "columns")]),
        ("grade=answer", [(0, "columns")]),
        ('{"answer": 3}', [(0, "columns")]),
        ("{", [(0, "columns")]),
    ],
)
def test_a_map_that_points_nowhere(columns: str, problems: list[tuple[int, str]]) -> None:
    data = '{"qid": 1, "text": "Joyce", "deep": {"list": [{"a": 1}]}}\n'
    assert wrong(data, columns=columns, topics=Topics(TWO.questions[:1])) == problems


def test_all_that_is_wrong_with_a_file_is_told_at_once() -> None:
    data = "qid,docid,answer,rank\n1,D1,,1\n8,D1,x,1\n2,D7,y,z\n"
    assert wrong(data, CITING) == [
        (2, "answer_empty"),
        (3, "unknown_question"),
        (4, "rank_number"),
        (4, "unknown_document"),
    ]


def test_texts_that_name_no_question_or_two() -> None:
    data = "question,answer\nWhen?,a\nWhy?,b\nWho wrote Ulysses?,c\n"
    checked = check(data, topics=QUESTIONS)
    assert [(one.line, one.code) for one in checked.problems][:2] == [
        (2, "question_twice"),
        (3, "unknown_question"),
    ]
    assert {one.code for one in checked.problems[2:]} == {"missing_question"}
    others = "question,answer\nWhence?,a\nWhy?,b\n"
    assert [one.code for one in check(others, topics=QUESTIONS).problems] == ["other_questions"]


def test_other_encodings_are_read_where_they_are_declared() -> None:
    data = "qid,answer\n1,Joycé\n2,quay\n".encode("iso-8859-1")
    assert read(data, encoding="iso-8859-1")[0] == ("1", "Joycé")
    assert wrong(data, encoding="utf-16") == [(0, "encoding_unknown")]


@pytest.mark.parametrize("track", [ALONE, RANKED, CITING], ids=lambda track: track.slug)
def test_the_example_of_a_run_is_accepted(track: Track) -> None:
    files = example_files(track, {})
    topics, problems = track.read_topics(files[f"example-{track.questions_file}"], "questions.txt")
    declaration = Declaration("lake", run_id="example")
    data = files["example-run.csv"]
    checked = track.check_run(data, "example-run.csv", RunChecks(topics, declaration, {}))
    assert (problems, checked.problems) == ([], [])
    assert len(checked.responses) == len(topics.questions)


def test_questions_of_equal_text_and_a_column_of_ids_are_told_apart() -> None:
    data = json.dumps([{"qid": "3", "answer": "a", "question": "When?"}, {"qid": "4", "answer": "b"}])
    assert read(data, topics=Topics(QUESTIONS.questions[2:])) == [("3", "a"), ("4", "b")]
    assert Question("3", "factoid", "When?") in QUESTIONS.questions
