"""Questions from a spreadsheet: as the track's own format has them, with what is known of them beside."""

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.evaluations import get
from scoring.formats.problems import Problems
from scoring.formats.topics_table import COLUMNS, is_topics_table
from scoring.records import Question, Series, Topics

SERIES = (
    "id;Question type;question;Target;Target type;source;answer;document\n"
    "3.1;factoid;When was the comet discovered?;Hale Bopp comet;THING;log;July 1995;NYT1\n"
    "3.2;List;Who saw it?;;;assessor;;\n"
    "4.1;factoid;Where is it?;Halden;;;;\n"
)


def read(slug: str, text: str) -> tuple[Topics, list[tuple[int, str]]]:
    problems = Problems("sheet")
    topics = get(slug).read_topics_table(text.encode(), problems)
    return topics, [(one.line, one.code) for one in problems.listed()]


def test_series_and_questions_with_their_sources_come_from_one_table() -> None:
    topics, problems = read("series2004", SERIES)
    assert problems == []
    assert topics.series == (Series("3", "Hale Bopp comet", "THING"), Series("4", "Halden"))
    first = Question("3.1", "FACTOID", "When was the comet discovered?", "3", "log", "July 1995", "NYT1")
    assert topics.questions[0] == first
    assert [(one.qid, one.type, one.series) for one in topics.questions[1:]] == [
        ("3.2", "LIST", "3"),
        ("4.1", "FACTOID", "4"),
    ]


def test_without_series_a_type_may_be_left_out() -> None:
    topics, problems = read("trec8", "qid,text\n1,Who was it?\n2,Where is it?\n")
    assert problems == []
    assert [one.type for one in topics.questions] == [next(iter(get("trec8").question_types))] * 2


@pytest.mark.parametrize(
    ("slug", "row", "code"),
    [
        ("trec8", "1,,,,", "question_text"),
        ("trec8", "1,What?,odd,,", "question_type"),
        ("trec8", "1 2,What?,,,", "id"),
        ("trec8", "1,What?,,3,Halden", "series"),
        ("series2004", "3.1,What?,,3,Halden", "question_type"),
        ("series2004", "3.1,What?,factoid,3,", "target_text"),
        ("series2004", "9,What?,factoid,,Halden", "series"),
    ],
)
def test_what_is_wrong_is_told_with_its_line(slug: str, row: str, code: str) -> None:
    topics, problems = read(slug, f"qid,text,type,series,target\n{row}\n")
    assert (2, code) in problems
    assert topics.questions == () or code == "target_text"


def test_two_targets_of_a_series_and_an_id_twice_are_told() -> None:
    head = "qid,text,type,series,target\n"
    rows = "3.1,What?,factoid,3,Halden\n3.2,Who?,factoid,3,Oslo\n3.1,Why?,factoid,3,\n"
    assert read("series2004", head + rows)[1] == [(3, "target_differs"), (4, "id")]


def test_other_files_are_no_sheets() -> None:
    for data in (
        b"<top>\n<num> 1",
        b"3 Comets, stars, text\n3.1 FACTOID Who, what?\n",
        b"",
        b"qid\n1\n",
        b"qid,source\n1,log\n",
    ):
        assert not is_topics_table(data, {})
    assert is_topics_table(SERIES.encode(), {})


TEXT = st.text(st.characters(categories=("L", "N", "P")), min_size=1, max_size=12)


@given(st.lists(TEXT, min_size=1, max_size=5))
def test_the_own_format_gives_the_same_questions(texts: list[str]) -> None:
    out = io.StringIO(newline="")
    writer = csv.writer(out)
    writer.writerow(COLUMNS.names[:5])
    writer.writerows(
        (f"7.{n}", "OTHER" if n == 2 else "FACTOID", text, "7", "Halden") for n, text in enumerate(texts, 1)
    )
    topics, problems = read("series2004", out.getvalue())
    assert problems == []
    track = get("series2004")
    assert track.read_topics(track.write_topics(topics), "topics.xml") == (topics, [])


def test_rows_that_say_the_same_of_a_question_stand_for_one() -> None:
    answers = "id\tQuestion\tModel answer\n1\twho?\tJoyce\n1\twho?\tHomer\n2\twhere?\tquay\n"
    topics, problems = read("trec8", answers)
    assert problems == []
    assert [(one.qid, one.text) for one in topics.questions] == [("1", "who?"), ("2", "where?")]
    _, problems = read("trec8", answers.replace("1\twho?\tHomer", "1\twhen?\tHomer"))
    assert problems == [(3, "id")]


NESTED = """[{"id":"1","question":"a b?","answers":[{"text":"x"},{"text":"y"}]},
{"id":"2","question":"b c?","answers":[]}]"""


@pytest.mark.parametrize("text", [NESTED, NESTED.replace("\n", "")], ids=["lines", "one line"])
def test_a_list_gives_all_it_holds_and_an_empty_one_loses_no_question(text: str) -> None:
    problems = Problems("sheet", columns={"checklist": "answers.text"})
    topics = get("trec8").read_topics_table(text.encode(), problems)
    assert problems.listed() == []
    assert [(one.qid, one.text) for one in topics.questions] == [("1", "a b?"), ("2", "b c?")]
    assert [(one.qid, one.text, one.line) for one in topics.checklists] == [("1", "x\ny", 1)]


def test_the_rows_of_a_question_say_all_that_is_known_of_it() -> None:
    topics, problems = read(
        "trec8", "qid,text,checklist\n1,who?,Joyce\n1,who?,Homer\n2,where?,\n1,who?,Reed\n"
    )
    assert problems == []
    assert [(one.qid, one.text) for one in topics.checklists] == [("1", "Joyce\nHomer\nReed")]


@pytest.mark.parametrize(
    "text",
    [
        '[{"id":"1","question":"who?"},{"id":"1","question":"when?"}]',
        '<topics><topic id="1"><question>who?</question></topic><topic id="1"><question>when?</question></topic></topics>',
    ],
    ids=["json", "xml"],
)
def test_two_questions_of_one_id_are_told_in_one_line_too(text: str) -> None:
    assert read("trec8", text)[1] == [(1, "id")]


def test_elements_that_look_like_rows_and_are_called_otherwise_are_told() -> None:
    rows = "".join(f'<topic id="{n}"><question>who is {n}?</question></topic>\n' for n in (1, 2))
    beside = '<about year="2009"><by id="x">NTCIR</by></about>\n'
    topics, problems = read("trec8", f"<topics>\n{beside}{rows}</topics>")
    assert (len(topics.questions), problems) == (2, [])
    third = '<Topic id="3"><question>who is 3?</question></Topic>'
    assert read("trec8", f"<topics>\n{rows}{third}</topics>")[1] == [(4, "row_name")]


def test_an_empty_list_among_the_answers_is_passed_over() -> None:
    text = '[{"id":"1","question":"who?","exact_answer":[["Reed","J. Reed"],[]]},{"id":"2","question":"b?","exact_answer":[[]]}]'
    topics, problems = read("trec8", text)
    assert problems == []
    assert [(one.qid, one.text) for one in topics.checklists] == [("1", "Reed\nJ. Reed")]
