"""Nugget files and NIST's pyramids: read, rebuilt as votes, and written back."""

from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import evaluations
from scoring.formats import nuggets
from scoring.formats.problems import Problems
from scoring.forms.nuggets import normalised, weights_of
from scoring.index import Index
from scoring.records import Evaluation, Nugget, NuggetVote, Question, Topics
from tests.scoring.parts import result
from tests.scoring.realdata import real

TOPICS = Topics((Question("1.6", "OTHER", "Other", "1"), Question("2.5", "OTHER", "Other", "2")))
FILE = b"""Qid 1.6: 'other' question for target Crips
1.6 1\tokay\tCrips slang for Bloods - slobs
1.6 2\tvital\trivals are the Bloods


Qid 2.5: 'other' question for target Fred Durst
2.5 1\tvital\ttattoo artist
"""


def weights(votes: list[NuggetVote], found: list[Nugget]) -> dict[tuple[str, str], Fraction]:
    """The weights that votes come to, by the code that scores."""
    made: Evaluation = result({}, {})._replace(nuggets=tuple(found), nugget_votes=tuple(votes))
    given = weights_of(Index(made), {nugget.qid: True for nugget in found})
    return {(qid, name): weight for qid in given for name, weight in normalised(given[qid]).items()}


def test_a_nugget_file_is_read_with_its_votes_and_written_back() -> None:
    (found, votes), problems = nuggets.read(FILE.replace(b"\n", b"\r\n"), "other", TOPICS, "nist")
    assert problems == []
    assert found[1] == Nugget("1.6", "2", "rivals are the Bloods", "development")
    assert votes[0] == NuggetVote("1.6", "1", "nist", "okay")
    vital = {(vote.qid, vote.nugget): vote.vote == "vital" for vote in votes}
    assert b"".join(nuggets.write(found, vital, {"1.6": "Crips", "2.5": "Fred Durst"})) == FILE


@pytest.mark.parametrize(
    ("line", "code", "number"),
    [
        (b"1.6 1\tperhaps\ttext", "nugget_line", 1),
        (b"9.9 1\tvital\ttext\n9.9 2\tvital\ttext", "unknown_question", 1),
        (b"1.6 1\tvital\ttext\n1.6 1\tokay\tother", "nugget", 2),
        (b"1.6 1\tvital\tcaf\xe9", "encoding", 1),
        (b"", "empty_file", 0),
    ],
)
def test_what_is_wrong_with_a_nugget_file_is_said(line: bytes, code: str, number: int) -> None:
    _, problems = nuggets.read(line, "other", TOPICS, "nist")
    assert [(problem.code, problem.line) for problem in problems] == [(code, number)]
    assert problems[0].hint


ASSIGNED = (
    b'{"qid": "1.6", "run_id": "r1", "nuggets": [{"text": "slobs", "importance": "vital", "assignment": "support"},'
    b' {"text": "rivals", "importance": "okay", "assignment": "support"}]}\n'
    b'{"qid": "1.6", "run_id": "r2", "nuggets": [{"text": "slobs", "importance": "vital", "assignment": "not_support"},'
    b' {"text": "rivals", "importance": "", "assignment": null}]}\n'
    b'{"qid": "2.5", "run_id": "r2", "nuggets": []}\n'
)


def test_nuggets_that_stand_there_once_for_each_run_are_one() -> None:
    noted = Problems("assigned")
    found, votes = nuggets.read_table(ASSIGNED, noted, TOPICS, "nist")
    assert noted.listed() == []
    assert [(one.qid, one.name, one.text) for one in found] == [("1.6", "1", "slobs"), ("1.6", "2", "rivals")]
    assert votes == [NuggetVote("1.6", "1", "nist", "vital"), NuggetVote("1.6", "2", "nist", "okay")]


def test_a_nugget_that_is_vital_here_and_okay_there_is_told() -> None:
    noted = Problems("assigned")
    nuggets.read_table(ASSIGNED.replace(b'"importance": ""', b'"importance": "vital"'), noted, TOPICS, "nist")
    assert [(one.line, one.code) for one in noted.listed()] == [(2, "contradiction")]


