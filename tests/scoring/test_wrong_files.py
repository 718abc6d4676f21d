"""A file of another kind, and a run of other questions, are told in one sentence, before any error of a line."""

import gzip
import io
import zipfile

import pytest

from scoring import evaluations
from scoring.formats.kinds import TITLES, kind_of_file
from scoring.records import Problem, Question, Series, Topics
from scoring.tracks.base import Declaration, RunChecks

TOPICS = {
    "trec8": Topics(tuple(Question(str(number), "factoid", "Who?") for number in range(1, 21))),
    "series2004": Topics(
        (Question("1.1", "FACTOID", "Who?", "1"), Question("1.2", "OTHER", "Other", "1")),
        (Series("1", "Orrin"),),
    ),
    "tac2008": Topics((Question("1.1", "RigidList", "Who?", "1"),), (Series("1", "Orrin"),)),
    "respubliqa2010": Topics(
        tuple(Question(f"000{n}ENEN", "Other", "Who?", source_lang="EN", target_lang="EN") for n in (1, 2))
    ),
    "nq": Topics((Question("11", "question", "who"), Question("12", "question", "when"))),
    "rag": Topics((Question("11", "NUGGETS", "who"), Question("12", "NUGGETS", "when"))),
}


def zipped() -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr("run.txt", "1 Q0 X 1 1 t x\n")
    return buffer.getvalue()


FILES = {
    "json": b'\xef\xbb\xbf {\n "predictions": []}',
    "xml": b'<?xml version="1.0"?>\n<output/>',
    "html": b"<!-- saved -->\n<!DOCTYPE HTML><html><body>Sign in</body></html>",
    "csv": b'qid;tag;docid;answer\r\n1;t;"X 1";"Mira, Dunn"\r\n',
    "pdf": b"%PDF-1.7 x",
    "zip": zipped(),
    "gzip": gzip.compress(b"x"),
    "utf16": "1 Q0 X 1 1 t x\n".encode("utf-16"),
    "text": b"1 Q0 X 1 1 t a, b, c\n",
}
READ = {"respubliqa2010": {"xml"}, "nq": {"json", "gzip"}, "rag": {"json"}}


def check(track: str, data: bytes) -> list[Problem]:
    checked = evaluations.get(track).check_run(
        data, "run.txt", RunChecks(TOPICS[track], Declaration("tern", length_limit=50), {})
    )
    assert not checked.responses
    return checked.problems


@pytest.mark.parametrize("kind", FILES)
def test_a_file_says_by_its_first_bytes_what_it_is(kind: str) -> None:
    assert kind_of_file(FILES[kind]) == kind
    assert kind_of_file(FILES[kind][:400]) == kind


@pytest.mark.parametrize("track", evaluations.TRACKS)
@pytest.mark.parametrize("kind", ["json", "xml", "html", "csv", "pdf"])
def test_another_kind_of_file_is_told_first_and_alone(track: str, kind: str) -> None:
    if kind in READ.get(track, ()):
        return
    first, *rest = [one for one in check(track, FILES[kind]) if one.code not in ("priority", "run_tag")]
    assert (first.code, first.line, rest) == ("file_kind", 0, [])
    assert TITLES[kind] in first.message
    assert "what is read here is" in first.message
    assert first.hint


@pytest.mark.parametrize("track", evaluations.TRACKS)
@pytest.mark.parametrize("kind", ["zip", "utf16"])
def test_what_is_packed_or_in_another_encoding_is_told_alone(track: str, kind: str) -> None:
    assert len(check(track, FILES[kind])) == 1


def test_lines_in_the_place_of_xml() -> None:
    assert [one.code for one in check("respubliqa2010", FILES["text"])] == ["file_kind"]


def test_a_run_with_ranks_in_the_place_of_one_without() -> None:
    problems = check("series2004", b"1.1 Q0 HN-1 1 0.9 tern1 Mira Dunn\n1.2 Q0 HN-1 1 0.9 tern1 x\n")
    assert [one.code for one in problems] == ["file_kind"]
    assert "qid tag docid answer" in problems[0].message


XML = '<output><task_PS><a q_id="0901" run_id="tern101PSenen" answered="NO"/><a q_id="0902" run_id="tern101PSenen" answered="NO"/></task_PS></output>'
FORMER = {
    "trec8": b"201 Q0 X 1 1 tern1 x\n202 Q0 X 1 1 tern1 y\n",
    "series2004": b"66.1 tern1 X x\n66.2 tern1 X y\n",
    "tac2008": b"66.1 tern1 BLOG06-20060105-012-0034567890 x\n66.2 tern1 BLOG06-20060105-012-0034567890 y\n",
    "respubliqa2010": XML.encode(),
    "nq": b'{"predictions": [{"example_id": 901}, {"example_id": 902}]}',
    "rag": b'{"topic_id": "901", "answer": [{"text": "x"}]}\n{"topic_id": "902", "answer": [{"text": "y"}]}\n',
}


@pytest.mark.parametrize("track", evaluations.TRACKS)
def test_a_run_of_other_questions_is_told_first_and_in_the_place_of_all_its_lines(track: str) -> None:
    problems = check(track, FORMER[track])
    first = problems[0]
    assert (first.code, first.line) == ("other_questions", 0)
    assert {"unknown_question", "missing_question", "unknown_example"}.isdisjoint(it.code for it in problems)
    named = TOPICS[track].questions[0].qid
    assert f"go from {named} to" in first.message


def test_with_one_question_that_is_asked_each_line_is_told_and_what_is_missing_last() -> None:
    data = b"1 Q0 X 1 1 tern1 x\n201 Q0 X 1 1 tern1 x\n202 Q0 X 1 one tern1 y\n3 Q0 X 9 1 tern1 y\n"
    codes = [one.code for one in check("trec8", data)]
    assert codes[:3] == ["unknown_question", "unknown_question", "rank_range"]
    assert codes[3:] == ["missing_question"] * (len(codes) - 3)
    assert len(codes) > 10


def test_what_is_missing_comes_last_also_where_it_has_a_place() -> None:
    data = XML.replace("0901", "0002").replace('q_id="0902"', 'q_id="0003"').replace("101PSenen", "101PSenit")
    codes = [one.code for one in check("respubliqa2010", data.replace("senit", "senen").encode())]
    assert codes == sorted(codes, key="missing_question".__eq__)


def test_many_comments_before_a_tag_are_no_work() -> None:
    comments = b"<!---->" * 500
    assert kind_of_file(comments + b"<output>") == "xml"
    assert kind_of_file(comments + b"\n<!-- <html> --><HTML lang='en'>") == "html"
    assert kind_of_file(comments + b"<!-- never ended <html>") == "xml"
