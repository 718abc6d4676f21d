"""Answers that stand in a document in another dress, or in stretches: what is marked of them, and where."""

import re
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from documents.folding import Folded
from documents.marked import MarkRequest, count_hits
from documents.marks import MAX_HITS, find, find_answer, find_known, has_answer
from documents.stretches import common_runs
from documents.text import Page


def marked(text: str, answer: str) -> list[str]:
    """What is marked of an answer that does not stand there."""
    spans, literal, *_ = find_answer(text, answer)
    assert not literal
    return [text[start:end] for start, end in spans]


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("a merger of AT&T and TCI", "AT&amp;T"),
        ("a merger of AT&amp;T and TCI", "AT&T"),
        ("a merger of AT&amp;T and TCI", "AT & amp ; T"),
        ("a four-door car", "four&hyph;door"),
        ("a four&hyph;door car", "four-door"),
        ("Pounds 4m. &UR; and &LR; more", "4m. and more"),
        ("1998, Houston Chronicle. If the club", "Chronicle. & LR ; & QL ; If"),
        ("Jos&eacute; Carreras", "José Carreras"),
        ("Jose\u0301 Carreras", "JOS&Eacute; Carreras"),
        ("&#163;5 million", "£5 million"),
        ("he wouldn't, or couldn't", "would n't , or could n't"),
        ("he ca n't", "can't"),
        ("the Seahawks' offer of $1.8 million", "Seahawks ' offer of $ 1.8 million"),
        ("İstanbul", "istanbul"),
        ("ΟΔΟΣ", "οδος"),
        ("the king \u200fעברית\u200e here", "king עברית here"),
    ],
)
def test_an_answer_is_found_in_other_dress(text: str, answer: str) -> None:
    assert find_answer(text, answer).literal
    assert has_answer(text, answer)


def test_a_mark_goes_from_the_first_to_the_last_letter_of_what_is_shown() -> None:
    text = "“AT&amp;T” -- of  New\nYork --, 1998"
    for answer, shown in [('"AT&T"', "“AT&amp;T”"), ("T", "T"), ("of new york-", "of  New\nYork --")]:
        start, end = find_answer(text, answer).spans[0]
        assert text[start:end] == shown


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("Hanna Brandt", "Hannah Brandt"),
        ("R & D ;", "R &D; x"),
        ("the ship's", 'the ship"s'),
        ("black &unknown; white", "black white"),
    ],
)
def test_what_is_not_the_same_is_not_found(text: str, answer: str) -> None:
    assert not has_answer(text, answer)


def test_of_an_answer_that_crosses_fields_the_parts_are_marked() -> None:
    text = "Storm over Halden\nBy Ada Moe\nThe harbour was shut on Monday, the mayor said. The mayor said no more."
    assert marked(text, "Storm over Halden The harbour was shut on Monday") == [
        "Storm over Halden",
        "The harbour was shut on Monday",
    ]


def test_lesser_parts_are_marked_beside_the_longest_alone() -> None:
    far = "Nothing. " * 60
    text = f"Aske 1928. {far} Captain Jon Aske left the wreck last; the captain of 1928. {far} The captain, Aske."
    assert marked(text, "the captain was Jon Aske in 1928") == [
        "Jon Aske",
        "the captain",
        "1928",
        "The captain",
    ]


def test_small_words_alone_are_not_marked() -> None:
    assert marked("It was of the sea, and in the night of the whale.", "of the moon, in the dark") == []
    assert marked("They were there with them, from which others came.", "which were with them in there") == []
    assert marked("to be or not", "or be") == []
    assert marked("by gas or oil", "oil, gas") == ["gas", "oil"]


def test_single_words_are_marked_where_most_of_them_stand_together() -> None:
    page = Page(
        paragraphs=("Halden here. " + "Nothing. " * 60, "Tveit, assistant to Anders Halden", "Anders")
    )
    text = "\n".join(page.paragraphs)
    assert marked(text, "Halden assistant Tveit Anders") == ["Tveit", "assistant", "Anders", "Halden"]
    assert count_hits(page, MarkRequest("Halden assistant Tveit Anders")).best == 1
    assert count_hits(page, MarkRequest("Anders Petrel")).marked == 2
    assert count_hits(page, MarkRequest("Petrel")).best == 0


def test_the_document_opens_where_most_of_the_answer_stands() -> None:
    text = f"Jon Aske. {'Nothing. ' * 60} Here Jon Aske, the captain, left in 1928."
    hits = count_hits(Page(paragraphs=(text,)), MarkRequest("Jon Aske of Halden was the captain in 1928"))
    assert (hits.literal, hits.marked, hits.best) == (False, 4, 2)


