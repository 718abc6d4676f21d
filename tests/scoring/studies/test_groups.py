"""Groups of runs: by hand, against every set of runs, and their laws."""

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from scoring.studies.groups import groups_of, letter_of, letters_of

Pairs = set[tuple[int, int]]


@st.composite
def graphs(draw: st.DrawFn) -> tuple[int, Pairs]:
    n = draw(st.integers(0, 7))
    return n, {pair for pair in combinations(range(n), 2) if draw(st.booleans())}


def letters(n: int, significant: Pairs) -> list[str]:
    return ["".join(one) for one in letters_of(n, groups_of(n, significant))]


def test_by_hand() -> None:
    assert letters(3, set()) == ["a", "a", "a"]
    assert letters(3, {(0, 2)}) == ["a", "ab", "b"]
    assert letters(3, {(0, 1), (0, 2), (1, 2)}) == ["a", "b", "c"]
    assert letters(4, {(0, 2), (0, 3), (1, 3)}) == ["a", "ab", "bc", "c"]
    assert letters(0, set()) == []
    assert letters(1, set()) == ["a"]


def test_the_example_of_the_paper_by_gramm_and_others() -> None:
    # Five treatments, of which 1-5, 2-3, 2-5 and 3-5 differ (Gramm et al. 2007, figure 2): {1 2 4}, {1 3 4}, {4 5}.
    found = groups_of(5, {(0, 4), (1, 2), (1, 4), (2, 4)})
    assert [group.places for group in found] == [(0, 1, 3), (0, 2, 3), (3, 4)]
    assert [group.spans for group in found] == [((0, 1), (3, 3)), ((0, 0), (2, 3)), ((3, 4),)]


@given(graphs())
def test_largest_sets_without_a_significant_pair(graph: tuple[int, Pairs]) -> None:
    n, significant = graph
    sets = [set(places) for size in range(1, n + 1) for places in combinations(range(n), size)]
    apart = [places for places in sets if not any({a, b} <= places for a, b in significant)]
    largest = [places for places in apart if not any(places < other for other in apart)]
    assert sorted(sorted(places) for places in largest) == [
        list(group.places) for group in groups_of(n, significant)
    ]


@given(graphs())
def test_a_shared_letter_says_no_more_and_no_less(graph: tuple[int, Pairs]) -> None:
    n, significant = graph
    shown = letters_of(n, groups_of(n, significant))
    assert {
        pair for pair in combinations(range(n), 2) if not set(shown[pair[0]]) & set(shown[pair[1]])
    } == significant


@given(st.lists(st.integers(0, 20), max_size=12), st.integers(0, 20))
def test_a_threshold_makes_stretches_of_neighbours(scores: list[int], threshold: int) -> None:
    ranking = sorted(scores, reverse=True)
    pairs = combinations(range(len(ranking)), 2)
    groups = groups_of(len(ranking), {(a, b) for a, b in pairs if ranking[a] - ranking[b] > threshold})
    assert all(len(group.spans) == 1 for group in groups)
    assert len(groups) <= len(ranking)


def test_letters_beyond_z() -> None:
    assert [letter_of(number) for number in (0, 25, 26, 51, 52, 701, 702)] == [
        "a",
        "z",
        "aa",
        "az",
        "ba",
        "zz",
        "aaa",
    ]
    everything = set(combinations(range(30), 2))
    assert letters(30, everything)[-1] == "ad"
