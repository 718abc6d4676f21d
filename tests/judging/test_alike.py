"""Which strings of a pool ought to be judged alike."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assessment.judging.selectors.alike import are_alike, same_string


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("9 April", "9 APRIL"),
        ("5.5 billion", "5 5 billion"),
        ("O'Brien,", "o brien"),
        ("ﬁrst", "First"),
        ("«Émile»", "émile"),
        ("$!", " $! "),
    ],
)
def test_case_punctuation_and_spaces_make_no_other_string(one: str, other: str) -> None:
    assert same_string(one, other)


@pytest.mark.parametrize(
    ("one", "other", "alike"),
    [
        ("9 April", "on the night of 9 April 1926", True),
        ("April 1926", "9 April, 1926!", True),
        ("1", "1926", False),
        ("9 April", "19 April", False),
        ("9 April", "April 9", False),
        ("$", "anything", False),
        ("", "", True),
        ("", "anything", False),
    ],
)
def test_strings_that_contain_one_another_as_whole_words_are_alike(one: str, other: str, alike: bool) -> None:
    assert are_alike(one, other) == alike
    assert are_alike(other, one) == alike


@given(one=st.text(), other=st.text())
def test_likeness_has_no_direction_and_every_string_is_like_itself(one: str, other: str) -> None:
    assert are_alike(one, one)
    assert are_alike(one, other) == are_alike(other, one)
