"""Topics of series in plain text, as the defining documents show them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import evaluations
from scoring.formats import topics_plain
from scoring.records import Question, Series

FIGURE_1 = b"""3 Hale Bopp comet
3.1 FACTOID When was the comet discovered?
3.3 LIST In what countries was the comet visible on its last return?
3.4 OTHER

21 Club Med
21.2 LIST List the spots in the United States.
"""
TYPES = ("FACTOID", "LIST", "OTHER")


def test_the_figure_of_the_paper() -> None:
    """Question series, figure 1."""
    topics, problems = topics_plain.read(FIGURE_1, "topics", TYPES)
    assert problems == []
    assert topics.series == (Series("3", "Hale Bopp comet"), Series("21", "Club Med"))
    assert topics.questions[0] == Question("3.1", "FACTOID", "When was the comet discovered?", "3")
    assert [(it.qid, it.type, it.text) for it in topics.questions[2:]] == [
        ("3.4", "OTHER", "Other"),
        ("21.2", "LIST", "List the spots in the United States."),
    ]


@pytest.mark.parametrize("written", ["RigidList", "Rigid List", "rigid-list", "RIGIDLIST"])
def test_opinion_questions_in_either_form(written: str) -> None:
    track = evaluations.TRACKS["tac2008"]
    topics, problems = track.read_topics(f"1 Tolm ferry\n1.1 {written} Which boats?\n".encode(), "topics")
    assert problems == []
    assert topics.questions == (Question("1.1", "RigidList", "Which boats?", "1"),)
    assert track.read_topics(track.write_topics(topics), "topics.xml") == (topics, [])


@pytest.mark.parametrize(
    ("text", "code", "line"),
    [
        (b"1 Ferry\n1.1 PERHAPS Who?\n", "question_type", 2),
        (b"1 Ferry\n1.1 LIST Who?\n1.1 LIST When?\n", "id", 3),
        (b"1\n", "target_text", 1),
        (b"1 Ferry\n2 Fair\n", "no_questions", 0),
        (b"1 Ferry\n1.1 LIST caf\xe9\n", "encoding", 2),
        (b"", "empty_file", 0),
    ],
)
def test_what_is_wrong_is_said_with_its_line(text: bytes, code: str, line: int) -> None:
    _, problems = topics_plain.read_either(text, "topics", TYPES)
    assert [(problem.code, problem.line) for problem in problems] == [(code, line)]


@given(st.binary(max_size=200))
def test_no_bytes_make_the_reader_raise(data: bytes) -> None:
    topics, problems = topics_plain.read_either(data, "topics", TYPES)
    assert topics.questions or problems
