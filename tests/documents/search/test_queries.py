"""What may be typed into a search field, and what becomes of it."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from documents.search.queries import MOST, MOST_CLAUSES, Clause, QueryRefused, read_query, words_of


@pytest.mark.parametrize(
    ("typed", "clauses"),
    [
        ("tide gauge", [Clause("words", "may", "tide"), Clause("words", "may", "gauge")]),
        ('"tide gauge"', [Clause("words", "may", "tide gauge")]),
        ('"tide gauge', [Clause("words", "may", "tide gauge")]),
        ("+tide -gauge", [Clause("words", "must", "tide"), Clause("words", "not", "gauge")]),
        ('-"old mill" sea', [Clause("words", "not", "old mill"), Clause("words", "may", "sea")]),
        ("title:harbour", [Clause("title", "may", "harbour")]),
        ('title:"old harbour"', [Clause("title", "may", "old harbour")]),
        ("id:LA01*", [Clause("id", "may", "LA01*")]),
        ("id:L* x id:L* x", [Clause("id", "may", "L*"), Clause("words", "may", "x")]),
        ("date:1989", [Clause("date", "must", "", 19890000, 19891231)]),
        ("date:1989-06", [Clause("date", "must", "", 19890600, 19890631)]),
        ("date:1989-06-12", [Clause("date", "must", "", 19890612, 19890612)]),
        ("date:1989-06..1990-02-03", [Clause("date", "must", "", 19890600, 19900203)]),
        ("-date:..1989", [Clause("date", "not", "", 1, 19891231), Clause("words", "may", "x")]),
        ("date:1989..", [Clause("date", "must", "", 19890000, 99_999_999)]),
        ("a\x00b\x1fc", [Clause("words", "may", word) for word in "abc"]),
        ("((comet)) !", [Clause("words", "may", "((comet))")]),
    ],
)
def test_clauses(typed: str, clauses: list[Clause]) -> None:
    typed = f"{typed} x" if typed.startswith("-date") else typed
    assert read_query(typed) == clauses


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("", "query_empty"),
        ("  ", "query_empty"),
        ('""', "query_empty"),
        ("+ - (", "query_empty"),
        ("-comet", "query_empty"),
        ("x" * (MOST + 1), "query_long"),
        ("a " * (MOST_CLAUSES + 1), "query_long"),
        ("id:L* id:M* -id:N*", "query_long"),
        ("id:" + "йü" * 400 + "*", "query_long"),
        ("id:" + "x" * 256, "query_long"),
        ("date:", "query_date"),
        ("date:..", "query_date"),
        ("date:soon", "query_date"),
    ],
)
def test_what_cannot_be_looked_for(typed: str, code: str) -> None:
    with pytest.raises(QueryRefused) as refusal:
        read_query(typed)
    assert refusal.value.code == code
    assert refusal.value.hint


def test_words_to_be_marked() -> None:
    assert words_of(read_query('"tide gauge" +sea -mill title:x date:1989')) == "tide gauge sea"


@given(st.text(max_size=60) | st.text(alphabet='+-":. ()[]{}*?~^\\/&|! atidel', max_size=40))
def test_nothing_that_is_typed_is_an_error(typed: str) -> None:
    with suppress(QueryRefused):
        assert read_query(typed)
