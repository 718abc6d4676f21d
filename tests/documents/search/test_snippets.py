"""What is shown of a document that was found: a part with the words marked, from one blank to another."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from documents.search.finding import snippet_of

WORDS = st.sampled_from(["tide", "gauges", "it’s", "éclairage", "كِتَاب", "1926", "co-operation", "a"])
BLANKS = st.sampled_from([" ", "\n", "  ", ", ", ". "])


@given(
    st.lists(st.tuples(WORDS, BLANKS), min_size=1, max_size=120),
    st.sampled_from(["tide", "gauge a", "zebra"]),
)
def test_no_word_is_cut_and_every_word_looked_for_is_marked(parts: list[tuple[str, str]], words: str) -> None:
    text = "".join(word + blank for word, blank in parts)
    pieces = snippet_of(text, words, "en")
    shown = "".join(piece.text for piece in pieces)
    assert shown in re.sub(r"\s+", " ", text)
    there = {*re.findall(r"[^\s,.]+", text), *re.findall(r"[^\s,.-]+", text)}
    assert set(re.findall(r"[^\s,.]+", shown)) <= there
    if words == "tide":
        marked = [piece.text for piece in pieces if piece.is_word]
        assert marked == re.findall(r"\btide\b", shown)


@pytest.mark.parametrize("between", range(1, 14))
def test_a_word_of_two_parts_is_not_begun_or_ended_by_its_hyphen(between: int) -> None:
    text = "co-operation " * 40 + "x" * between + " tide " + "x" * between + " co-operation" * 40
    shown = "".join(piece.text for piece in snippet_of(text, "tide", "en"))
    assert set(shown.split()) <= {"x" * between, "co-operation", "co", "operation", "tide"}


@pytest.mark.parametrize("word", ["كِتَاب", "שָׁלוֹם", "किताब"])
@pytest.mark.parametrize("between", range(1, 9))
def test_a_word_is_not_cut_at_its_points(word: str, between: int) -> None:
    text = f"{word} " * 40 + "x" * between + " tide " + "x" * between + f" {word}" * 40
    shown = "".join(piece.text for piece in snippet_of(text, "tide", "en"))
    assert set(shown.split()) <= {"x" * between, word, "tide"}


@pytest.mark.parametrize("text", ["潮" * 500, "x" * 500])
def test_writing_without_blanks_is_cut_all_the_same(text: str) -> None:
    [piece] = snippet_of(text, "zebra", "en")
    assert 150 < len(piece.text) < 250


def test_a_word_before_the_best_place_is_marked_too() -> None:
    text = "nothing " * 50 + "tide, and then a tide gauge at the harbour " + "nothing " * 50
    marked = [piece.text for piece in snippet_of(text, "tide gauge harbour", "en") if piece.is_word]
    assert marked == ["tide", "tide", "gauge", "harbour"]


def test_of_very_many_places_the_first_are_looked_at() -> None:
    text = "the tide " * 500 + "nothing " * 60 + "gauge at the tide"
    marked = {piece.text for piece in snippet_of(text, "tide gauge", "en") if piece.is_word}
    assert marked == {"tide"}


@pytest.mark.parametrize("letters", range(1, 12))
def test_words_at_both_ends_are_whole_wherever_the_snippet_begins(letters: int) -> None:
    text = "alphabet " * 30 + "z" * letters + " tide " + "alphabet " * 30
    shown = "".join(piece.text for piece in snippet_of(text, "tide", "en")).split()
    assert set(shown) == {"alphabet", "z" * letters, "tide"}
    assert shown.index("tide") > 4
