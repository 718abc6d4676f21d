"""How good people are against each other, and how alike their answers."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from scoring.annotations import AnnotatedExample
from scoring.spans.people import people, popular, share_of_most_popular, split
from scoring.spans.scores import PARTS
from tests.scoring.spans.making import example, read, said, span

PLACES = [span(0, 40), span(40, 90), span(90, 120)]


def annotated(*numbers: int, silent: int = 0) -> AnnotatedExample:
    """An example of which so many people gave the first, second, third place, and so many none."""
    given_ = [place for place, number in zip(PLACES, numbers, strict=False) for _ in range(number)]
    annotations = [said(place, name=n) for n, place in enumerate([*given_, *[None] * silent])]
    return read(example(1, *annotations)).examples["1"]


def test_the_most_popular_answer_comes_first_and_of_several_the_earliest() -> None:
    found = popular("long", annotated(2, 5, 2, silent=4).annotations)
    assert found == [((40, 90), 5), ((0, 40), 2), ((90, 120), 2)]
    assert popular("short", annotated(2).annotations) == []
    assert share_of_most_popular("long", [annotated(2, 5, 2, silent=4)], 2) == Fraction(7, 9)
    assert share_of_most_popular("long", [annotated(silent=3)], 1) is None


def test_yes_and_no_come_after_places() -> None:
    five = [said(PLACES[0], yes_no="YES"), said(PLACES[0], span(3, 5)), said(PLACES[0], yes_no="NO")]
    assert [answer for answer, _ in popular("short", read(example(1, *five)).examples["1"].annotations)] == [
        ((3, 5),),
        ("NO",),
        ("YES",),
    ]


@given(st.integers(0, 2**40), st.integers(6, 25))
def test_a_seed_splits_the_same_people_whatever_their_order(seed: int, number: int) -> None:
    whole = annotated(number)
    reference, others = split(whole, seed)
    assert (len(reference), len(others)) == (5, number - 5)
    assert sorted([*reference, *others]) == sorted(whole.annotations)
    turned = whole._replace(annotations=whole.annotations[::-1])
    assert split(turned, seed) == (reference, others)


def test_people_together_answer_where_eight_of_twenty_do() -> None:
    for given_, expected in ((25, 1), (0, 0)):
        found = people("long", [annotated(given_, silent=25 - given_)], seed=3)
        assert found is not None
        assert (found.together.counts.given, found.together.counts.right) == (expected, expected)
        assert found.alone.examples == 20
    # 5 of 25: whatever the split, fewer than 8 of the 20 others answer, so that they keep silent together.
    few = people("long", [annotated(5, silent=20)], seed=3)
    assert few is not None
    assert few.together.counts.given == 0
    assert (
        few.alone.counts.given + sum(one.label.has_long for one in split(annotated(5, silent=20), 3)[0]) == 5
    )
    assert people("long", [annotated(5)], seed=3) is None


def test_seven_of_twenty_are_too_few_and_eight_enough() -> None:
    seen = set()
    for seed in range(40):
        whole = annotated(10, silent=15)
        others = sum(one.label.has_long for one in split(whole, seed)[1])
        found = people("long", [whole], seed)
        assert found is not None
        assert found.together.counts.given == (others >= 8)
        seen.add(others)
    assert {7, 8} <= seen
    # Of 10 others, 4 are as many as 8 of 20; of 11, it takes 5.
    for others, needed in ((10, 4), (11, 5)):
        for given_ in range(others + 6):
            whole = annotated(given_, silent=others + 5 - given_)
            found = people("long", [whole], seed=1)
            assert found is not None
            answered = sum(one.label.has_long for one in split(whole, 1)[1])
            assert found.together.counts.given == (answered >= needed)


@given(st.lists(st.tuples(st.integers(0, 8), st.integers(0, 8), st.integers(1, 9)), min_size=1, max_size=5))
def test_what_people_score_alone_is_the_sum_of_each(counts: list[tuple[int, int, int]]) -> None:
    examples = [
        annotated(one, other, silent=silent + 6)._replace(example_id=str(n))
        for n, (one, other, silent) in enumerate(counts)
    ]
    for part in PARTS:
        found = people(part, examples, seed=5)
        assert found is not None
        right = given_ = gold = 0
        for each in examples:
            reference, others = split(each, 5)
            has_gold = sum(one.label.has_long and part == "long" for one in reference) >= 2
            gold += has_gold * len(others)
            for other in others:
                if part == "long" and other.label.has_long:
                    given_ += 1
                    right += has_gold and any(other.label.long == one.label.long for one in reference)
        assert (found.alone.counts.gold, found.alone.counts.given, found.alone.counts.right) == (
            gold,
            given_,
            right,
        )
        assert found.together.examples == len(examples)
