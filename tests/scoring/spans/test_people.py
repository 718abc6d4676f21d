"""How good people are against each other, and how alike their answers."""

from fractions import Fraction
from io import BytesIO
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from scoring.spans.examples import read_examples
from scoring.spans.people import by_share, people, popular, share_of_most_popular, split
from scoring.spans.records import AnnotatedExample
from scoring.spans.scores import PARTS
from tests.scoring.spans.making import example, lines, said, span

PLACES = [span(0, 40), span(40, 90), span(90, 120)]


def annotated(*numbers: int, silent: int = 0) -> AnnotatedExample:
    """An example of which so many people gave the first, second, third place, and so many none."""
    given_ = [place for place, number in zip(PLACES, numbers, strict=False) for _ in range(number)]
    annotations = [said(place, name=n) for n, place in enumerate([*given_, *[None] * silent])]
    return next(iter(read_examples(BytesIO(lines(example(1, *annotations))), "x").examples.values()))


def test_the_most_popular_answer_comes_first_and_of_several_the_earliest() -> None:
    found = popular("long", annotated(2, 5, 2, silent=4).annotations)
    assert found == [((40, 90), 5), ((0, 40), 2), ((90, 120), 2)]
    assert popular("short", annotated(2).annotations) == []
    assert share_of_most_popular("long", [annotated(2, 5, 2, silent=4)], 2) == Fraction(7, 9)
    assert share_of_most_popular("long", [annotated(silent=3)], 1) is None


def test_yes_and_no_come_after_places() -> None:
    five = [said(PLACES[0], yes_no="YES"), said(PLACES[0], span(3, 5)), said(PLACES[0], yes_no="NO")]
    read = read_examples(BytesIO(lines(example(1, *five))), "x")
    assert [answer for answer, _ in popular("short", read.examples["1"].annotations)] == [
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
        assert (found.together.given, found.together.right) == (expected, expected)
        assert found.alone.examples == 20
    # 5 of 25: whatever the split, fewer than 8 of the 20 others answer, so that they keep silent together.
    few = people("long", [annotated(5, silent=20)], seed=3)
    assert few is not None
    assert few.together.given == 0
    assert few.alone.given + sum(one.label.has_long for one in split(annotated(5, silent=20), 3)[0]) == 5
    assert people("long", [annotated(5)], seed=3) is None


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
        assert (found.alone.gold, found.alone.given, found.alone.right) == (gold, given_, right)
        assert found.together.examples == len(examples)


def test_graded_examples_fall_into_bins_of_how_many_answered() -> None:
    shares: dict[int, Any] = {1: "W", 5: "W", 6: "Cd", 20: "C", 21: "C", 25: "C"}
    examples = [annotated(n, silent=25 - n)._replace(example_id=str(n)) for n in shares]
    grades = {str(n): grade for n, grade in shares.items()}
    found = by_share("long", [*examples, annotated(3)._replace(example_id="not graded")], grades)
    sixth = Fraction(1, 6)
    assert found == {
        Fraction(1, 5): {"C": 0, "Cd": 0, "W": 2 * sixth},
        Fraction(2, 5): {"C": 0, "Cd": sixth, "W": 0},
        Fraction(3, 5): {"C": 0, "Cd": 0, "W": 0},
        Fraction(4, 5): {"C": sixth, "Cd": 0, "W": 0},
        Fraction(1): {"C": 2 * sixth, "Cd": 0, "W": 0},
    }