def test_a_string_cut_in_its_last_word_is_marked_up_to_it() -> None:
    text = "Before. He plans to fly to Los Angeles Monday, to meet with them. After."
    answer = "ns to fly to Los Angeles on Monday to meet wi"
    assert marked(text, answer) == ["to fly to Los Angeles", "Monday, to meet"]


WORDS = st.lists(st.sampled_from(["amber", "basin", "the", "of", "a", "1928", "cedar"]), max_size=14)
BETWEEN = st.sampled_from([" ", ", ", "\n", ". ", " -- "])


@given(WORDS, WORDS, BETWEEN, BETWEEN)
def test_a_stretch_is_in_the_document_and_in_the_answer(
    answer: list[str], words: list[str], between: str, other: str
) -> None:
    text, string = between.join(words), other.join(answer)
    spans, literal, best, _ = find_answer(text, string)
    assert bool(spans) == bool(best)
    assert best <= len(spans)
    assert all(before.end <= after.start for before, after in pairwise(spans))
    for start, end in spans:
        found = re.findall(r"\w+", text[start:end])
        assert text[start:end].strip(" .,-\n")[:1].isalnum()
        assert f" {' '.join(found)} " in f" {' '.join(answer)} "
        assert literal or any(len(word) > 3 for word in found) or not any(len(word) > 3 for word in answer)


@given(WORDS, WORDS)
def test_the_longest_run_of_words_is_among_those_found(answer: list[str], words: list[str]) -> None:
    runs = list(common_runs(answer, words))
    for run in runs:
        assert answer[run.answer : run.answer + run.words] == words[run.document : run.document + run.words]
    parts = {tuple(answer[i:j]) for i in range(len(answer)) for j in range(i + 1, len(answer) + 1)}
    inside = [
        j - i for i in range(len(words)) for j in range(i + 1, len(words) + 1) if tuple(words[i:j]) in parts
    ]
    assert max((run.words for run in runs), default=0) == max(inside, default=0)


def plain_runs(answer: list[str], words: list[str]) -> set[tuple[int, int, int]]:
    """All runs, looked for word by word from each place."""
    found = set()
    for i in range(len(answer)):
        for j in range(len(words)):
            if answer[i] != words[j] or (i and j and answer[i - 1] == words[j - 1]):
                continue
            length = 0
            while answer[i + length : i + length + 1] == words[j + length : j + length + 1] != []:
                length += 1
            found.add((i, j, length))
    return found


@given(WORDS, WORDS)
def test_each_run_is_found_once_as_long_as_it_goes_on(answer: list[str], words: list[str]) -> None:
    runs = [tuple(run) for run in common_runs(answer, words)]
    assert len(runs) == len(set(runs))
    assert set(runs) == plain_runs(answer, words)


LETTERS = st.text("aBß1 ,.-—'\"`“&;hypamlr\n\u00ad\u0301é", max_size=60)


@given(LETTERS)
def test_folding_knows_where_each_letter_stood(text: str) -> None:
    folded = Folded(text)
    assert Folded(folded.text).text == folded.text or {"&", "\u0301"} & set(text)
    spans = [folded.origin(place, place + 1) for place in range(len(folded.text))]
    assert all(0 <= span.start < span.end <= len(text) for span in spans if span)
    kept = [span for span in spans if span]
    assert all(before.start <= after.start and before.end <= after.end for before, after in pairwise(kept))


@given(LETTERS, LETTERS)
def test_what_is_found_has_the_spelling_of_what_was_sought(text: str, needle: str) -> None:
    wanted = Folded(needle).text
    for span in find(text, needle):
        assert Folded(text[span.start : span.end]).text == wanted or "&" in text


def test_all_strings_are_sought_in_one_reading_of_the_document() -> None:
    text = "amber basin cedar, " * 60_000  # more than a megabyte
    strings = [f"basin cedar, amber {n}" for n in range(99)] + ["amber basin"]
    assert len(find_known(text, strings)) == MAX_HITS


@pytest.mark.parametrize("size", [10_000, 60_000])
def test_stretches_of_a_long_document_are_sought_to_the_end(size: int) -> None:
    for answer in ("the " * 300 + "x", "amber the " * 150 + "x", " ".join(map(str, range(300)))):
        assert not find_answer("the amber " * (size // 10), answer).literal
        assert not find_answer(" ".join(map(str, range(size // 6))), answer + " amber").literal
