"""A table beside a topics file: sources and answers for many questions, and everything that is wrong with it."""

import pytest

from scoring import evaluations
from scoring.records import Question, Series, Topics

TREC, PAIRS = evaluations.get("trec8"), evaluations.get("respubliqa2010")
ASKED = Topics((Question("1", "factoid", "Who?"), Question("2", "list", "Which?")))


def test_a_column_of_sources_is_added_in_bulk() -> None:
    table = b"\xef\xbb\xbfqid,source,suggested_answer\r\n2,question log,\r\n1,assessor,Ada Rehn\n"
    read = TREC.read_added(table, "sources.csv", ASKED)
    assert read.problems == []
    assert read.topics.questions == (
        ASKED.questions[0]._replace(source="assessor", suggested_answer="Ada Rehn"),
        ASKED.questions[1]._replace(source="question log"),
    )


def test_types_of_targets_come_with_it() -> None:
    asked = Topics((Question("1.1", "LIST", "Who?", "1"),), (Series("1", "Halden comet"),))
    read = evaluations.get("series2004").read_added(b"qid,target_type\n1.1,THING\n", "t.csv", asked)
    assert (read.topics.series[0].target_type, read.problems) == ("THING", [])


def test_topics_that_tell_no_types_get_them() -> None:
    asked = Topics((Question("0001", "Other", "Who?", source_lang="EN", target_lang="EN"),))
    read = PAIRS.read_added(b"qid,type\n0001,Factoid\n", "t.csv", asked)
    assert (read.topics.questions[0].type, read.problems) == ("Factoid", [])
    lines = PAIRS.read_added(b"0001 Factoid\n", "t.txt", asked)
    assert lines.topics.questions[0].type == "Factoid"


@pytest.mark.parametrize(
    ("table", "codes"),
    [
        (b"qid,source\n3,log\n", ["unknown_question"]),
        (b"qid,source\n1,log\n1,other\n", ["twice"]),
        (b"qid,type\n1,list\n2,tea\n", ["question_type", "question_type"]),
        (b"qid,colour\n1,red\n", ["header"]),
        (b"qid,source\n1\n", ["columns"]),
        (b"qid,source,suggested_docid\n1,%s,%s\n" % (b"s" * 201, b"d" * 256), ["too_long", "too_long"]),
        (b"qid,source,suggested_docid\n1,%s,%s\n" % (b"s" * 200, b"d" * 255), []),
        (b"qid,target_type\n1,%s\n" % (b"t" * 41), ["too_long"]),
        (b'qid,source\n1,"log\n', ["csv"]),
    ],
)
def test_what_is_wrong_is_told(table: bytes, codes: list[str]) -> None:
    read = TREC.read_added(table, "t.csv", ASKED)
    assert [problem.code for problem in read.problems] == codes
