"""Known answers in the three layouts of past evaluations."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.formats import answers
from scoring.records import KnownAnswer, Question, Topics

TOPICS = Topics(
    (Question("1", "factoid", "Who?"), Question("2", "factoid", "What?"), Question("3.1", "LIST", "Which?"))
)


def labels(data: bytes) -> tuple[list[tuple[str, str]], list[tuple[str, int]]]:
    found, problems = answers.read(data, "answers", TOPICS)
    return [(answer.qid, answer.label) for answer in found], [(it.code, it.line) for it in problems]


def test_one_answer_a_line() -> None:
    found, problems = answers.read(
        b"1 Mira Dunn \r\n\r\n2 $469,000\n1 Mira Dunn\n1 M. Dunn\n", "answers", TOPICS
    )
    assert problems == []
    assert found == [
        KnownAnswer("1", "1", "Mira Dunn"),
        KnownAnswer("1", "2", "M. Dunn"),
        KnownAnswer("2", "1", "$469,000"),
    ]


def test_blocks_with_documents() -> None:
    data = b"Number: 1\nWho?\nFT922-11731\n5.4bn \nFT943-8324 or FT943-8340\n5.7bn\nHN-1\n\nNumber: 2\nWhat?\nFBIS4-48038\nLittle\n"
    assert labels(data) == ([("1", "5.4bn"), ("1", "5.7bn"), ("1", "HN-1"), ("2", "Little")], [])


def test_blocks_of_lists() -> None:
    data = b"# 3.1\nQ:Which?\nNorth\n South \n\n# 2\nQ: What?\n1956\n"
    assert labels(data) == ([("3.1", "North"), ("3.1", "South"), ("2", "1956")], [])


@pytest.mark.parametrize(
    ("data", "found", "problems"),
    [
        (b"", [], [("empty_file", 0)]),
        (b"1 a\n9 b\n9 c\n2\n", [("1", "a")], [("unknown_question", 2), ("columns", 4)]),
        (b"# 9\nQ: no\na\nb\n# 1\nc", [("1", "c")], [("unknown_question", 1)]),
        (b"1 caf\xe9\n", [], [("encoding", 1)]),
    ],
)
def test_faulty_files(data: bytes, found: list[tuple[str, str]], problems: list[tuple[str, int]]) -> None:
    assert labels(data) == (found, problems)


RUN = b"".join(
    b"%d tag1 NYT19990101.00%02d words that were found %d\n" % (1 + it % 2, it, it) for it in range(9)
)
TREC8_RUN = b"".join(b"1 Q0 FT922-117%02d %d 0.5 tag1 words\n" % (it, it) for it in range(1, 6))
JUDGED = b"".join(b"2 FBIS4-480%02d -1 words\n" % it for it in range(5))
PATTERNS = b"1 Dunn\n1 (M|Mira)\\s+Dunn\n2 \\$469,?000\n2 half\n2 Pounds\\s*(?:m|million)\n1 [Dd]r\\. Dunn\n"
PATTERNS_WITH_DOCUMENTS = b"".join(b"1 Dunn NYT19990101.00%02d APW19990101.0001\n" % it for it in range(5))


@pytest.mark.parametrize(
    ("data", "line"),
    [(RUN, 1), (TREC8_RUN, 1), (JUDGED, 1), (PATTERNS, 2), (PATTERNS_WITH_DOCUMENTS, 1)],
)
def test_runs_and_patterns_are_not_taken_for_known_answers(data: bytes, line: int) -> None:
    assert labels(data) == ([], [("not_answers", line)])


def test_an_answer_may_have_a_sign_of_an_expression() -> None:
    data = b"1 C:\\docs\n1 (a|b)\n2 What?\n1 FT922-11731\n2 NYT19990101.0001 said so\n"
    assert labels(data) == (
        [
            ("1", "C:\\docs"),
            ("1", "(a|b)"),
            ("1", "FT922-11731"),
            ("2", "What?"),
            ("2", "NYT19990101.0001 said so"),
        ],
        [],
    )


@given(st.binary(max_size=80), st.sampled_from([b"", b"1 a\n", b"# 1\n", b"Number: 1\n"]))
def test_no_bytes_make_the_reader_raise(data: bytes, start: bytes) -> None:
    found, _ = answers.read(start + data, "answers", TOPICS)
    assert all(answer.label and answer.qid in {"1", "2", "3.1"} for answer in found)