@pytest.mark.parametrize(
    ("groups", "lines"),
    [("A A", []), ("A ", []), ("A B", [3]), (" B", [3]), ("A B A C", [3, 5])],
)
def test_a_nugget_in_one_group_here_and_in_another_there_is_told(groups: str, lines: list[int]) -> None:
    rows = "".join(f"1.6,slobs,{group}\n" for group in groups.split(" "))
    noted = Problems("table")
    found, _ = nuggets.read_table(f"qid,nugget,group\n{rows}".encode(), noted, TOPICS, "nist")
    assert [(one.line, one.code) for one in noted.listed()] == [(line, "contradiction") for line in lines]
    assert [one.group for one in found] == [groups.split(" ")[0]]


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (b"1.6\t1\t0.5", "nugget_line"),
        (b"1.6\t1\t1.5\ttext", "weight"),
        (b"1.6\t1\t-1\ttext", "weight"),
        (b"1.6\t1\tnan\ttext", "weight"),
        (b"1.6\t1\t0.123456\ttext", "weight"),
        (b"9.9\t1\t0.5\ttext", "unknown_question"),
        (b"1.6\t1\t0.5\t ", "nugget"),
    ],
)
def test_what_is_wrong_with_a_pyramid_is_said(line: bytes, code: str) -> None:
    _, problems = nuggets.read_pyramid(line, "pyramid", TOPICS)
    assert [problem.code for problem in problems] == [code]


@given(st.lists(st.integers(0, 10), min_size=1, max_size=12).filter(any))
def test_any_votes_are_given_back_by_their_pyramid(counts: list[int]) -> None:
    """The votes rebuilt from a pyramid come to its weights, however many people voted."""
    found = [Nugget("1.6", str(place), f"text {place}") for place in range(len(counts))]
    cast = [
        NuggetVote("1.6", str(place), str(voter), "vital" if voter < count else "okay")
        for place, count in enumerate(counts)
        for voter in range(10)
    ]
    pyramid = b"".join(nuggets.write_pyramid(found, weights(cast, found)))
    (read, votes), problems = nuggets.read_pyramid(pyramid, "pyramid", TOPICS)
    assert problems == []
    assert weights(votes, read) == weights(cast, found)
    assert b"".join(nuggets.write_pyramid(read, weights(votes, read))) == pyramid


@given(st.binary(max_size=200))
def test_no_bytes_make_a_reader_raise(data: bytes) -> None:
    nuggets.read(data, "other", TOPICS, "nist")
    nuggets.read_pyramid(data, "pyramid", TOPICS)


@given(st.text(min_size=1))
def test_a_text_with_breaks_stays_on_one_line(text: str) -> None:
    made = b"".join(nuggets.write_pyramid([Nugget("1.6", "1", text)], {("1.6", "1"): Fraction(1)}))
    assert made.count(b"\n") == 1
    assert made.count(b"\t") == 3


@pytest.mark.parametrize(
    ("year", "questions", "found"), [("trec15", 75, 675), ("trec16", 70, 735)], ids=["2006", "2007"]
)
def test_real_pyramids_are_written_back_to_the_digit(year: str, questions: int, found: int) -> None:
    topics, _ = evaluations.get("series2004").read_topics(real(f"{year}questions.xml"), "topics")
    data = real(f"{year}answers_other_pyramid")
    (read, votes), problems = nuggets.read_pyramid(data, "pyramid", topics)
    assert problems == []
    assert (len({nugget.qid for nugget in read}), len(read)) == (questions, found)
    by_count = Counter((vote.qid, vote.nugget) for vote in votes)
    assert max(by_count.values()) <= 9
    written = b"".join(nuggets.write_pyramid(read, weights(votes, read)))
    assert written == data


@pytest.mark.parametrize(
    ("year", "questions", "found"), [("trec13", 64, 580), ("trec15", 75, 675)], ids=["2004", "2006"]
)
def test_real_nugget_files_are_read(year: str, questions: int, found: int) -> None:
    topics, _ = evaluations.get("series2004").read_topics(real(f"{year}questions.xml"), "topics")
    (read, votes), problems = nuggets.read(real(f"{year}answers_other"), "other", topics, "nist")
    assert problems == []
    assert (len({nugget.qid for nugget in read}), len(read), len(votes)) == (questions, found, found)
