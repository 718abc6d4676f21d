"""Qrels files in NIST's form and in trec_eval's."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.formats import qrels
from scoring.records import NIL, Item, Qrels, Response
from scoring.scales import FOUR_WAY, YES_NO, Scale

SCALES = {"1": YES_NO, "10": YES_NO, "2": FOUR_WAY}
GRADES = {
    Item("2", "HN-2", "", "Dunn,  of Orrin"): "inexact",
    Item("10", "HN-1", "", "x"): "no",
    Item("1", "HN-3", "", "é"): "yes",
    Item("1", "HN-3", "", "a"): "no",
    Item("2", "HN-1", "", "b"): "unsupported",
    Item("2", "HN-1", "", "a"): "incorrect",
    Item("2", "HN-1", "", "c"): "correct",
}
NIST = """1 HN-3 -1 a
1 HN-3 1 é
10 HN-1 -1 x
2 HN-1 -1 a
2 HN-1 2 b
2 HN-1 1 c
2 HN-2 3 Dunn,  of Orrin
"""
words = st.text(
    st.characters(codec="utf-8", exclude_categories=("Cs", "Cc", "Zs", "Zl", "Zp")), min_size=1, max_size=8
)


def test_nists_form_sorted_by_code_point() -> None:
    assert b"".join(qrels.write(Qrels("union", GRADES, scales=SCALES))).decode() == NIST
    assert qrels.read(NIST.encode(), "qrels", SCALES) == (GRADES, [])


# What is written for "no document" is no document's id.
docids = st.just("") | words.filter(lambda one: one != qrels.NO_DOCUMENT)


@given(st.dictionaries(st.tuples(st.sampled_from(["1", "2"]), docids, words), st.integers(0, 1)))
def test_grades_are_written_and_read_back(drawn: dict[tuple[str, str, str], int]) -> None:
    grades = {
        Item(qid, docid, "", answer): SCALES[qid].grades[place]
        for (qid, docid, answer), place in drawn.items()
    }
    data = b"".join(qrels.write(Qrels("union", grades, scales=SCALES)))
    assert data == b"".join(qrels.write(Qrels("union", dict(reversed(grades.items())), scales=SCALES)))
    if grades:
        assert qrels.read(data, "qrels", SCALES) == (grades, [])


RIGHT = {qid: scale.correct for qid, scale in SCALES.items()}


def test_lenient_grades_are_relevant_for_trec_eval() -> None:
    lenient = {qid: scale.grades for qid, scale in SCALES.items()}
    lines = (
        b"".join(qrels.write_trec_eval(Qrels("union", GRADES, scales=SCALES), lenient)).decode().splitlines()
    )
    assert {line.rpartition(" ")[2] for line in lines} == {"1"}


def test_made_up_ids_for_trec_eval() -> None:
    item = Item("1", "HN-3", "", "é")
    assert qrels.made_up_docid(item) == f"HN-3.{item.key[:12]}"
    lines = (
        b"".join(qrels.write_trec_eval(Qrels("union", GRADES, scales=SCALES), RIGHT)).decode().splitlines()
    )
    assert lines[1] == f"1 0 {qrels.made_up_docid(item)} 1"
    assert [line.rpartition(" ")[2] for line in lines] == ["0", "1", "0", "0", "0", "1", "0"]
    assert len({line.split()[2] for line in lines}) == len(GRADES)


def _rewritten(*responses: Response) -> list[str]:
    return b"".join(qrels.write_run(responses, "tag1")).decode().splitlines()


def test_a_document_without_a_string_is_written_and_read_back() -> None:
    grades = {Item("1", "HN-1", "", ""): "yes", Item("1", "HN-2", "", "a"): "no"}
    data = b"".join(qrels.write(Qrels("union", grades, scales=SCALES)))
    assert data.splitlines()[0] == b"1 HN-1 1"
    assert qrels.read(data, "qrels", SCALES) == (grades, [])


def test_a_document_without_a_string_keeps_its_id_for_trec_eval() -> None:
    assert qrels.made_up_docid(Item("2024-1/relevance", "doc_01#2_7", "", "")) == "doc_01#2_7"
    assert qrels.made_up_docid(Item("1", "jrc-1", "3", "")) != "jrc-1"


def test_a_run_rewritten_to_match_keeps_the_rank_of_each_response() -> None:
    b, c = (qrels.made_up_docid(Item("2", "HN-1", "", answer)) for answer in "bc")
    given = (Response("2", "HN-1", "b", 2), Response("2", "HN-1", "c", 1), Response("2", "HN-1", "b", 3))
    lines = [f"2 Q0 {c} 1 -1 tag1", f"2 Q0 {b} 2 -2 tag1", f"2 Q0 {b}.2 3 -3 tag1"]
    assert _rewritten(*given, Response("1", NIL, "", 1)) == lines
    assert _rewritten(Response("2", NIL, "", 1), Response("2", "HN-1", "c", 3)) == [
        "2 Q0 none.1 1 -1 tag1",
        "2 Q0 none.2 2 -2 tag1",
        f"2 Q0 {c} 3 -3 tag1",
    ]
    assert len(_rewritten(Response("2", "HN-1", "c", 10**9))) == qrels.MAX_GAP + 1


def test_a_made_up_id_is_that_of_no_document() -> None:
    given = [
        Response("1", docid, "", rank)
        for docid, rank in (("d", 2), ("d", 3), ("d", 4), ("d.2", 5), ("none.1", 6))
    ]
    assert [line.split()[2] for line in _rewritten(*given)] == [
        "none.1.2",
        "d",
        "d.3",
        "d.4",
        "d.2",
        "none.1",
    ]
    judged = b"".join(qrels.write_run(given[:2], "t", {"1": {"d.2", "d.3"}, "2": {"d.4"}})).decode()
    assert [line.split()[2] for line in judged.splitlines()] == ["none.1", "d", "d.4"]


_answers = st.lists(st.tuples(st.integers(1, 9), st.sampled_from("abcd")), unique_by=lambda one: one[0])


@given(_answers, st.sets(st.sampled_from("abcd")))
def test_trec_eval_finds_the_first_right_answer_at_its_rank(
    given: list[tuple[int, str]], right: set[str]
) -> None:
    """By the definition of recip_rank: lines sorted by score, numbered from 1, and the first of relevance 1."""
    lines = [
        line.split() for line in _rewritten(*(Response("1", "HN-1", text, rank) for rank, text in given))
    ]
    judged = {qrels.made_up_docid(Item("1", "HN-1", "", text)) for text in right}
    assert len({line[2] for line in lines}) == len(lines)  # trec_eval refuses an id twice
    ordered = sorted(lines, key=lambda line: -float(line[4]))
    found = next((place for place, line in enumerate(ordered, 1) if line[2] in judged), None)
    assert found == min((rank for rank, text in given if text in right), default=None)


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("1 HN-1", "columns"),
        ("9 HN-1 1 a", "unknown_question"),
        ("1 HN-1 3 a", "unknown_code"),
        ("1 HN-1 one a", "unknown_code"),
        ("1 HN-1 1 a\n1 HN-1 -1 a", "contradiction"),
        ("1 HN-1 1 a\0", "nul_byte"),
    ],
)
def test_faulty_lines(line: str, code: str) -> None:
    _, problems = qrels.read(line.encode(), "qrels", SCALES)
    assert [problem.code for problem in problems] == [code]


@given(st.binary(max_size=100) | st.text(max_size=60).map(lambda text: text.encode(errors="replace")))
def test_no_bytes_make_the_reader_raise(data: bytes) -> None:
    scales: dict[str, Scale] = {"1": YES_NO}
    qrels.read(data, "qrels", scales)
