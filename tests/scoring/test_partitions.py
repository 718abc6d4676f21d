"""Where two assessors' classes differ, and which nuggets repeat what was asked."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.evaluate.partitions import differences
from scoring.formats.repeats import repeated


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        ({"a": "1", "b": "1", "c": "2"}, {"a": "x", "b": "x", "c": "y"}, []),
        ({"a": "1", "b": "1", "c": "2"}, {"a": "x", "b": "y", "c": "z"}, [["a", "b"]]),
        (
            {"a": "1", "b": "2", "c": "3", "d": "4"},
            {"a": "1", "b": "1", "c": "1", "d": "4"},
            [["a", "b", "c"]],
        ),
        ({"a": "1", "b": "1"}, {"a": "1"}, [["a", "b"]]),
        ({"a": "1"}, {}, []),
        (
            {"a": "1", "b": "1", "c": "2", "d": "2"},
            {"a": "1", "b": "2", "c": "3", "d": "4"},
            [["a", "b"], ["c", "d"]],
        ),
    ],
)
def test_groups_within_which_two_assessors_disagree(
    first: dict[str, str], second: dict[str, str], expected: list[list[str]]
) -> None:
    assert differences(first, second) == expected


CLASSES = st.dictionaries(st.sampled_from("abcdefg"), st.sampled_from(["1", "2", "3", ""]))


@given(CLASSES, CLASSES, st.permutations(["1", "2", "3"]))
def test_names_do_not_matter_and_both_ways_are_the_same(
    first: dict[str, str], second: dict[str, str], names: list[str]
) -> None:
    renamed = {thing: name and names[int(name) - 1] for thing, name in first.items()}
    assert differences(first, renamed) == []
    found = differences(renamed, second)
    assert found == differences(first, second)
    assert {frozenset(group) for group in found} == {frozenset(group) for group in differences(second, first)}
    assert sum(map(len, found)) == len({thing for group in found for thing in group})


@pytest.mark.parametrize(
    ("nugget", "earlier", "expected"),
    [
        ("born in Prague in 1883", ["Prague", "1883", "Vienna"], ["Prague", "1883"]),
        ("wrote The Trial", ["the trial!", "The Castle"], ["the trial!"]),
        ("Jewish family", ["family, Jewish"], ["family, Jewish"]),
        ("pragues", ["Prague"], []),
        ("anything", ["", " – "], []),
        ("ŁÓDŹ mill", ["łódź"], ["łódź"]),
    ],
)
def test_a_nugget_that_repeats_an_earlier_answer(
    nugget: str, earlier: list[str], expected: list[str]
) -> None:
    assert repeated(nugget, earlier) == expected
